"""What every template is told of the visitor."""

from django.http import HttpRequest


def visitor(request: HttpRequest) -> dict[str, str]:
    """The name of the account that is logged in, blank for a guest; read before the page is written."""
    return {"account_name": request.user.get_username() if request.user.is_authenticated else ""}
