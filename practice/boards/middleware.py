"""What a visitor is told while there is no system to bid with."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from practice.boards.access import NoSystem


class NoSystemMiddleware:
    """Answers `NoSystem`, from whichever page it comes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that tells how to load systems."""
        if isinstance(exception, NoSystem):
            return render(request, "practice/boards/no_system.html", status=503)
        return None
