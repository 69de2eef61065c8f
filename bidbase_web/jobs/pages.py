"""What a page does that needs a job done."""

from __future__ import annotations

from typing import Any

from django.db import OperationalError
from django.http import HttpRequest

from bidbase_web.jobs import services, tasks
from bidbase_web.jobs.job import Job, JobLine
from bidbase_web.jobs.models import Run
from bidbase_web.visitors import owner_of


def have_done(request: HttpRequest, job: Job[Any]) -> Run:
    """Ask for a job on behalf of the visitor, and wake a worker where that helps. Raises `TooMuchWork`."""
    run, wake = services.ask(job, owner=owner_of(request))
    if wake:
        tasks.wake()
    return run


def ask_for(job: Job[Any], *, owner: str = "", line: JobLine | None = None) -> Run | None:
    """Ask for a job without which the page shows all the same.

    None where there is too much to do, or the database takes no writes just now: it is asked for again with the page.
    """
    try:
        run, wake = services.ask(job, owner=owner, line=line)
    except (services.TooMuchWork, OperationalError):
        return None
    if wake:
        tasks.wake()
    return run


def has_failed(run: Run | None) -> bool:
    """Whether a job that was asked for could not be done: the page says so then, and asks no more."""
    return run is not None and run.state == Run.State.FAILED


def prepare(job: Job[Any], *, owner: str = "") -> None:
    """Ask for a job that a visitor will probably need next. Nobody waits for it yet."""
    ask_for(job, owner=owner, line=JobLine.AHEAD)
