"""The pages for a request that cannot be understood, and for one that cannot be answered."""

import sys

from django.core.exceptions import BadRequest, DisallowedHost
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from bidbase_site.logs import reference

RETRY_SECONDS = 10
WRONG_NAME = "The site does not answer to the name in this address. Whoever runs it can add the name to ALLOWED_HOSTS."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, with what our own views say in `BadRequest`; of other causes only a wrong name is reported."""
    message = str(exception) if isinstance(exception, BadRequest) else ""
    if isinstance(exception, DisallowedHost):
        message = WRONG_NAME
    return render(request, "400.html", {"message": message}, status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where the database is at fault: locked, full or away, it is there again in a while.

    The page shows the reference by which whoever runs the site finds the error in the log.
    """
    context = {"reference": reference()}
    if isinstance(sys.exc_info()[1], OperationalError):
        page = render_to_string("503.html", context)
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
    return HttpResponse(render_to_string("500.html", context), status=500)
