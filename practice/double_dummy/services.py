"""Double-dummy analysis of deals: asked for by pages, done by workers, kept for good.

A worker claims a row by a conditional update, for as long as the lease lasts. It can be killed at any moment: when the
lease has run out, the next worker that is woken claims the row again.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.double_dummy import Analysis, analyze
from practice.double_dummy.models import DoubleDummy
from practice.double_dummy.selectors import PATIENCE, key_of, par_to_json, tricks_to_json

LEASE = timedelta(minutes=1)  # an analysis takes about a second
MAX_ATTEMPTS = 3

_log = logging.getLogger(__name__)


def request_analysis(*, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> int | None:
    """Ask for the analysis of a deal: the row that a worker should be woken for, which the caller does; None mostly.

    Ask as often as you like: of many that ask at once only one hears of the row, and again when nothing happens.
    """
    row, created = DoubleDummy.objects.get_or_create(**key_of(deal, dealer, vulnerability))
    if created:
        return row.pk
    if row.state in (DoubleDummy.State.DONE, DoubleDummy.State.FAILED):
        return None
    now = timezone.now()
    standing_still = DoubleDummy.objects.filter(_free(now), pk=row.pk, updated_at__lt=now - PATIENCE)
    return row.pk if standing_still.update(updated_at=now) else None


def analyze_deal(*, row: int) -> None:
    """Do the analysis of a row and keep it, unless it is done or somebody else is at it."""
    if (lease := claim(row=row)) is None:
        return
    try:
        analysis = analyze(*DoubleDummy.objects.get(pk=row).position)
    except Exception:
        _log.exception("the double-dummy analysis %s failed", row)
        give_up(row=row, lease=lease)
    else:
        keep(row=row, lease=lease, analysis=analysis)


def claim(*, row: int) -> datetime | None:
    """Claim a row: the end of the lease, or None when there is nothing to do."""
    now = timezone.now()
    free = DoubleDummy.objects.filter(_free(now), pk=row)
    if free.filter(attempts__gte=MAX_ATTEMPTS).update(state=DoubleDummy.State.FAILED, updated_at=now):
        _log.error("the double-dummy analysis %s was begun %s times and never ended", row, MAX_ATTEMPTS)
        return None
    lease = now + LEASE
    claimed = free.update(
        state=DoubleDummy.State.WORKING, attempts=F("attempts") + 1, claimed_until=lease, updated_at=now
    )
    return lease if claimed else None


def keep(*, row: int, lease: datetime, analysis: Analysis) -> bool:
    """Store an analysis, if the row is still claimed under this lease."""
    done = _claimed(row, lease).update(
        state=DoubleDummy.State.DONE,
        tricks=tricks_to_json(analysis),
        par=par_to_json(analysis),
        claimed_until=None,
        updated_at=timezone.now(),
    )
    return bool(done)


def give_up(*, row: int, lease: datetime) -> None:
    """Put the row back for another attempt, or mark it as failed after the last."""
    claimed, now = _claimed(row, lease), timezone.now()
    claimed.filter(attempts__gte=MAX_ATTEMPTS).update(state=DoubleDummy.State.FAILED, claimed_until=None)
    claimed.update(state=DoubleDummy.State.WAITING, claimed_until=None, updated_at=now)


def _free(now: datetime) -> Q:
    """Rows that nobody is working on: they wait, or their lease has run out."""
    return Q(state=DoubleDummy.State.WAITING) | Q(state=DoubleDummy.State.WORKING, claimed_until__lt=now)


def _claimed(row: int, lease: datetime) -> QuerySet[DoubleDummy]:
    return DoubleDummy.objects.filter(pk=row, state=DoubleDummy.State.WORKING, claimed_until=lease)
