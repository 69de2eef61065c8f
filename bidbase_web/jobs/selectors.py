"""Reading what workers have worked out, and how long somebody has waited."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Min, Q
from django.utils import timezone

from bidbase_web.jobs.claims import unclaimed
from bidbase_web.jobs.job import Job, Line, StillWorking
from bidbase_web.jobs.models import Run

Result = TypeVar("Result")


def result_of(job: Job[Result]) -> Result:
    """The result of a job. Raises `StillWorking` while there is none."""
    done = Run.objects.filter(kind=job.kind, key=job.key, state=Run.State.DONE)
    results = list(done.values_list("result", flat=True))
    if not results:
        raise StillWorking(job)
    return job.read(results[0])


def run_of(job: Job[Any]) -> Run | None:
    """The run of a job, if somebody has asked for it."""
    return Run.objects.filter(kind=job.kind, key=job.key).first()


def before(run: Run) -> int:
    """How many wait in front of a run that waits: those of earlier lines, and in its own who were there first."""
    waiting = Run.objects.filter(state=Run.State.WAITING)
    earlier = Q(line__lt=run.line) | Q(line=run.line, asked_at__lt=run.asked_at)
    return waiting.filter(earlier).count()


def longest_waits() -> dict[Line, float]:
    """For each line the seconds for which the oldest run has waited for a worker; 0 where none waits."""
    now = timezone.now()
    waiting = Run.objects.filter(unclaimed(now)).order_by().values_list("line").annotate(Min("updated_at"))
    since = dict(waiting)
    return {line: (now - since[line]).total_seconds() if line in since else 0.0 for line in Line}
