"""What a visitor is shown while a worker works something out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from bidbase_web.jobs import selectors
from bidbase_web.jobs.job import Job, StillWorking
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import has_failed, have_done
from bidbase_web.jobs.services import TooMuchWork
from bidbase_web.pages import HtmxRequest

LOOK_AGAIN_SECONDS = 1
SOON = timedelta(seconds=1)  # after a job was asked for; most are done then
SOON_MILLISECONDS = 150  # between two looks meanwhile, where the browser runs scripts


class JobsMiddleware:
    """Answers `StillWorking`, from whichever page it comes: the job is asked for, and the page waits for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HtmxRequest, exception: Exception) -> HttpResponse | None:
        """A page that looks again until the job is done, or says why it is not.

        htmx is sent there, since the part of a page that it asked for cannot be shown yet.
        """
        if not isinstance(exception, StillWorking):
            return None
        try:
            run = have_done(request, exception.job)
        except TooMuchWork as too_much:
            return _ended(request, exception.job, str(too_much))
        if request.htmx:
            return HttpResponseClientRedirect(request.get_full_path())
        if has_failed(run):
            return _ended(request, exception.job, run.why)
        return _waiting(request, exception.job, run)


def _waiting(request: HttpRequest, job: Job[object], run: Run) -> HttpResponse:
    context = {
        "section": "systems",
        "job": job,
        "run": run,
        "counted": run.progress.get("done", 0),
        "before": selectors.before(run) if run.state == Run.State.WAITING else 0,
        "look_again": SOON_MILLISECONDS if timezone.now() - run.asked_at < SOON else 1000 * LOOK_AGAIN_SECONDS,
    }
    response = render(request, "jobs/waiting.html", context, status=202)
    # With its address, since a browser would not load the page again that is at a place on it, as in #answer.
    response["Refresh"] = f"{LOOK_AGAIN_SECONDS}; url={request.get_full_path()}"
    response["Cache-Control"] = "no-store"
    return response


def _ended(request: HtmxRequest, job: Job[object], why: str) -> HttpResponse:
    response = render(request, "jobs/ended.html", {"section": "systems", "job": job, "why": why}, status=503)
    response["Cache-Control"] = "no-store"
    return response
