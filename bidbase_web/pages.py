"""Pages and their parts, for browsers with and without htmx, and where a page leads back to."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import MAX_URL_REDIRECT_LENGTH, url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that the middleware of django-htmx has seen."""

    htmx: HtmxDetails


def own_address(asked: str) -> str:
    """An address to return to that a request names, if it is the path of a page of this site; otherwise blank.

    `redirect` takes a word without a slash for the name of a route, and refuses an address that is too long.
    """
    is_path = asked.startswith("/") and len(asked) <= MAX_URL_REDIRECT_LENGTH
    return asked if is_path and url_has_allowed_host_and_scheme(asked, allowed_hosts=None) else ""


def wants_part(request: HtmxRequest) -> bool:
    """Whether htmx asks for the part of the page that changes; when it restores its history it wants the whole page."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def show(
    request: HtmxRequest, template: str, context: dict[str, Any], *, frame: str = "base.html", status: int = 200
) -> HttpResponse:
    """A page, or for htmx the part of it that changes, from one template.

    The template extends `frame`. What stands in its block `part` is all that htmx gets.
    """
    frame = "part.html" if wants_part(request) else frame
    response = render(request, template, {**context, "frame": frame}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
