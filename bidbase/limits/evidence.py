"""What a step of a limit gains: a match of the changed system against the system as it is, scored double dummy.

A step is found to gain on the boards with odd numbers, and confirmed on the others: who tries many steps on the same
boards finds some that gain by accident.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, mean_and_error
from bidbase.bidding.otherwise import BookDeal, auction_otherwise, sections_met
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Contract
from bidbase.game.double_dummy import Analysis
from bidbase.game.scoring import imps
from bidbase.limits.steps import LimitStep

Swings = tuple[int, ...]
"""What the changed system wins on each board where the step matters, in IMPs."""


@dataclass(frozen=True)
class Evidence:
    """What a step gains on the boards where it matters, by which it is found and by which it is confirmed."""

    step: LimitStep
    found: Swings
    confirmed: Swings

    def is_found(self, errors: float) -> bool:
        """Whether its mean gain on the first boards is so many standard errors above 0."""
        mean, error = mean_and_error(self.found)
        return len(self.found) > 1 and mean > errors * error

    def words(self) -> str:
        """`+0.52 ± 0.21 IMPs on each of 85 boards; on 79 others +0.38 ± 0.19`."""
        first, others = (f"{mean:+.2f} ± {error:.2f}" for mean, error in map(mean_and_error, self._halves))
        return f"{first} IMPs on each of {len(self.found)} boards; on {len(self.confirmed)} others {others}"

    @property
    def _halves(self) -> tuple[Swings, Swings]:
        return self.found, self.confirmed


@dataclass(frozen=True)
class _BidBoard:
    """A board with its analysis, as four robots bid it by the book."""

    board: Board
    analysis: Analysis
    dealt: BookDeal
    auction: Auction


class BoardTrials:
    """Tries steps of the limits of one system on boards that are analyzed.

    `uses` counts for each entry, by its id, the calls that it makes on these boards. Robots bid by the book: where an
    entry asks for a simulation they pass. `report` is called for each board.
    """

    def __init__(
        self, bidder: Bidder, boards: Iterable[tuple[Board, Analysis]], report: Callable[[], None] = lambda: None
    ) -> None:
        self._bidder = bidder
        self.uses: Counter[str] = Counter()
        self._meeting: dict[str, list[_BidBoard]] = defaultdict(list)
        for board, analysis in boards:
            report()
            dealt = BookDeal(board.deal, board.dealer, board.vulnerability, str(board.number))
            auction, decisions = _table(board, bidder, bidder).bid_deal(*dealt[:3])
            self.uses.update(decision.entry.id for decision in decisions if decision.entry)
            for section in sections_met(dealt, auction, bidder):
                self._meeting[section].append(_BidBoard(board, analysis, dealt, auction))

    def evidence(self, step: LimitStep) -> Evidence:
        """What a step gains. Boards that four players of the changed system bid as before do not matter."""
        new = Bidder(self._bidder.system.changed(entries={step.before.id: step.after}), self._bidder)
        differing = new.differing_sections(self._bidder)
        boards = {bid.board.number: bid for section in differing for bid in self._meeting[section]}
        swings: tuple[list[int], list[int]] = [], []
        for number, bid in boards.items():
            if auction_otherwise(bid.dealt, bid.auction, self._bidder, new, differing) is not None:
                swings[number % 2].append(self._swing(bid, new))
        return Evidence(step, tuple(swings[1]), tuple(swings[0]))

    def _swing(self, bid: _BidBoard, new: Bidder) -> int:
        """What the changed system wins on a board: it sits North-South at one table, and East-West at the other."""
        first, second = _contract(bid.board, new, self._bidder), _contract(bid.board, self._bidder, new)
        score, other = (bid.analysis.score(contract, bid.board.vulnerability) for contract in (first, second))
        return imps(score - other)


def _contract(board: Board, ns: Bidder, ew: Bidder) -> Contract | None:
    return _table(board, ns, ew).bid_deal(board.deal, board.dealer, board.vulnerability)[0].contract


def _table(board: Board, ns: Bidder, ew: Bidder) -> Table:
    return Table(ns, ew, seed=str(board.number), simulate=lambda table, question: None)
