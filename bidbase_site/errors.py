"""The page for a request that cannot be understood."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, with what our own views say in `BadRequest`; other causes are not told."""
    message = str(exception) if isinstance(exception, BadRequest) else ""
    return render(request, "400.html", {"message": message}, status=400)
