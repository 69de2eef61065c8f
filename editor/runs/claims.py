"""Claims on rows that stand for work: a worker has a row for itself until its lease runs out.

It can be killed at any moment: when the lease has run out, the next worker that is woken claims the row again. The
table of runs has such rows, and so may others with the columns `state`, which has the states of runs, `attempts`,
`claimed_until` and `updated_at`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from editor.runs.models import Run

MAX_ATTEMPTS = 3
NOTHING: Mapping[str, Any] = MappingProxyType({})

_log = logging.getLogger(__name__)


def unclaimed(now: datetime) -> Q:
    """Rows that nobody is working on: they wait, or their lease has run out."""
    return Q(state=Run.State.WAITING) | Q(state=Run.State.WORKING, claimed_until__lt=now)


class RowClaim:
    """A worker's claim on a row. What it writes is written by one conditional update, while the claim holds."""

    def __init__(self, rows: QuerySet[Any], until: datetime) -> None:
        self._rows = rows
        self._until = until

    def renew(self, lease: timedelta, **values: Any) -> bool:
        """Keep the row for another lease, with these values; False where it is lost."""
        until = timezone.now() + lease
        held = self._write(claimed_until=until, **values)
        self._until = until
        return held

    def end(self, state: str, **values: Any) -> bool:
        """Let go of the row in this state, with these values; False where it is lost."""
        return self._write(state=state, claimed_until=None, **values)

    def give_up(self, **failed: Any) -> None:
        """Put the row back for another attempt, or mark it as failed after the last, with these values."""
        last = RowClaim(self._rows.filter(attempts__gte=MAX_ATTEMPTS), self._until)
        if not last.end(Run.State.FAILED, **failed):
            self.end(Run.State.WAITING)

    def _write(self, **values: Any) -> bool:
        held = self._rows.filter(state=Run.State.WORKING, claimed_until=self._until)
        return bool(held.update(updated_at=timezone.now(), **values))


def claim(
    row: QuerySet[Any], lease: timedelta, begun: Mapping[str, Any] = NOTHING, failed: Mapping[str, Any] = NOTHING
) -> RowClaim | None:
    """Claim the row of this query, with the values of work that is `begun`; None where there is nothing to do.

    A row that was begun `MAX_ATTEMPTS` times and never ended has killed its workers: it fails, with the values of work
    that has `failed`.
    """
    now = timezone.now()
    waiting = row.filter(unclaimed(now))
    if waiting.filter(attempts__gte=MAX_ATTEMPTS).update(state=Run.State.FAILED, updated_at=now, **failed):
        _log.error("%s %s was begun %s times and never ended", row.model.__name__, row.get().pk, MAX_ATTEMPTS)
        return None
    taken = {"state": Run.State.WORKING, "attempts": F("attempts") + 1, "claimed_until": now + lease, "updated_at": now}
    return RowClaim(row, now + lease) if waiting.update(**taken, **begun) else None
