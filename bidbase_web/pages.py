"""Pages and their parts, for browsers with and without htmx."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that the middleware of django-htmx has seen."""

    htmx: HtmxDetails


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
