"""The operations: what a request can ask, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from bidbase.bidding.contract_odds import compare_contracts, odds_of, parse_contracts
from bidbase.bidding.deal_search import DealSearch
from bidbase.bidding.deals_to_order import parse_wanted_hand
from bidbase.bidding.estimates import Mean
from bidbase.errors import TextError
from bidbase.game.auction import Auction, Contract
from bidbase.game.cards import Deal, Hand, Seat, Strain, Vulnerability
from bidbase.game.double_dummy import tricks_taken
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
    TriedRecord,
    contract_record,
    count_record,
    decision_record,
    legal_call_records,
    seat_records,
    trace_records,
)
from bidbase.service.request import SEAT_BY_LETTER, BadRequest, Request
from bidbase.systems import Entry
from bidbase.systems.manifest import read_manifest, shipped_systems

MAX_DEALS = 1_000
MAX_TRIED = 4_000_000
MAX_SCORES = 1_000
MAX_SCORE = 10_000  # more than any contract is worth
SOLVED_TOGETHER = 10  # deals that are analyzed double dummy before somebody looks at the clock


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


class Meant(TypedDict, total=False):
    """What a call means, where that was asked."""

    meaning: MeaningRecord


class SeatDecisionRecord(DecisionRecord, Meant):
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
        meant: Meant = {"meaning": request.systems.meaning(table, reached, decision.call)} if with_meanings else {}
        calls.append({"seat": reached.turn.letter, **decision_record(decision), **meant})
        reached = reached.with_call(decision.call)
    return {"auction": str(reached), "calls": calls, **contract_record(reached.contract)}


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


def simulate(request: Request) -> SimulateAnswer:
    """How often deals come up, such deals, and what contracts are worth over them."""
    declarer = request.read("declarer", Seat.parse, "S")
    contracts = request.read("contracts", lambda text: parse_contracts(text, declarer), "")
    wanted, most = request.whole("deals", 100, MAX_DEALS), request.whole("most", 400_000, MAX_TRIED)
    search = _search(request)
    deals, frequency = search.find(wanted, most, request.go_on)
    odds, compared = _weighed(request, deals, contracts) if deals else ([], [])
    return {
        "frequency": {"value": frequency.value, "error": frequency.error},
        "words": frequency.words(),
        "deals": [*map(str, deals)],
        "contracts": odds,
        "compared": compared,
    }


def _search(request: Request) -> DealSearch:
    texts = request.texts("hands", [*SEAT_BY_LETTER], 'a hand or conditions for a seat, as in {"N": "hcp 15-17"}')
    hands = {SEAT_BY_LETTER[letter]: _wanted(text, SEAT_BY_LETTER[letter]) for letter, text in texts.items()}
    wanted = {seat: hand for seat, hand in hands.items() if hand is not None}
    seed = request.whole("seed", 0, 1 << 31)
    return DealSearch(wanted, request.table(), request.auction(""), seed=seed)


def _wanted(text: str, seat: Seat) -> Entry | Hand | None:
    try:
        return parse_wanted_hand(text, seat)
    except TextError as error:
        raise BadRequest("bad-value", f"{seat.letter}: {error.message}", "hands") from None


def _weighed(
    request: Request, deals: list[Deal], contracts: tuple[Contract, ...]
) -> tuple[list[OddsRecord], list[ComparisonRecord]]:
    """What contracts are worth over deals, and the first of them against each of the others."""
    played = [*dict.fromkeys((contract.strain, contract.declarer) for contract in contracts)]
    tricks: dict[tuple[Strain, Seat], list[int]] = {pair: [] for pair in played}
    for start in range(0, len(deals), SOLVED_TOGETHER):
        request.go_on()
        for pair, taken in tricks_taken(deals[start : start + SOLVED_TOGETHER], played).items():
            tricks[pair] += taken
    vulnerability = request.vulnerability()
    taken_in = [tricks[contract.strain, contract.declarer] for contract in contracts]
    compared: list[ComparisonRecord] = []
    for other, taken in [*zip(contracts, taken_in, strict=True)][1:]:
        found = compare_contracts(contracts[0], other, (taken_in[0], taken), vulnerability)
        against, imps, won = contract_record(other), _mean(found.imps), _mean(found.matchpoints)
        compared.append({"against": against, "imps": imps, "matchpoints": won})
    return [_odds(*each, vulnerability) for each in zip(contracts, taken_in, strict=True)], compared


def _odds(contract: Contract, taken: list[int], vulnerability: Vulnerability) -> OddsRecord:
    odds = odds_of(contract, taken)
    return {
        **contract_record(contract),
        "made": {"value": odds.made.value, "error": odds.made.error},
        "tricks": _mean(odds.tricks),
        "counts": [*odds.counts],
        "score": _mean(odds.scores[vulnerability.of(contract.declarer.side)]),
    }


def _mean(mean: Mean) -> MeanRecord:
    return {"value": mean.value, "error": None if mean.error == float("inf") else mean.error}


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
