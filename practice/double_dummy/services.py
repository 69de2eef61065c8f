"""Double-dummy analysis of deals: asked for by pages, done by workers that claim its row, kept for good."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.utils import timezone

from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.double_dummy import Analysis, analyze
from editor.work import RowClaim, claim, unclaimed
from practice.double_dummy.models import DoubleDummy
from practice.double_dummy.selectors import PATIENCE, key_of, par_to_json, tricks_to_json

LEASE = timedelta(minutes=1)  # an analysis takes about a second

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
    standing_still = DoubleDummy.objects.filter(unclaimed(now), pk=row.pk, updated_at__lt=now - PATIENCE)
    return row.pk if standing_still.update(updated_at=now) else None


def analyze_deal(*, row: int) -> None:
    """Do the analysis of a row and keep it, unless it is done or somebody else is at it."""
    if (held := claim_row(row=row)) is None:
        return
    try:
        analysis = analyze(*DoubleDummy.objects.get(pk=row).position)
    except Exception:
        _log.exception("the double-dummy analysis %s failed", row)
        held.give_up()
    else:
        keep(held=held, analysis=analysis)


def claim_row(*, row: int) -> RowClaim | None:
    """Claim a row; None where there is nothing to do."""
    return claim(DoubleDummy.objects.filter(pk=row), LEASE)


def keep(*, held: RowClaim, analysis: Analysis) -> bool:
    """Store an analysis, if the row is still claimed."""
    return held.end(DoubleDummy.State.DONE, tricks=tricks_to_json(analysis), par=par_to_json(analysis))
