"""The pages for a request that cannot be understood, and for what is not there, not allowed or failed."""

import sys

from django.core.exceptions import BadRequest, DisallowedHost
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from bidbase_web.logs import reference
from editor.store.systems.access import way_back

RETRY_SECONDS = 10
WRONG_NAME = "The site does not answer to the name in this address. Whoever runs it can add the name to ALLOWED_HOSTS."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, with what our own views say in `BadRequest`; of other causes only a wrong name is reported."""
    message = str(exception) if isinstance(exception, BadRequest) else ""
    if isinstance(exception, DisallowedHost):
        message = WRONG_NAME
    return render(request, "400.html", {"message": message}, status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404, with what our own views say."""
    return _refuse(request, "404.html", exception, 404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403, with what our own views say."""
    return _refuse(request, "403.html", exception, 403)


def _refuse(request: HttpRequest, template: str, exception: Exception, status: int) -> HttpResponse:
    """The page of a refusal, which leads to where the visitor may go on."""
    said = exception.args[0] if exception.args else ""
    context = {"message": said if isinstance(said, str) else "", "way_back": way_back(request)}
    return render(request, template, context, status=status)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where the database is at fault: locked, full or away, it is there again in a while.

    The page shows the reference by which whoever runs the site finds the error in the log.
    """
    context = {"reference": reference()}
    if isinstance(sys.exc_info()[1], OperationalError):
        page = render_to_string("503.html", context)
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
    return HttpResponse(render_to_string("500.html", context), status=500)
