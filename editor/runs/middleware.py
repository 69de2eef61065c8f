"""What a visitor is shown while a worker works something out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from bidbase_site.web import HtmxRequest
from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from editor.runs.pages import have_done

LOOK_AGAIN_SECONDS = 1
SOON = timedelta(seconds=1)  # after work was asked for; most of it is done then
SOON_MILLISECONDS = 150  # between two looks meanwhile, where the browser runs scripts


class RunsMiddleware:
    """Answers `StillWorking`, from whichever page it comes: the work is asked for, and the page waits for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HtmxRequest, exception: Exception) -> HttpResponse | None:
        """A page that looks again until the work is done, or says that it failed.

        htmx is sent there, since the part of a page that it asked for cannot be shown yet.
        """
        if not isinstance(exception, StillWorking):
            return None
        run = have_done(request, exception)
        if request.htmx:
            return HttpResponseClientRedirect(request.get_full_path())
        failed = run.state == Run.State.FAILED
        context = {
            "section": "systems",
            "run": run,
            "needed": exception,
            "failed": failed,
            "counted": run.progress.get("done", 0),
            "look_again": SOON_MILLISECONDS if timezone.now() - run.asked_at < SOON else 1000 * LOOK_AGAIN_SECONDS,
        }
        response = render(request, "editor/runs/waiting.html", context, status=503 if failed else 202)
        if not failed:
            # With its address, since a browser would not load the page again that is at a place on it, as in #answer.
            response["Refresh"] = f"{LOOK_AGAIN_SECONDS}; url={request.get_full_path()}"
        response["Cache-Control"] = "no-store"
        return response
