"""Claims on rows: a worker has a run for itself until its lease runs out.

It can be killed at any moment: when the lease has run out, the next worker that is woken claims the row again.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bidbase_web.jobs.job import Cancelled, GivesWay, JobLine, PieceDone, kinds_known
from bidbase_web.jobs.models import Run
from bidbase_web.logs import reference

LEASE = timedelta(seconds=20)  # a worker reports far more often
REPORT_SECONDS = 0.3  # between two reports that are written, and so how soon a cancelled run ends
UNWATCHED = timedelta(seconds=6)  # a page looks once a second: after so long nobody waits any more
MAX_ATTEMPTS = 3

_log = logging.getLogger(__name__)


def unclaimed(now: datetime) -> Q:
    """Runs that nobody is working on: they wait, or their lease has run out."""
    return Q(state=Run.State.WAITING) | Q(state=Run.State.WORKING, claimed_until__lt=now)


def claim(run_id: int) -> RunClaim | None:
    """Claim a run; None where there is nothing to do.

    A row that was begun `MAX_ATTEMPTS` times and never ended has killed its workers: it fails.
    """
    now = timezone.now()
    waiting = Run.objects.filter(unclaimed(now), pk=run_id)
    worn_out = waiting.filter(attempts__gte=MAX_ATTEMPTS)
    if worn_out.update(state=Run.State.FAILED, updated_at=now, why=_see_the_log()):
        _log.error("run %s was begun %s times and never ended", run_id, MAX_ATTEMPTS)
        return None
    taken = {"attempts": F("attempts") + 1, "claimed_until": now + LEASE, "served_at": now, "updated_at": now}
    if not waiting.update(state=Run.State.WORKING, **taken):
        return None
    return RunClaim(Run.objects.get(pk=run_id), now + LEASE)


class RunClaim:
    """A worker's claim on a run; called, it reports. All is written by conditional updates, while the claim holds."""

    def __init__(self, run: Run, until: datetime) -> None:
        self.run = run
        self._until = until
        self._reported = time.monotonic()
        kind = kinds_known().get(run.kind)
        self._watched = kind is not None and kind.while_watched and run.line < JobLine.AHEAD

    def __call__(self, **progress: int) -> None:
        """Write the progress and renew the lease, at most every `REPORT_SECONDS`. Raises `Cancelled` or `GivesWay`."""
        if time.monotonic() - self._reported < REPORT_SECONDS:
            return
        self._reported = time.monotonic()
        until = timezone.now() + LEASE
        if not self._write(claimed_until=until, progress=progress):
            raise Cancelled
        self._until = until
        if self._watched and Run.objects.filter(pk=self.run.pk, wanted_at__lt=timezone.now() - UNWATCHED).exists():
            self._end(Run.State.CANCELLED)
            raise Cancelled
        if self.run.line == JobLine.AHEAD and _somebody_waits():
            raise GivesWay

    def piece(self, done: PieceDone[Any, Any], stored: Any) -> None:
        """Keep what a piece has done, if the row is still claimed; then the next piece may begin.

        `stored` is what was reached, or at the end the result, as JSON has it.
        """
        if done.finished:
            state, kept = Run.State.DONE, {"result": stored}
        else:
            state, kept = Run.State.WAITING, {"reached": stored, "attempts": 0}
        with transaction.atomic():
            if self._end(state, progress=done.progress, **kept):
                done.keep()

    def put_back(self) -> None:
        """Let the row wait again, as if nobody had claimed it."""
        self._end(Run.State.WAITING, attempts=F("attempts") - 1)

    def fail(self, why: str) -> None:
        """Mark the row as failed, for a reason that its visitor is told."""
        self._end(Run.State.FAILED, why=why[:200])

    def give_up(self) -> None:
        """Put the row back for another attempt, or mark it as failed after the last."""
        if self.run.attempts < MAX_ATTEMPTS or not self._end(Run.State.FAILED, why=_see_the_log()):
            self._end(Run.State.WAITING)

    def _end(self, state: str, **values: Any) -> bool:
        return self._write(state=state, claimed_until=None, **values)

    def _write(self, **values: Any) -> bool:
        held = Run.objects.filter(pk=self.run.pk, state=Run.State.WORKING, claimed_until=self._until)
        return bool(held.update(updated_at=timezone.now(), **values))


def _somebody_waits() -> bool:
    """Whether somebody has waited for a worker for a moment: none is free, then."""
    long_enough = timezone.now() - timedelta(seconds=REPORT_SECONDS)
    waiting = Run.objects.filter(state=Run.State.WAITING, updated_at__lt=long_enough)
    return waiting.filter(line__lt=JobLine.AHEAD).exists()


def _see_the_log() -> str:
    """What a visitor is told whose job failed by a fault of ours; the log has it under this reference."""
    return (
        "Try again in a moment. If it happens again, tell whoever runs this site: "
        f"in the log it has the reference {reference()}."
    )
