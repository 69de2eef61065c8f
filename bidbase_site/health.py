"""Whether the site is well, for machines that watch it."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from editor.selectors import shipped_systems


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Text: 200 and `ok` when the database answers and holds a system to bid with, otherwise 503 and what is wrong.

    The worker and its queue are not asked: the table goes on without them.
    """
    try:
        fault = "" if shipped_systems() else "there is no system to bid with: python -m bidbase_site.prepare loads them"
    except DatabaseError:
        fault = "the database does not answer"
    return HttpResponse(f"{fault or 'ok'}\n", status=503 if fault else 200, content_type="text/plain; charset=utf-8")
