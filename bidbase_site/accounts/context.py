"""What every template is told of the visitor."""

from django.http import HttpRequest


def visitor(request: HttpRequest) -> dict[str, str]:
    """The name of the account that is logged in, blank for a guest; read before the page is written.

    A request that was refused early has not been asked who sends it.
    """
    user = getattr(request, "user", None)
    return {"account_name": user.get_username() if user is not None and user.is_authenticated else ""}
