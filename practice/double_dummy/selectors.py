"""Reading double-dummy results, and the form in which they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Deal, Seat, Strain, Vulnerability
from bidbase.game.double_dummy import Analysis, ParContract
from practice.double_dummy.models import DoubleDummy

PATIENCE = timedelta(seconds=10)  # a row that stands still for longer has lost the message that wakes a worker

Position = tuple[Deal, Seat, Vulnerability]
"""What is analyzed: a deal with its dealer and its vulnerability."""
_STRAIN = {strain.letter: strain for strain in STRAINS}


def key_of(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> dict[str, Any]:
    """The columns by which the row of a deal is known."""
    return {"cards": str(deal), "dealer": dealer.letter, "vulnerability": str(vulnerability)}


def double_dummy_of(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> DoubleDummy | None:
    """The row of a deal; None while nobody has asked for it."""
    return DoubleDummy.objects.filter(**key_of(deal, dealer, vulnerability)).first()


def left_alone(deals: Iterable[Position]) -> list[Position]:
    """Those of these deals that nobody has asked for, or for which nothing has happened of late; in one query."""
    keys = {tuple(key_of(*deal).values()): deal for deal in deals}
    rows = DoubleDummy.objects.filter(cards__in=[cards for cards, *_ in keys])
    ended = Q(state__in=[DoubleDummy.State.DONE, DoubleDummy.State.FAILED])
    known = rows.filter(ended | Q(updated_at__gt=timezone.now() - PATIENCE))
    return [keys[key] for key in keys.keys() - set(known.values_list("cards", "dealer", "vulnerability"))]


def analysis_waits() -> bool:
    """Whether an analysis that a page has asked for waits for a worker."""
    recent = DoubleDummy.objects.filter(updated_at__gt=timezone.now() - PATIENCE)
    return recent.filter(state=DoubleDummy.State.WAITING).exists()


def analyses_of(deals: Iterable[Position]) -> dict[Position, Analysis]:
    """The analyses of these deals, each with its dealer and vulnerability, as far as they are done; in one query."""
    keys = {tuple(key_of(*deal).values()): deal for deal in deals}
    rows = DoubleDummy.objects.filter(cards__in=[cards for cards, *_ in keys], state=DoubleDummy.State.DONE)
    found = {keys.get((row.cards, row.dealer, row.vulnerability)): analysis_of(row) for row in rows}
    return {deal: analysis for deal, analysis in found.items() if deal and analysis}


def state_of(row: DoubleDummy | None) -> str:
    """The state of an analysis, blank while nobody has asked for it.

    Where the lease of a worker has run out, it waits for another one.
    """
    if row is None:
        return ""
    died = row.claimed_until is not None and row.claimed_until < timezone.now()
    return DoubleDummy.State.WAITING if row.state == DoubleDummy.State.WORKING and died else row.state


def analysis_of(row: DoubleDummy | None) -> Analysis | None:
    """The analysis in a row; None while it is not done."""
    if row is None or row.state != DoubleDummy.State.DONE:
        return None
    tricks, par = row.tricks or {}, row.par or {}
    return Analysis(
        tuple(tuple(tricks[strain.letter][seat.letter] for strain in STRAINS) for seat in SEATS),
        par["score"],
        tuple(map(_par_contract, par["contracts"])),
    )


def tricks_to_json(analysis: Analysis) -> dict[str, dict[str, int]]:
    """Strain letter to seat letter to tricks."""
    return {
        strain.letter: {seat.letter: analysis.tricks[seat][strain] for seat in SEATS}
        for strain in sorted(STRAINS, reverse=True)
    }


def par_to_json(analysis: Analysis) -> dict[str, Any]:
    """North-South's score, and the contracts with their tricks."""
    contracts = [
        {
            "level": par.contract.level,
            "strain": par.contract.strain.letter,
            "doubled": par.contract.doubled,
            "declarer": par.contract.declarer.letter,
            "tricks": par.tricks,
        }
        for par in analysis.par_contracts
    ]
    return {"score": analysis.par_score, "contracts": contracts}


def _par_contract(stored: dict[str, Any]) -> ParContract:
    strain: Strain = _STRAIN[stored["strain"]]
    declarer = Seat.parse(stored["declarer"])
    return ParContract(Contract(stored["level"], strain, stored["doubled"], declarer), stored["tricks"])
