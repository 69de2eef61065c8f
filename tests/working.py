"""The worker's part, done on the spot: for tests that need no worker of their own."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.test import Client

from bidbase_web.jobs import services
from bidbase_web.jobs.claims import claim
from bidbase_web.jobs.job import Job, JobLine, StillWorking
from bidbase_web.jobs.models import PENDING, Run

Answer = TypeVar("Answer")


def do_all_work() -> None:
    """Do what pages have asked for, except the upkeep of systems, which no page waits for."""
    while pending := Run.objects.filter(state__in=PENDING).exclude(line=JobLine.UPKEEP).order_by("line", "pk").first():
        _do(pending)


def patiently(ask: Callable[[], Answer]) -> Answer:
    """What `ask` gives, when all that it needs has been worked out."""
    while True:
        try:
            return ask()
        except StillWorking as working:
            do(working.job)


def do(job: Job[Any]) -> None:
    """Do this job to its end."""
    run, _ = services.ask(job)
    while run.pending:
        _do(run)
        run.refresh_from_db()


def _do(run: Run) -> None:
    """Do the next piece of a run."""
    claimed = claim(run.pk)
    assert claimed is not None, "nobody else is at it"
    services.do(claimed)


class PatientClient(Client):
    """A browser that looks again while a page waits for a worker."""

    def get(self, *args: Any, **options: Any) -> Any:
        response = super().get(*args, **options)
        while response.status_code == 202:
            do_all_work()
            response = super().get(*args, **options)
        return response
