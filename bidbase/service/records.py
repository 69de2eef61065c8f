"""Answers as records for JSON: a type for each, from which the schema is made, and how it is made of objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NotRequired, TypedDict

from bidbase.bidding.bidder import Decision
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import Trace
from bidbase.bidding.weighed import Weighed
from bidbase.game.auction import PASSED_OUT, Auction, Contract
from bidbase.game.cards import SEATS, SUITS_DOWN, Seat, Strain
from bidbase.game.evaluation import HandValue
from bidbase.language.auction_state import Expected
from bidbase.language.disclosures import Strength
from bidbase.meaning.disclosure import Meaning
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.kinds import range_words
from bidbase.meaning.shown import Shown


class EntryRecord(TypedDict):
    """The entry that made a call: its id, its section and order number, and its convention."""

    id: str
    section: str
    order: str
    name: str


class ContractRecord(TypedDict):
    """A contract, as in 4SX, or `passed out`, and who plays it."""

    contract: str
    declarer: str | None


class ProspectRecord(ContractRecord):
    """A contract in a simulation: the share of deals in which it is made, its score, and what it gains."""

    call: str
    made: float
    score: float
    gain: float


class SimulationRecord(TypedDict):
    """How many deals were judged, and each contract with the call for it, the best first."""

    deals: int
    contracts: list[ProspectRecord]


class EndingRecord(ContractRecord):
    """A contract that a call led to, and in how many deals."""

    deals: int


class WeighedCallRecord(TypedDict):
    """A call that was weighed: the contracts it led to, its score, and what it gains on the book's call."""

    call: str
    contracts: list[EndingRecord]
    score: float
    gain: float
    error: float


class WeighedRecord(TypedDict):
    """How many deals were bid on and solved, the book's call, and each call, the one decided on first."""

    deals: int
    solved: int
    book: str
    calls: list[WeighedCallRecord]


class DecisionRecord(TypedDict):
    """A call, where it comes from, and what a simulation or roll-outs found where there were any."""

    call: str
    source: str
    entry: EntryRecord | None
    simulation: NotRequired[SimulationRecord]
    weighed: NotRequired[WeighedRecord]


class LineRecord(TypedDict):
    """A kind of hand that makes a call: text, convention, range in words, the usual range, and the entries' ids."""

    text: str
    convention: str
    range: str
    usual: str
    entries: list[str]


class AsksRecord(TypedDict):
    """What a call asks: its codes, and the words."""

    codes: list[str]
    words: str


class StrengthRecord(TypedDict):
    """A class of strength: its code, and the words."""

    code: str
    words: str


class LimitsRecord(TypedDict):
    """The least and the most that is shown, null for anything, and what partner plays for."""

    shown: list[int] | None
    expected: list[int]


class LengthRecord(LimitsRecord):
    """The cards of a suit, and the codes of what entries say of it."""

    codes: list[str]


class MeaningRecord(TypedDict):
    """What a call means: in words, each kind of hand, and all that its entries disclose."""

    meaning: str
    lines: list[LineRecord]
    alert: str
    announcement: str
    asks: AsksRecord
    strength: StrengthRecord | None
    points: LimitsRecord
    lengths: dict[str, LengthRecord]


class CallMeaningRecord(MeaningRecord):
    """A call with its meaning."""

    call: str


class LegalCallRecord(CallMeaningRecord):
    """A legal call with its meaning, the entries that make it, and whether a hand is left for it."""

    left: bool
    entries: list[str]


class ShownRecord(TypedDict):
    """What a seat has shown by all its calls, and what its last call asks."""

    seat: str
    shown: str
    agreed: bool
    contradicted: bool
    expectation: str
    asks: AsksRecord
    strength: StrengthRecord | None
    points: LimitsRecord
    lengths: dict[str, LimitsRecord]


class SeatRecord(ShownRecord):
    """What a seat has shown, and each of its calls with the meaning."""

    calls: list[CallMeaningRecord]


class FailureRecord(TypedDict):
    """A spec of an entry that did not hold: its field, what was needed, and what there was."""

    field: str
    needed: str
    had: str


class TriedRecord(TypedDict):
    """An entry that was tried, its bid, and the specs that failed."""

    entry: str
    bid: str
    failed: list[FailureRecord]


class CountRecord(TypedDict):
    """A count of a hand: in all, in each suit, and for its shape."""

    name: str
    label: str
    total: float
    spades: float
    hearts: float
    diamonds: float
    clubs: float
    shape: float


class MeanRecord(TypedDict):
    """A mean or a share, and how far it may be off, 19 times in 20; null where nothing is known of that."""

    value: float
    error: float | None


class OddsRecord(ContractRecord):
    """A contract over deals: the share in which it is made, its tricks, how often it takes 0 to 13, its score."""

    made: MeanRecord
    tricks: MeanRecord
    counts: list[int]
    score: MeanRecord


