"""What a page does that needs a job done."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

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


def ask_for(job: Job[Any], *, owner: str = "", line: JobLine | None = None) -> None:
    """Ask for a job that no page waits for by itself. Where there is too much to do, it is asked for again later."""
    with suppress(services.TooMuchWork):
        _, wake = services.ask(job, owner=owner, line=line)
        if wake:
            tasks.wake()


def prepare(job: Job[Any], *, owner: str = "") -> None:
    """Ask for a job that a visitor will probably need next. Nobody waits for it yet."""
    ask_for(job, owner=owner, line=JobLine.AHEAD)
