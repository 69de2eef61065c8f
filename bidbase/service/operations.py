"""The operations: what a request can ask, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Hand
from bidbase.game.evaluation import hand_values
from bidbase.game.scoring import PlayedContract, cross_imps, matchpoint_percentages, matchpoints
from bidbase.service import asked
from bidbase.service.records import (
    CallMeaningRecord,
    ContractRecord,
    CountRecord,
    DecisionRecord,
    LegalCallRecord,
    MeaningRecord,
    SeatRecord,
    SimulateAnswer,
    TriedRecord,
    contract_record,
    count_record,
    decision_record,
    legal_call_records,
    seat_records,
    trace_records,
)
from bidbase.service.request import Request
from bidbase.systems.manifest import read_manifest, shipped_systems

MAX_SCORES = 1_000
MAX_SCORE = 10_000  # more than any contract is worth


class Traced(TypedDict, total=False):
    """Every entry that was tried, in order, where that was asked."""

    trace: list[TriedRecord]


class BidAnswer(DecisionRecord, MeaningRecord, Traced):
    """A call with its meaning, and perhaps every entry that was tried."""


def bid(request: Request) -> BidAnswer:
    """What a robot calls with a hand."""
    hand, auction = request.read("hand", Hand.parse), request.open_auction()
    table = request.table(f"{hand} {auction}")
    decision = table.decide(hand, auction)
    traced: Traced = {"trace": trace_records(table.trace(hand, auction))} if request.flag("trace") else {}
    return {**decision_record(decision), **request.systems.meaning(table, auction, decision.call), **traced}


class TraceAnswer(DecisionRecord):
    """A call, and every entry that was tried, in order."""

    trace: list[TriedRecord]


def trace(request: Request) -> TraceAnswer:
    """Why a robot calls what it calls with a hand."""
    hand, auction = request.read("hand", Hand.parse), request.open_auction()
    found = request.table(f"{hand} {auction}").trace(hand, auction)
    return {**decision_record(found.decision), "trace": trace_records(found)}


def meaning(request: Request) -> CallMeaningRecord:
    """What a call means that was made."""
    auction, call = request.made_call()
    return {"call": str(call), **request.systems.meaning(request.table(), auction, call)}


class MeaningsAnswer(TypedDict):
    """Every legal call with its meaning."""

    calls: list[LegalCallRecord]


def meanings(request: Request) -> MeaningsAnswer:
    """What every legal call means."""
    auction = request.open_auction()
    return {"calls": [*legal_call_records(request.table(), auction)]}


class ShownAnswer(TypedDict):
    """What each seat has shown, North's first."""

    seats: list[SeatRecord]


def shown(request: Request) -> ShownAnswer:
    """What each seat has shown."""
    auction = request.auction()
    return {"seats": [*seat_records(request.table(), auction)]}


class WithMeaning(TypedDict, total=False):
    """What a call means, where that was asked."""

    meaning: MeaningRecord


class SeatDecisionRecord(DecisionRecord, WithMeaning):
    """A robot's call, and perhaps its meaning."""

    seat: str


class AuctionAnswer(ContractRecord):
    """An auction, and each call of it."""

    auction: str
    calls: list[SeatDecisionRecord]


def auction(request: Request) -> AuctionAnswer:
    """The auction of a deal by four robots."""
    deal, with_meanings = request.read("deal", Deal.parse), request.flag("meanings")
    reached = Auction(request.dealer(), request.vulnerability())
    table = request.table(str(deal))
    calls: list[SeatDecisionRecord] = []
    for decision in table.bid_on(deal, reached):
        request.go_on()
        meant: WithMeaning = (
            {"meaning": request.systems.meaning(table, reached, decision.call)} if with_meanings else {}
        )
        calls.append({"seat": reached.turn.letter, **decision_record(decision), **meant})
        reached = reached.with_call(decision.call)
    return {"auction": str(reached), "calls": calls, **contract_record(reached.contract)}


def simulate(request: Request) -> SimulateAnswer:
    """How often deals come up, such deals, and what contracts are worth over them."""
    from bidbase.service.simulating import simulated  # what it needs nothing else does

    return simulated(request)


class EvaluateAnswer(TypedDict):
    """Every count of a hand."""

    counts: list[CountRecord]


def evaluate(request: Request) -> EvaluateAnswer:
    """What a hand is worth by every count."""
    return {"counts": [*map(count_record, hand_values(request.read("hand", Hand.parse)))]}


class ScoreAnswer(TypedDict):
    """North-South's score; with others also matchpoints, these in percent of top, and cross-IMPs in all."""

    score: int
    matchpoints: NotRequired[int]
    percent: NotRequired[float]
    imps: NotRequired[int]


def score(request: Request) -> ScoreAnswer:
    """What a result scores in duplicate."""
    played = request.read("result", _parse_result)
    own = 0 if played is None else played.north_south_score(request.vulnerability())
    others = request.wholes("others", MAX_SCORES, MAX_SCORE)
    if others is None:
        return {"score": own}
    scores = [own, *others]
    percent = round(matchpoint_percentages(scores)[0], 2)
    return {"score": own, "matchpoints": matchpoints(scores)[0], "percent": percent, "imps": cross_imps(scores)[0]}


def _parse_result(text: str) -> PlayedContract | None:
    return None if text.strip().lower() in ("p", "pass") else PlayedContract.parse(text)


class LegalAnswer(ContractRecord):
    """Whose turn it is and what they may call, and the contract so far. Nobody calls when the auction is over."""

    turn: str | None
    calls: list[str]


def legal(request: Request) -> LegalAnswer:
    """Which calls are legal, and how the auction stands."""
    auction = request.auction()
    turn = None if auction.finished else auction.turn.letter
    return {"turn": turn, "calls": [*map(str, auction.legal_calls())], **contract_record(auction.contract)}


class SystemRecord(TypedDict):
    """A system: the name by which requests ask for it, its title, and what it is."""

    name: str
    title: str
    description: str


class SystemsAnswer(TypedDict):
    """The systems that come with BidBase."""

    systems: list[SystemRecord]


def systems(request: Request) -> SystemsAnswer:
    """The systems that come with BidBase."""
    manifests = map(read_manifest, shipped_systems())
    return {
        "systems": [
            {"name": manifest.name, "title": manifest.title, "description": manifest.description}
            for manifest in manifests
        ]
    }


@dataclass(frozen=True)
class Operation:
    """What a request can ask: the type of such a request, how it is answered, and whether that takes long."""

    asked: type
    answer: Callable[[Request], Mapping[str, Any]]
    takes_long: bool = False


OPERATIONS = {
    "bid": Operation(asked.BidAsked, bid),
    "trace": Operation(asked.TraceAsked, trace),
    "meaning": Operation(asked.MeaningAsked, meaning),
    "meanings": Operation(asked.MeaningsAsked, meanings),
    "shown": Operation(asked.ShownAsked, shown),
    "auction": Operation(asked.AuctionAsked, auction, takes_long=True),
    "simulate": Operation(asked.SimulateAsked, simulate, takes_long=True),
    "evaluate": Operation(asked.EvaluateAsked, evaluate),
    "score": Operation(asked.ScoreAsked, score),
    "legal": Operation(asked.LegalAsked, legal),
    "systems": Operation(asked.SystemsAsked, systems),
}