class ComparisonRecord(TypedDict):
    """What the first contract gains on another one: IMPs a deal, and its share of the matchpoints."""

    against: ContractRecord
    imps: MeanRecord
    matchpoints: MeanRecord


class SimulateAnswer(TypedDict):
    """How often such deals come up, such deals, and the contracts over them."""

    frequency: MeanRecord
    words: str
    deals: list[str]
    contracts: list[OddsRecord]
    compared: list[ComparisonRecord]


def decision_record(decision: Decision) -> DecisionRecord:
    """A decision."""
    entry = decision.written
    record = DecisionRecord(call=str(decision.call), source=decision.source.value, entry=None)
    if entry is not None:
        name = str(entry.convention or "")
        record["entry"] = {"id": entry.id, "section": entry.section, "order": entry.order, "name": name}
    if decision.simulation is not None:
        record["simulation"] = _simulation_record(decision.simulation)
    if decision.weighed is not None:
        record["weighed"] = _weighed_record(decision.weighed)
    return record


def contract_record(contract: Contract | None) -> ContractRecord:
    """A contract; None for a deal that is passed out."""
    return {"contract": str(contract or PASSED_OUT), "declarer": contract.declarer.letter if contract else None}


def _simulation_record(simulation: Simulation) -> SimulationRecord:
    contracts: list[ProspectRecord] = [
        {
            "call": str(prospect.call),
            **contract_record(prospect.contract),
            "made": round(prospect.made, 3),
            "score": round(prospect.score, 1),
            "gain": round(prospect.gain, 3),
        }
        for prospect in simulation.prospects
    ]
    return {"deals": simulation.deals, "contracts": contracts}


def _weighed_record(weighed: Weighed) -> WeighedRecord:
    calls: list[WeighedCallRecord] = [
        {
            "call": str(weighed_call.call),
            "contracts": [
                {**contract_record(ending.contract), "deals": ending.deals} for ending in weighed_call.endings
            ],
            "score": round(weighed_call.score, 1),
            "gain": round(weighed_call.gain, 3),
            "error": round(weighed_call.error, 3),
        }
        for weighed_call in weighed.calls
    ]
    return {"deals": weighed.deals, "solved": weighed.solved, "book": str(weighed.book), "calls": calls}


def meaning_record(meaning: Meaning) -> MeaningRecord:
    """A meaning."""
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
            suit.title: {
                **_length(summary, meaning.expected, suit),
                "codes": [str(length) for of_suit, length in meaning.lengths if of_suit is suit],
            }
            for suit in SUITS_DOWN
        },
    }


def legal_call_records(table: Table, auction: Auction) -> Iterator[LegalCallRecord]:
    """Every legal call after an auction with its meaning, in the order of `Auction.legal_calls`."""
    for call, meaning in table.meanings(auction).items():
        entries = [entry.id for line in meaning.lines for entry in line.entries]
        yield {"call": str(call), **meaning_record(meaning), "left": meaning.left, "entries": entries}


def seat_records(table: Table, auction: Auction) -> Iterator[SeatRecord]:
    """What each seat has shown, with its calls; North's comes first."""
    calls: dict[Seat, list[CallMeaningRecord]] = {seat: [] for seat in SEATS}
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        calls[before.turn].append({"call": str(call), **meaning_record(table.meaning(before, call))})
    shown = table.read_shown(auction)
    for seat in SEATS:
        yield {**shown_record(seat, shown[seat]), "calls": calls[seat]}


def shown_record(seat: Seat, shown: Shown) -> ShownRecord:
    """What a seat has shown."""
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


def trace_records(trace: Trace) -> list[TriedRecord]:
    """Each entry tried, in order."""
    return [
        {
            "entry": tried.entry.id,
            "bid": tried.entry.text("bid"),
            "failed": [
                {"field": failure.field.name, "needed": failure.needed, "had": failure.had}
                for failure in tried.failures
            ],
        }
        for tried in trace.tried
    ]


def count_record(value: HandValue) -> CountRecord:
    """A count."""
    spades, hearts, diamonds, clubs = value.suits
    return {
        "name": value.name,
        "label": value.label,
        "total": float(value.value),
        "spades": spades,
        "hearts": hearts,
        "diamonds": diamonds,
        "clubs": clubs,
        "shape": value.shape,
    }


def _strength(strength: Strength | None) -> StrengthRecord | None:
    return None if strength is None else {"code": strength.code, "words": strength.words()}


def _length(summary: HandSummary | None, expected: Expected, suit: Strain) -> LimitsRecord:
    return _limits(summary.lengths[suit] if summary else None, (expected.least[suit], expected.most[suit]))


def _limits(shown: tuple[int, int] | None, expected: tuple[int, int]) -> LimitsRecord:
    return {"shown": None if shown is None else list(shown), "expected": list(expected)}
