"""Asking for work, claiming it, reporting on it and ending it, each by one conditional update.

A worker claims a row for as long as the lease lasts, and renews the lease as it reports. It can be killed at any
moment: when the lease has run out, the next worker that is woken claims the row again.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from editor.runs.kinds import Arguments, Cancelled, digest_of, handler_of
from editor.runs.models import Run

LEASE = timedelta(seconds=20)  # a worker reports far more often
PATIENCE = timedelta(seconds=10)  # how long a row may stand still before a worker is woken once more
REPORT_SECONDS = 0.3  # between two reports that are written, and so how soon a cancelled run ends
STIRRED = 20  # rows for which workers are woken at a time
MAX_ATTEMPTS = 3
KEPT = timedelta(days=1)  # a result that nobody has asked for since is forgotten

_log = logging.getLogger(__name__)


def ask(*, kind: str, arguments: Arguments, owner: str = "") -> tuple[Run, bool]:
    """The run of this work, and whether a worker should be woken for it: the caller does that.

    Ask as often as you like: of many that ask at once only one is to wake a worker, and again when nothing happens. A
    run that was cancelled begins anew, and one that failed does so after a while. Other work of this kind that the
    owner still waits for is cancelled, so that a visitor has one at a time.
    """
    key = digest_of(arguments)
    now = timezone.now()
    if owner:
        _pending().filter(kind=kind, owner=owner).exclude(key=key).update(state=Run.State.CANCELLED, updated_at=now)
    try:
        with transaction.atomic():
            run, created = Run.objects.get_or_create(
                kind=kind, key=key, defaults={"arguments": arguments, "owner": owner, "updated_at": now}
            )
    except IntegrityError:  # another request was first, and its row could not be seen yet
        run, created = Run.objects.get(kind=kind, key=key), False
    if created:
        return run, True
    this = Run.objects.filter(pk=run.pk)
    long_ago = Q(updated_at__lt=now - PATIENCE)
    ended = this.filter(Q(state=Run.State.CANCELLED) | Q(state=Run.State.FAILED) & long_ago)
    anew = {"state": Run.State.WAITING, "attempts": 0, "progress": {}, "owner": owner, "updated_at": now}
    standing_still = this.filter(_free(now) & long_ago)
    wake = bool(ended.update(**anew) or standing_still.update(updated_at=now))
    if wake:
        run.refresh_from_db()
    return run, wake


def stirred() -> list[int]:
    """The runs that have stood still for so long that a worker should be woken again: the caller does that.

    Only so many at a time, the oldest first, so that no messages pile up while all workers are busy.
    """
    now = timezone.now()
    still = Run.objects.filter(_free(now), updated_at__lt=now - PATIENCE).order_by("updated_at")
    keys = list(still.values_list("pk", flat=True)[:STIRRED])
    Run.objects.filter(_free(now), pk__in=keys).update(updated_at=now)
    return keys


def cancel(*, run: Run) -> None:
    """End a run that nobody waits for; a worker that is at it notices within a second."""
    _pending().filter(pk=run.pk).update(state=Run.State.CANCELLED, updated_at=timezone.now())


def work(*, run_id: int) -> None:
    """Do the work of a row and keep its result, unless it is done, cancelled, or somebody else is at it."""
    claimed = claim(run_id=run_id)
    if claimed is None:
        return
    run, report = claimed
    try:
        result = handler_of(run.kind)(run.arguments, report)
    except Cancelled:
        return
    except Exception:
        _log.exception("run %s (%s) failed", run.pk, run.kind)
        report.give_up()
    else:
        report.done(result)
    Run.objects.filter(updated_at__lt=timezone.now() - KEPT).delete()


def claim(*, run_id: int) -> tuple[Run, RunClaim] | None:
    """Claim a row: the run and the claim on it, or None when there is nothing to do."""
    now = timezone.now()
    free = Run.objects.filter(_free(now), pk=run_id)
    if free.filter(attempts__gte=MAX_ATTEMPTS).update(state=Run.State.FAILED, updated_at=now):
        _log.error("run %s was begun %s times and never ended", run_id, MAX_ATTEMPTS)
        return None
    lease = now + LEASE
    if not free.update(state=Run.State.WORKING, attempts=F("attempts") + 1, claimed_until=lease, updated_at=now):
        return None
    return Run.objects.get(pk=run_id), RunClaim(run_id, lease)


class RunClaim:
    """A worker's claim on a row; called, it reports."""

    def __init__(self, run_id: int, lease: datetime) -> None:
        self._run_id = run_id
        self._lease = lease
        self._reported = time.monotonic()

    def __call__(self, **progress: int) -> None:
        """Write the progress and renew the lease, at most every `REPORT_SECONDS`. Raises `Cancelled`."""
        if time.monotonic() - self._reported < REPORT_SECONDS:
            return
        self._reported = time.monotonic()
        now = timezone.now()
        lease = now + LEASE
        if not self._row().update(progress=progress, claimed_until=lease, updated_at=now):
            raise Cancelled
        self._lease = lease

    def done(self, result: Any) -> None:
        """Keep the result, if the row is still claimed."""
        self._row().update(state=Run.State.DONE, result=result, claimed_until=None, updated_at=timezone.now())

    def give_up(self) -> None:
        """Put the row back for another attempt, or mark it as failed after the last."""
        now = timezone.now()
        last = self._row().filter(attempts__gte=MAX_ATTEMPTS)
        last.update(state=Run.State.FAILED, claimed_until=None, updated_at=now)
        self._row().update(state=Run.State.WAITING, claimed_until=None, updated_at=now)

    def _row(self) -> QuerySet[Run]:
        return Run.objects.filter(pk=self._run_id, state=Run.State.WORKING, claimed_until=self._lease)


def _free(now: datetime) -> Q:
    """Rows that nobody is working on: they wait, or their lease has run out."""
    return Q(state=Run.State.WAITING) | Q(state=Run.State.WORKING, claimed_until__lt=now)


def _pending() -> QuerySet[Run]:
    return Run.objects.filter(state__in=[Run.State.WAITING, Run.State.WORKING])
