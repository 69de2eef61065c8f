"""The measures: pure functions that count how well a bidder does in the cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder, Decision, Source
from bidbase.bidding.boards import Outcome, bid_board
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.cards import Seat
from bidbase.game.scoring import imps
from tests.strength.blunders import BLUNDERS, Blunder
from tests.strength.cases import JudgedBoard, TextbookCall


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of right answers, of all answers."""

    right: int
    total: int

    @classmethod
    def count(cls, answers: Iterable[bool]) -> Tally:
        """The tally of answers that are right if True."""
        listed = list(answers)
        return cls(sum(listed), len(listed))

    @property
    def percent(self) -> float:
        """The share of right answers in percent; 0 without any answers."""
        return 100 * self.right / self.total if self.total else 0.0

    @property
    def parts(self) -> str:
        """`12/17`."""
        return f"{self.right}/{self.total}"

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
    """The tallies of all answers, and of those to cases that are not doubtful."""
    listed = list(answers)
    not_doubtful = Tally.count(answer.right for answer in listed if not answer.case.doubtful)
    return Tally.count(answer.right for answer in listed), not_doubtful


@dataclass(frozen=True, slots=True)
class MeasuredBoard:
    """A judged board with its outcome among four robots."""

    case: JudgedBoard
    outcome: Outcome

    @property
    def imps(self) -> int:
        """The IMPs between the contract's double-dummy score and par, without sign."""
        return imps_to_par(self.case, self.outcome.contract)

    @property
    def blunders(self) -> list[Blunder]:
        """The kinds of blunder that the auction shows."""
        return [blunder for blunder in BLUNDERS if blunder.shown_by(self.outcome, self.case.analysis)]


def imps_to_par(case: JudgedBoard, contract: Contract | None) -> int:
    """The IMPs between a contract's double-dummy score and par, without sign."""
    return abs(imps(case.analysis.score(contract, case.board.vulnerability) - case.analysis.par_score))


def measure_boards(
    bidder: Bidder, cases: Iterable[JudgedBoard], thinking: Collection[Seat] = ()
) -> list[MeasuredBoard]:
    """Each board as four robots bid it that play the same system, those in some seats thinking."""
    return [MeasuredBoard(case, bid_board(case.board, bidder, bidder, thinking)) for case in cases]


def thoughts(boards: Iterable[MeasuredBoard]) -> tuple[int, int]:
    """How many calls were thought about, and how many of them are not the book's."""
    decisions = [decision for board in boards for decision in board.outcome.decisions if decision.weighed]
    return len(decisions), sum(decision.source is Source.THINKING for decision in decisions)


def calls_by_source(boards: Iterable[MeasuredBoard]) -> dict[Source, Tally]:
    """For each source the number of calls that it made, of all calls."""
    counts = Counter(decision.source for board in boards for decision in board.outcome.decisions)
    return {source: Tally(counts[source], counts.total()) for source in Source}


def boards_by_blunder(boards: Iterable[MeasuredBoard]) -> dict[str, list[int]]:
    """The numbers of the boards that show each kind of blunder, by its name."""
    numbers: dict[str, list[int]] = {blunder.name: [] for blunder in BLUNDERS}
    for board in boards:
        for blunder in board.blunders:
            numbers[blunder.name].append(board.case.board.number)
    return numbers


def references(cases: Sequence[JudgedBoard]) -> Mapping[str, list[int]]:
    """The IMPs to par for each board of four passes, and of the stored auctions of each system that all boards have."""
    systems = [name for name in (cases[0].stored if cases else ()) if all(name in case.stored for case in cases)]
    stored = {name: [imps_to_par(case, case.stored[name].contract) for case in cases] for name in systems}
    return {**stored, "four passes": [imps_to_par(case, None) for case in cases]}


def agreement(bidder: Bidder, cases: Iterable[JudgedBoard], system: str) -> Tally:
    """How often the bidder makes a call of the stored auctions that is not a pass, given the auction before it."""
    return Tally.count(
        _call(bidder, case, before) is call for case in cases for before, call in _active_calls(case.stored[system])
    )


def _active_calls(auction: Auction) -> Iterable[tuple[Auction, Call]]:
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
