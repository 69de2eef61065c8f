"""What robots decide and what calls mean, as records for JSON."""

from __future__ import annotations

from typing import Any

from bidbase.bidding.bidder import Decision
from bidbase.bidding.prospects import Simulation
from bidbase.game.auction import PASSED_OUT
from bidbase.meaning.disclosure import Meaning


def decision_record(decision: Decision) -> dict[str, Any]:
    """A call, where it comes from, and what a simulation found where one was made."""
    entry = decision.entry
    name = None if entry is None else str(entry.convention or "")
    found = None if entry is None else {"id": entry.id, "section": entry.section, "order": entry.order, "name": name}
    record = {"call": str(decision.call), "source": decision.source.value, "entry": found}
    return record if decision.simulation is None else record | {"simulation": _simulation_record(decision.simulation)}


def _simulation_record(simulation: Simulation) -> dict[str, Any]:
    """How many deals were judged, and each contract with the call for it, the best first."""
    contracts = [
        {
            "call": str(prospect.call),
            "contract": str(prospect.contract or PASSED_OUT),
            "declarer": prospect.contract.declarer.letter if prospect.contract else None,
            "made": round(prospect.made, 3),
            "score": round(prospect.score, 1),
            "gain": round(prospect.gain, 3),
        }
        for prospect in simulation.prospects
    ]
    return {"deals": simulation.deals, "contracts": contracts}


def meaning_record(meaning: Meaning) -> dict[str, Any]:
    """What a call means, in words."""
    return {"meaning": meaning.words()}
