"""What robots decide and what calls mean, as records for JSON."""

from __future__ import annotations

from typing import Any

from bidbase.bidding.bidder import Decision
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.weighed import Weighed
from bidbase.game.auction import PASSED_OUT
from bidbase.game.cards import SUITS_DOWN, Seat, Strain
from bidbase.language.auction_state import Expected
from bidbase.language.disclosures import Strength
from bidbase.meaning.disclosure import Meaning
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.kinds import range_words
from bidbase.meaning.shown import Shown


def decision_record(decision: Decision) -> dict[str, Any]:
    """A call, where it comes from, and what a simulation or roll-outs found where there were any."""
    entry = decision.written
    name = None if entry is None else str(entry.convention or "")
    found = None if entry is None else {"id": entry.id, "section": entry.section, "order": entry.order, "name": name}
    record = {"call": str(decision.call), "source": decision.source.value, "entry": found}
    if decision.simulation is not None:
        record["simulation"] = _simulation_record(decision.simulation)
    if decision.weighed is not None:
        record["weighed"] = _weighed_record(decision.weighed)
    return record


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


def _weighed_record(weighed: Weighed) -> dict[str, Any]:
    """How many deals were bid on and solved, and each call with the contracts it led to, the one decided on first."""
    calls = [
        {
            "call": str(weighed_call.call),
            "contracts": [
                {
                    "contract": str(ending.contract or PASSED_OUT),
                    "declarer": ending.contract.declarer.letter if ending.contract else None,
                    "deals": ending.deals,
                }
                for ending in weighed_call.endings
            ],
            "score": round(weighed_call.score, 1),
            "gain": round(weighed_call.gain, 3),
            "error": round(weighed_call.error, 3),
        }
        for weighed_call in weighed.calls
    ]
    return {"deals": weighed.deals, "solved": weighed.solved, "book": str(weighed.book), "calls": calls}


def meaning_record(meaning: Meaning) -> dict[str, Any]:
    """What a call means: in words, each kind of hand, and all that its entries disclose."""
    summary = meaning.summary
    return {
        "meaning": meaning.words(),
        "lines": [
            {
                "text": line.text,
                "convention": line.convention,
                "range": line.range_words,
                "usual": range_words(line.usual),
                "entries": [entry.id for entry in line.entries],
            }
            for line in meaning.lines
        ],
        "alert": meaning.alert,
        "announcement": meaning.announcement,
        "asks": {"codes": list(meaning.asked), "words": meaning.asks},
        "strength": _strength(meaning.strength),
        "points": _limits(summary.hcp if summary else None, meaning.expected.points),
        "lengths": {
            suit.title: _length(summary, meaning.expected, suit)
            | {"codes": [str(length) for of_suit, length in meaning.lengths if of_suit is suit]}
            for suit in SUITS_DOWN
        },
    }


def shown_record(seat: Seat, shown: Shown) -> dict[str, Any]:
    """What a seat has shown by all its calls, and what its last call asks."""
    summary = shown.summary
    return {
        "seat": seat.letter,
        "shown": shown.words(),
        "agreed": shown.agreed,
        "contradicted": shown.contradicted,
        "expectation": shown.expectation,
        "asks": {"codes": list(shown.asked), "words": shown.asks},
        "strength": _strength(shown.strength),
        "points": _limits(summary.hcp if summary else None, shown.expected.points),
        "lengths": {suit.title: _length(summary, shown.expected, suit) for suit in SUITS_DOWN},
    }


def _strength(strength: Strength | None) -> dict[str, str] | None:
    return None if strength is None else {"code": strength.code, "words": strength.words()}


def _length(summary: HandSummary | None, expected: Expected, suit: Strain) -> dict[str, Any]:
    return _limits(summary.lengths[suit] if summary else None, (expected.least[suit], expected.most[suit]))


def _limits(shown: tuple[int, int] | None, expected: tuple[int, int]) -> dict[str, Any]:
    """The least and the most that is shown, null for anything, and what partner plays for."""
    return {"shown": None if shown is None else list(shown), "expected": list(expected)}
