"""Double-dummy analysis of numbered deals: asked for by pages, done by workers, kept for good.

A worker claims a row by a conditional update, for as long as the lease lasts. It can be killed at any moment: when the
lease has run out, the next worker that is woken claims the row again.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.double_dummy import Analysis, analyze
from practice.double_dummy.models import DoubleDummy
from practice.double_dummy.selectors import par_to_json, tricks_to_json

LEASE = timedelta(minutes=1)  # an analysis takes about a second
PATIENCE = timedelta(seconds=10)  # how long a row may stand still before a worker is woken once more
MAX_ATTEMPTS = 3

_log = logging.getLogger(__name__)


def request_analysis(*, deal_number: int) -> bool:
    """Ask for the analysis of a deal. True when a worker should be woken for it: the caller does that.

    Ask as often as you like: of many that ask at once only one hears True, and again when nothing happens.
    """
    row, created = DoubleDummy.objects.get_or_create(deal_number=deal_number)
    if created:
        return True
    if row.state in (DoubleDummy.State.DONE, DoubleDummy.State.FAILED):
        return False
    now = timezone.now()
    standing_still = DoubleDummy.objects.filter(_free(now), deal_number=deal_number, updated_at__lt=now - PATIENCE)
    return bool(standing_still.update(updated_at=now))


def analyze_deal(*, deal_number: int) -> None:
    """Do the analysis of a deal and keep it, unless it is done or somebody else is at it."""
    if (lease := claim(deal_number=deal_number)) is None:
        return
    try:
        vulnerability = board_vulnerability(deal_number)
        analysis = analyze(numbered_deal(deal_number), board_dealer(deal_number), vulnerability)
    except Exception:
        _log.exception("the double-dummy analysis of deal %s failed", deal_number)
        give_up(deal_number=deal_number, lease=lease)
    else:
        keep(deal_number=deal_number, lease=lease, analysis=analysis)


def claim(*, deal_number: int) -> datetime | None:
    """Claim the row of a deal: the end of the lease, or None when there is nothing to do."""
    now = timezone.now()
    free = DoubleDummy.objects.filter(_free(now), deal_number=deal_number)
    if free.filter(attempts__gte=MAX_ATTEMPTS).update(state=DoubleDummy.State.FAILED, updated_at=now):
        _log.error("the double-dummy analysis of deal %s was begun %s times, never ended", deal_number, MAX_ATTEMPTS)
        return None
    lease = now + LEASE
    claimed = free.update(
        state=DoubleDummy.State.WORKING, attempts=F("attempts") + 1, claimed_until=lease, updated_at=now
    )
    return lease if claimed else None


def keep(*, deal_number: int, lease: datetime, analysis: Analysis) -> bool:
    """Store an analysis, if the row is still claimed under this lease."""
    done = _claimed(deal_number, lease).update(
        state=DoubleDummy.State.DONE,
        tricks=tricks_to_json(analysis),
        par=par_to_json(analysis),
        claimed_until=None,
        updated_at=timezone.now(),
    )
    return bool(done)


def give_up(*, deal_number: int, lease: datetime) -> None:
    """Put the row back for another attempt, or mark it as failed after the last."""
    claimed, now = _claimed(deal_number, lease), timezone.now()
    claimed.filter(attempts__gte=MAX_ATTEMPTS).update(state=DoubleDummy.State.FAILED, claimed_until=None)
    claimed.update(state=DoubleDummy.State.WAITING, claimed_until=None, updated_at=now)


def _free(now: datetime) -> Q:
    """Rows that nobody is working on: they wait, or their lease has run out."""
    return Q(state=DoubleDummy.State.WAITING) | Q(state=DoubleDummy.State.WORKING, claimed_until__lt=now)


def _claimed(deal_number: int, lease: datetime) -> QuerySet[DoubleDummy]:
    return DoubleDummy.objects.filter(deal_number=deal_number, state=DoubleDummy.State.WORKING, claimed_until=lease)
