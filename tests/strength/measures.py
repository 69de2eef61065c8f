"""The measures: pure functions from a bidder and cases to counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder, Decision, Source
from bidbase.bidding.boards import Outcome, bid_board
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.scoring import imps
from tests.strength.blunders import BLUNDERS, Blunder
from tests.strength.cases import JudgedBoard, TextbookCall


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of so many."""

    right: int
    of: int

    @classmethod
    def count(cls, answers: Iterable[bool]) -> Tally:
        """The true ones of these."""
        listed = list(answers)
        return cls(sum(listed), len(listed))

    @property
    def percent(self) -> float:
        """The share in percent; 0 of nothing."""
        return 100 * self.right / self.of if self.of else 0.0

    @property
    def parts(self) -> str:
        """`12/17`."""
        return f"{self.right}/{self.of}"

    def __str__(self) -> str:
        return f"{self.parts} ({self.percent:.1f} %)"


@dataclass(frozen=True, slots=True)
class TextbookAnswer:
    """What a bidder calls in a textbook case."""

    case: TextbookCall
    decision: Decision

    @property
    def right(self) -> bool:
        """Whether it is the textbook's call."""
        return self.decision.call is self.case.call


def textbook_answers(bidder: Bidder, cases: Iterable[TextbookCall]) -> list[TextbookAnswer]:
    """The bidder's call in each case."""
    return [TextbookAnswer(case, _table(bidder, case.name).decide(case.hand, case.auction)) for case in cases]


def textbook_tallies(answers: Iterable[TextbookAnswer]) -> tuple[Tally, Tally]:
    """How many are right, of all and of those that are not doubtful."""
    listed = list(answers)
    sure = Tally.count(answer.right for answer in listed if not answer.case.doubtful)
    return Tally.count(answer.right for answer in listed), sure


@dataclass(frozen=True, slots=True)
class Measured:
    """A board bid to its end by robots that may be compared with par."""

    case: JudgedBoard
    outcome: Outcome

    @property
    def imps(self) -> int:
        """How far the contract's double-dummy score is from par."""
        return imps_to_par(self.case, self.outcome.contract)

    @property
    def blunders(self) -> list[Blunder]:
        """The kinds of blunder that the auction shows."""
        return [blunder for blunder in BLUNDERS if blunder.made(self.outcome, self.case.analysis)]


def imps_to_par(case: JudgedBoard, contract: Contract | None) -> int:
    """The IMPs between a contract's double-dummy score and par, without sign."""
    return abs(imps(case.analysis.score(contract, case.board.vulnerability) - case.analysis.par_score))


def bid_boards(bidder: Bidder, cases: Iterable[JudgedBoard]) -> list[Measured]:
    """Each board bid by four robots that play the same system."""
    return [Measured(case, bid_board(case.board, bidder, bidder)) for case in cases]


def calls_by_source(boards: Iterable[Measured]) -> dict[Source, Tally]:
    """The share of all calls that each source made."""
    counted = Counter(decision.source for measured in boards for decision in measured.outcome.decisions)
    return {source: Tally(counted[source], counted.total()) for source in Source}


def boards_by_blunder(boards: Iterable[Measured]) -> dict[str, list[int]]:
    """The numbers of the boards that show each kind of blunder."""
    found: dict[str, list[int]] = {blunder.name: [] for blunder in BLUNDERS}
    for measured in boards:
        for blunder in measured.blunders:
            found[blunder.name].append(measured.case.board.number)
    return found


def references(cases: Sequence[JudgedBoard]) -> Mapping[str, list[int]]:
    """The IMPs to par of four passes, and of the stored auctions of each system that every board has."""
    systems = [name for name in (cases[0].stored if cases else ()) if all(name in case.stored for case in cases)]
    stored = {name: [imps_to_par(case, case.stored[name].contract) for case in cases] for name in systems}
    return {**stored, "four passes": [imps_to_par(case, None) for case in cases]}


def agreement(bidder: Bidder, cases: Iterable[JudgedBoard], system: str) -> Tally:
    """How often the bidder agrees with a call that is not a pass in the stored auctions, given the auction so far."""
    return Tally.count(
        _call(bidder, case, before) is call for case in cases for before, call in _steps(case.stored[system])
    )


def _steps(auction: Auction) -> Iterable[tuple[Auction, Call]]:
    """The calls that are not passes, each with the auction before it."""
    before = auction.before(0)
    for call in auction.calls:
        if call is not PASS:
            yield before, call
        before = before.with_call(call)


def _call(bidder: Bidder, case: JudgedBoard, auction: Auction) -> Call:
    return _table(bidder, str(case.board.number)).decide(case.board.deal[auction.turn], auction).call


def _table(bidder: Bidder, seed: str) -> Table:
    return Table(bidder, bidder, seed=seed)
