"""Reading what workers have worked out, and how long somebody has waited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Count, Min, Q
from django.utils import timezone

from bidbase_web.jobs.claims import unclaimed
from bidbase_web.jobs.job import Job, JobLine, StillWorking, Unreadable
from bidbase_web.jobs.models import PENDING, Run

Result = TypeVar("Result")


def result_of(job: Job[Result]) -> Result:
    """The result of a job. Raises `StillWorking` while there is none."""
    done = Run.objects.filter(kind=job.kind, key=job.key, state=Run.State.DONE)
    results = list(done.values_list("result", flat=True))
    if not results:
        raise StillWorking(job)
    try:
        return job.read(results[0])
    except Unreadable:
        raise StillWorking(job) from None


def run_of(job: Job[Any]) -> Run | None:
    """The run of a job, if somebody has asked for it."""
    return Run.objects.filter(kind=job.kind, key=job.key).first()


def before(run: Run) -> int:
    """How many runs wait in front of a run that waits: all in earlier lines, and whatever came before it in its own."""
    waiting = Run.objects.filter(state=Run.State.WAITING)
    earlier = Q(line__lt=run.line) | Q(line=run.line, asked_at__lt=run.asked_at)
    return waiting.filter(earlier).count()


@dataclass(frozen=True)
class LineState:
    """How a line stands: how many wait and are served, and the seconds for which the oldest has waited, 0 for none."""

    line: JobLine
    waiting: int
    working: int
    seconds: float


def lines_now() -> list[LineState]:
    """How each line stands, the first one first."""
    now = timezone.now()
    free, pending = unclaimed(now), Run.objects.filter(state__in=PENDING).order_by()
    counted = pending.values("line").annotate(
        waiting=Count("pk", filter=free), all=Count("pk"), since=Min("updated_at", filter=free)
    )
    found = {row["line"]: row for row in counted}
    return [_state(line, found.get(line), now) for line in JobLine]


def _state(line: JobLine, row: Mapping[str, Any] | None, now: datetime) -> LineState:
    if row is None:
        return LineState(line, 0, 0, 0.0)
    seconds = (now - row["since"]).total_seconds() if row["since"] else 0.0
    return LineState(line, row["waiting"], row["all"] - row["waiting"], seconds)
