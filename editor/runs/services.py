"""Asking for work, claiming it, reporting on it and ending it, each by one conditional update.

A worker renews the lease of its claim as it reports. Long work is done in pieces, so many at a time as
`LONG_WORK_AT_ONCE` says; the rest of the workers is free for what visitors wait for at their boards.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from bidbase_site.logs import reference
from editor.runs import claims
from editor.runs.claims import unclaimed
from editor.runs.kinds import (
    Arguments,
    Cancelled,
    Impossible,
    PieceDone,
    Reporter,
    StillWorking,
    digest_of,
    handler_of,
    long_handler_of,
    long_kinds,
)
from editor.runs.models import Run

LEASE = timedelta(seconds=20)  # a worker reports far more often
PATIENCE = timedelta(seconds=10)  # how long a row may stand still before a worker is woken once more
REPORT_SECONDS = 0.3  # between two reports that are written, and so how soon a cancelled run ends
STIRRED = 20  # rows for which workers are woken at a time
KEPT = timedelta(days=1)  # a result that nobody has asked for since is forgotten
MAX_LONG = 10  # pieces of long work that one visitor may have waiting

_log = logging.getLogger(__name__)


def ask(*, kind: str, arguments: Arguments, owner: str = "") -> tuple[Run, bool]:
    """The run of this work, and whether a worker should be woken for it: the caller does that.

    Ask as often as you like: of many that ask at once only one is to wake a worker, and again when nothing happens. A
    run that was cancelled begins anew, and one that failed does so after a while. Other work of this kind that the
    owner still waits for is cancelled, so that a visitor has one at a time; of long work he may have several. Raises
    `TooMuchWork` when he has `MAX_LONG`.
    """
    key = digest_of(arguments)
    now = timezone.now()
    if owner and kind in long_kinds():
        _refuse_too_much(kind, key, owner)
    elif owner:
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
    begun = {"attempts": 0, "progress": {}, "reached": None, "why": ""}
    anew = {"state": Run.State.WAITING, "owner": owner, "updated_at": now, **begun}
    standing_still = this.filter(unclaimed(now) & long_ago)
    wake = bool(ended.update(**anew) or standing_still.update(updated_at=now))
    if wake:
        run.refresh_from_db()
    return run, wake


class TooMuchWork(Exception):
    """A visitor has asked for more long work than he may have waiting; the message is for him."""


def _refuse_too_much(kind: str, key: str, owner: str) -> None:
    waiting = _pending().filter(kind__in=long_kinds(), owner=owner).exclude(kind=kind, key=key).count()
    if waiting >= MAX_LONG:
        raise TooMuchWork(f"You have {waiting} pieces of long work under way. Wait for one of them, or cancel it.")


def stirred() -> list[Run]:
    """The runs that have stood still for so long that a worker should be woken again: the caller does that.

    Only so many at a time, the oldest first, so that no messages pile up while all workers are busy.
    """
    now = timezone.now()
    still = Run.objects.filter(unclaimed(now), updated_at__lt=now - PATIENCE).order_by("updated_at")
    runs = list(still[:STIRRED])
    Run.objects.filter(unclaimed(now), pk__in=[run.pk for run in runs]).update(updated_at=now)
    return runs


def cancel(*, run: Run) -> None:
    """End a run that nobody waits for; a worker that is at it notices within a second."""
    _pending().filter(pk=run.pk).update(state=Run.State.CANCELLED, updated_at=timezone.now())


def work(*, run_id: int) -> None:
    """Do the work of a row and keep its result, unless it is done, cancelled, or somebody else is at it."""
    claimed = claim(run_id=run_id)
    if claimed is None:
        return
    run, report = claimed
    with _caught(run, report):
        report.done(handler_of(run.kind)(run.arguments, report))
    Run.objects.filter(updated_at__lt=timezone.now() - KEPT).delete()


def worked_out(needed: StillWorking, *, report: Reporter) -> Any:
    """The result of other work that a worker's own work needs: done here and now where nobody has done it yet.

    Raises `Impossible` where that work has failed, and what `report` raises.
    """
    while True:
        run, _ = ask(kind=needed.kind, arguments=needed.arguments)
        work(run_id=run.pk)
        run.refresh_from_db()
        if run.state == Run.State.DONE:
            return run.result
        if run.state == Run.State.FAILED:
            raise Impossible(run.why)
        report()  # another worker is at it
        time.sleep(REPORT_SECONDS)


def go_on() -> bool:
    """Do a piece of the long work whose turn it is, and say whether more is waiting.

    Visitors take turns, and so do the pieces of work of one visitor. Nothing is done while others are at as much long
    work as there may be at once: whoever of them ends first goes on.
    """
    if _at_work() >= settings.LONG_WORK_AT_ONCE:
        return False
    for run_id in _turns(timezone.now()):
        if (claimed := claim(run_id=run_id)) is not None:
            run, report = claimed
            if _at_work() > settings.LONG_WORK_AT_ONCE:  # others have claimed a run at the same moment
                report.put_back()
                break
            with _caught(run, report):
                report.piece(long_handler_of(run.kind)(run.arguments, run.reached, report))
            break
    return _long_work().filter(state=Run.State.WAITING).exists()


def _at_work() -> int:
    """How many pieces of long work are being done."""
    return _long_work().filter(state=Run.State.WORKING, claimed_until__gte=timezone.now()).count()


def _turns(now: datetime) -> list[int]:
    """The long work that nobody is at: first that of the visitor who was served longest ago."""
    served = dict(_long_work().order_by().values_list("owner").annotate(Max("served_at")))
    free = _long_work().filter(unclaimed(now)).values_list("pk", "owner", "served_at")
    return [pk for *_, pk in sorted((_time(served[owner]), owner, _time(at), pk) for pk, owner, at in free)]


def _time(at: datetime | None) -> float:
    return at.timestamp() if at else 0.0


def _long_work() -> QuerySet[Run]:
    return Run.objects.filter(kind__in=long_kinds())


@contextmanager
def _caught(run: Run, report: RunClaim) -> Iterator[None]:
    """What becomes of a run whose work raises something: it ends, or is put back for another attempt."""
    try:
        yield
    except Cancelled:
        pass
    except Impossible as why:
        report.fail(str(why))
    except Exception:
        _log.exception("run %s (%s) failed", run.pk, run.kind)
        report.give_up()


def claim(*, run_id: int) -> tuple[Run, RunClaim] | None:
    """Claim a row: the run and the claim on it, or None when there is nothing to do."""
    row = Run.objects.filter(pk=run_id)
    claimed = claims.claim(row, LEASE, begun={"served_at": timezone.now()}, failed={"why": _see_the_log()})
    return (row.get(), RunClaim(claimed)) if claimed is not None else None


class RunClaim:
    """A worker's claim on a run; called, it reports."""

    def __init__(self, claim: claims.RowClaim) -> None:
        self._claim = claim
        self._reported = time.monotonic()

    def __call__(self, **progress: int) -> None:
        """Write the progress and renew the lease, at most every `REPORT_SECONDS`. Raises `Cancelled`."""
        if time.monotonic() - self._reported < REPORT_SECONDS:
            return
        self._reported = time.monotonic()
        if not self._claim.renew(LEASE, progress=progress):
            raise Cancelled

    def done(self, result: Any) -> None:
        """Keep the result, if the row is still claimed."""
        self._claim.end(Run.State.DONE, result=result)

    def piece(self, done: PieceDone) -> None:
        """Keep what a piece of long work has done, if the row is still claimed; then the next piece may begin."""
        if done.finished:
            state, kept = Run.State.DONE, {"result": done.result}
        else:
            state, kept = Run.State.WAITING, {"reached": done.reached, "attempts": 0}
        with transaction.atomic():
            if self._claim.end(state, progress=done.progress, **kept):
                done.keep()

    def put_back(self) -> None:
        """Let the row wait again, as if nobody had claimed it."""
        self._claim.end(Run.State.WAITING, attempts=F("attempts") - 1)

    def fail(self, why: str) -> None:
        """Mark the row as failed, for a reason that its visitor is told."""
        self._claim.end(Run.State.FAILED, why=why[:200])

    def give_up(self) -> None:
        """Put the row back for another attempt, or mark it as failed after the last."""
        self._claim.give_up(why=_see_the_log())


def _see_the_log() -> str:
    """What a visitor is told whose work failed by a fault of ours, which the log has under this reference."""
    return (
        "Try again in a moment. If it happens again, tell whoever runs this site: "
        f"in the log it has the reference {reference()}."
    )


def _pending() -> QuerySet[Run]:
    return Run.objects.filter(state__in=[Run.State.WAITING, Run.State.WORKING])
