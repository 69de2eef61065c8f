"""Asking for jobs, and doing them: whose turn it is, and what becomes of what nobody waits for any more.

Workers are woken by messages that name no job: whoever wakes does the piece of work whose turn it is. Those who wait
at a table and cannot go on come first, then verdicts on calls, then other pages, then what may be wanted soon, then the
upkeep of systems; in each line visitors take turns. Beside what tables wait for, so many pieces are done at once as
`LONG_WORK_AT_ONCE` says: the rest of the workers is free for tables.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from bidbase_web.jobs.claims import REPORT_SECONDS, UNWATCHED, RunClaim, claim, unclaimed
from bidbase_web.jobs.job import (
    Cancelled,
    GivesWay,
    Impossible,
    Job,
    JobLine,
    LongJob,
    Reporter,
    Unreadable,
    kinds_known,
    to_json,
)
from bidbase_web.jobs.models import PENDING, Run

PATIENCE = timedelta(seconds=10)  # how long a row may stand still before a worker is woken once more
WATCHED = timedelta(seconds=0.8)  # between two notes that somebody still waits: a page looks once a second
DEADLINE = timedelta(minutes=2)  # for which a page may wait in line; then it is told that there is too much to do
STILL = timedelta(seconds=10)  # for which lines stand still at most in which nobody waits in front
LOOKED_AT = 300  # runs among which the next one is chosen
WOKEN = 4  # workers that are woken at a time for what stands still: each has the next one woken
MOST_IN_LINE = dict.fromkeys(JobLine, 300) | {JobLine.UPKEEP: 3_000}
MOST_OF_A_VISITOR = 10  # pieces of upkeep that one visitor may have waiting
KEPT = timedelta(days=1)  # a result that nobody has asked for since is forgotten

TOO_MUCH = "The site has too much to do just now. Try again in a minute."

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


class TooMuchWork(Exception):
    """There is no room in a line, or a visitor has asked for more upkeep than they may; the message is for them."""


# --- Asked for ---


def ask(job: Job[Any], *, owner: str = "", line: JobLine | None = None) -> tuple[Run, bool]:
    """The run of a job, and whether a worker should be woken: the caller does that. `line` is usually the job's.

    Ask as often as you like: of many that ask at once only one is to wake a worker, and again when nothing happens. A
    run that was cancelled begins anew, and one that failed does so after a while. Raises `TooMuchWork`.
    """
    now, line = timezone.now(), job.line if line is None else line
    known = Run.objects.filter(kind=job.kind, key=job.key).first()
    if known is not None and known.state == Run.State.DONE and not job.repeats and _is_readable(job, known):
        return known, False
    if known is None or not known.pending:
        _require_room(line, owner)
    if known is None:
        return _first_asked(job, owner, line, now)
    return known, _asked_again(known, owner, line, now)


def _is_readable(job: Job[Any], known: Run) -> bool:
    """Whether this version of the site can read the result. What an earlier one has kept otherwise is done anew."""
    try:
        job.read(known.result)
    except Unreadable:
        return False
    return True


def _require_room(line: JobLine, owner: str) -> None:
    waiting = Run.objects.filter(line=line, state__in=PENDING)
    if line is JobLine.UPKEEP and owner and (own := waiting.filter(owner=owner).count()) >= MOST_OF_A_VISITOR:
        raise TooMuchWork(f"You have {own} pieces of long work under way. Wait for one of them, or cancel it.")
    if waiting.count() >= MOST_IN_LINE[line]:
        raise TooMuchWork(TOO_MUCH)


def _first_asked(job: Job[Any], owner: str, line: JobLine, now: datetime) -> tuple[Run, bool]:
    times = {"asked_at": now, "wanted_at": now, "updated_at": now}
    try:
        with transaction.atomic():
            row = {"kind": job.kind, "key": job.key, "arguments": job.arguments, "owner": owner, "line": line}
            return Run.objects.create(**row, **times), True
    except IntegrityError:  # another request was first
        return Run.objects.get(kind=job.kind, key=job.key), False


def _asked_again(known: Run, owner: str, line: JobLine, now: datetime) -> bool:
    """Let a run that has ended begin anew, and note that one that waits is still wanted; whether to wake a worker."""
    this, long_ago = Run.objects.filter(pk=known.pk, state=known.state), known.updated_at < now - PATIENCE
    if known.pending:
        _note_that_it_is_wanted(this, known, owner, line, now)
        standing_still = long_ago and (known.claimed_until is None or known.claimed_until < now)
        return standing_still and bool(this.filter(updated_at=known.updated_at).update(updated_at=now))
    if known.state == Run.State.FAILED and not long_ago:
        return False
    begun = {"state": Run.State.WAITING, "attempts": 0, "progress": {}, "reached": None, "why": "", "asked_at": now}
    wake = bool(this.update(**begun, owner=owner, line=line, wanted_at=now, updated_at=now))
    known.refresh_from_db()
    return wake


def _note_that_it_is_wanted(this: QuerySet[Run], known: Run, owner: str, line: JobLine, now: datetime) -> None:
    if line < known.line:
        this.filter(line__gt=line).update(line=line, owner=owner)
        known.line, known.owner = line, owner
    if known.wanted_at < now - WATCHED:
        this.update(wanted_at=now)


def left_alone(jobs: Iterable[Job[Any]]) -> list[Job[Any]]:
    """The jobs, among these, that nobody has asked for of late, or that had no result. It takes one query."""
    by_key = {(job.kind, job.key): job for job in jobs}
    kinds, keys = {kind for kind, _ in by_key}, {key for _, key in by_key}
    of_late = Q(state=Run.State.DONE) | Q(updated_at__gt=timezone.now() - PATIENCE)
    known = Run.objects.filter(of_late, kind__in=kinds, key__in=keys).exclude(state=Run.State.CANCELLED)
    taken = {*known.values_list("kind", "key")}
    return [job for names, job in by_key.items() if names not in taken]


def cancel(*, run: Run) -> None:
    """End a run that nobody waits for; a worker that is at it notices within a second."""
    Run.objects.filter(pk=run.pk, state__in=PENDING).update(state=Run.State.CANCELLED, updated_at=timezone.now())


# --- Done by workers ---


def work() -> bool:
    """Do the piece of work whose turn it is, and say whether more waits that may be done now."""
    _drop_what_nobody_watches(timezone.now())
    if (claimed := _next()) is not None:
        do(claimed)
    return bool(_turns(timezone.now()))  # also when nothing was done: all who claimed at once may have put back


def worked_out(job: Job[Result], *, report: Reporter) -> Result:
    """The result of another job that a worker's own job needs: done here and now where nobody has done it yet.

    Raises `Impossible` where it has failed, and what `report` raises.
    """
    while True:
        run, _ = ask(job, line=JobLine.TABLE)
        if (claimed := claim(run.pk)) is not None:
            do(claimed)
        run.refresh_from_db()
        if run.state == Run.State.DONE:
            return job.read(run.result)
        if run.state == Run.State.FAILED:
            raise Impossible(run.why)
        report()  # another worker is at it
        time.sleep(REPORT_SECONDS)


def stand_still() -> int:
    """How many workers should be woken for runs that stand still: the caller does that."""
    now = timezone.now()
    _drop_what_nobody_watches(now)
    _answer_who_waited_too_long(now)
    Run.objects.filter(updated_at__lt=now - KEPT).delete()
    still = Run.objects.filter(unclaimed(now), updated_at__lt=now - PATIENCE)
    return min(still.count(), WOKEN)


def _next() -> RunClaim | None:
    """A claim on the run whose turn it is; None where nothing is to be done now."""
    for run_id in _turns(timezone.now()):
        if (claimed := claim(run_id)) is not None:
            if claimed.run.line > JobLine.VERDICT and _beside_tables() > _most_at_once(claimed.run.line):
                claimed.put_back()  # others have claimed a run at the same moment
                return None
            return claimed
    return None


def _turns(now: datetime) -> list[int]:
    """The runs that may be begun now: the first line comes first, and in it the visitor who was served longest ago."""
    free = Run.objects.filter(unclaimed(now), line__in=_open_lines(now))
    waiting = list(free.order_by("line", "pk").values_list("pk", "line", "owner", "served_at")[:LOOKED_AT])
    of_those = Run.objects.filter(owner__in={owner for _, _, owner, _ in waiting}, served_at__isnull=False).order_by()
    served = {(line, owner): at for line, owner, at in of_those.values_list("line", "owner").annotate(Max("served_at"))}

    def turn(row: tuple[int, int, str, datetime | None]) -> tuple[int, float, str, float, int]:
        pk, line, owner, at = row
        return line, _time(served.get((line, owner))), owner, _time(at), pk

    return [pk for pk, *_ in sorted(waiting, key=turn)]


def _open_lines(now: datetime) -> list[JobLine]:
    """The lines of which a run may be begun now.

    While anybody waits at a table, those in which nobody waits in front stand still, for the processor is the same for
    all; but for a piece now and then.
    """
    beside = _beside_tables()
    lines = [line for line in JobLine if line <= JobLine.VERDICT or beside < _most_at_once(line)]
    in_front = Run.objects.filter(state__in=PENDING, line__lte=JobLine.VERDICT)
    served = Run.objects.filter(line__gte=JobLine.AHEAD, served_at__gt=now - STILL)
    if in_front.exists() and served.exists():
        lines = [line for line in lines if line < JobLine.AHEAD]
    return lines


def _beside_tables() -> int:
    """How many pieces are being done that nobody at a table waits for."""
    working = Run.objects.filter(state=Run.State.WORKING, claimed_until__gte=timezone.now())
    return working.filter(line__gt=JobLine.VERDICT).count()


def _most_at_once(line: int) -> int:
    """How many pieces may be done at once beside what tables wait for, so that one of this line may be begun."""
    at_once: int = settings.LONG_WORK_AT_ONCE
    return max(1, at_once) if line == JobLine.PAGE else at_once


def _time(at: datetime | None) -> float:
    return at.timestamp() if at else 0.0


def do(claimed: RunClaim) -> None:
    """Do a piece of a run, and keep what came of it."""
    with _caught(claimed):
        job = claimed.run.job
        reached = job.read_reached(claimed.run.reached) if isinstance(job, LongJob) else None
        done = job.piece(reached, claimed)
        claimed.piece(done, to_json(done.result if done.finished else done.reached))


@contextmanager
def _caught(claimed: RunClaim) -> Iterator[None]:
    """What becomes of a run whose work raises something: it ends, or is put back for another attempt."""
    try:
        yield
    except Cancelled:
        pass
    except GivesWay:
        claimed.put_back()
    except Impossible as why:
        claimed.fail(str(why))
    except Exception:
        _log.exception("run %s (%s) failed", claimed.run.pk, claimed.run.kind)
        claimed.give_up()


def _drop_what_nobody_watches(now: datetime) -> None:
    """Cancel what no page waits for any more, and what was to be prepared and is too late."""
    waiting, kinds = Run.objects.filter(state=Run.State.WAITING, wanted_at__lt=now - UNWATCHED), kinds_known()
    watched = [name for name, kind in kinds.items() if kind.while_watched]
    ahead = [name for name, kind in kinds.items() if kind.line is not JobLine.AHEAD]
    dropped = waiting.filter(Q(kind__in=watched) | Q(line=JobLine.AHEAD, kind__in=ahead))
    dropped.update(state=Run.State.CANCELLED, updated_at=now)


def _answer_who_waited_too_long(now: datetime) -> None:
    """Tell those who wait at a page, and have not been served for so long, that there is too much to do."""
    waiting = Run.objects.filter(
        state=Run.State.WAITING, line=JobLine.PAGE, served_at=None, asked_at__lt=now - DEADLINE
    )
    watched = [name for name, kind in kinds_known().items() if kind.while_watched]
    waiting.filter(kind__in=watched).update(state=Run.State.FAILED, why=TOO_MUCH, updated_at=now)
