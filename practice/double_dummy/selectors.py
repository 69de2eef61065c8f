"""Reading double-dummy results, and the form in which they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Deal, Seat, Strain, Vulnerability
from bidbase.game.double_dummy import Analysis, ParContract
from practice.double_dummy.models import DoubleDummy

Position = tuple[Deal, Seat, Vulnerability]
"""What is analyzed: a deal with its dealer and its vulnerability."""
_STRAIN = {strain.letter: strain for strain in STRAINS}


def key_of(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> dict[str, Any]:
    """The columns by which the row of a deal is known."""
    return {"cards": str(deal), "dealer": dealer.letter, "vulnerability": str(vulnerability)}


def analysis_of(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Analysis | None:
    """The analysis of a deal; None while there is none."""
    row = DoubleDummy.objects.filter(**key_of(deal, dealer, vulnerability)).first()
    return analysis_in(row) if row is not None else None


def analyses_of(deals: Iterable[Position]) -> dict[Position, Analysis]:
    """The analyses of these deals, each with its dealer and vulnerability, as far as they are done; in one query."""
    keys = {tuple(key_of(*deal).values()): deal for deal in deals}
    rows = DoubleDummy.objects.filter(cards__in=[cards for cards, *_ in keys])
    found = {keys.get((row.cards, row.dealer, row.vulnerability)): row for row in rows}
    return {deal: analysis_in(row) for deal, row in found.items() if deal}


def analysis_in(row: DoubleDummy) -> Analysis:
    """The analysis in a row."""
    return Analysis(
        tuple(tuple(row.tricks[strain.letter][seat.letter] for strain in STRAINS) for seat in SEATS),
        row.par["score"],
        tuple(map(_par_contract, row.par["contracts"])),
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
