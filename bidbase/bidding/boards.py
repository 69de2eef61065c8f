"""Boards bid by robots: a deal under its number, the auction it ends in, and means of what boards score."""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Contract
from bidbase.game.cards import SEATS, Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.language.circumstances import Scoring

BOARDS_OF_A_SEED = 10_000
MAX_SEED = MAX_DEAL_NUMBER // BOARDS_OF_A_SEED - 1


@dataclass(frozen=True, slots=True)
class Board:
    """A deal with the number, dealer and vulnerability under which it is bid."""

    number: int
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability

    @classmethod
    def numbered(cls, number: int) -> Board:
        """The numbered deal, with the dealer and vulnerability that its number gives."""
        return cls(number, numbered_deal(number), board_dealer(number), board_vulnerability(number))

    def lines(self) -> list[str]:
        """The board for people: a line that names it, and one for each hand."""
        points = COUNT_BY_NAME["hcp"].of
        return [
            f"Board {self.number}: {self.dealer.title} deals, vulnerable: {self.vulnerability}",
            *(f"  {seat.title:5}  {self.deal[seat]}  {points(self.deal[seat]):g} HCP" for seat in SEATS),
        ]


def fresh_boards(count: int, seed: int) -> list[Board]:
    """Boards that the seed (0 to `MAX_SEED`) alone decides, at most `BOARDS_OF_A_SEED`; no two seeds share one."""
    if not (0 <= seed <= MAX_SEED and 0 < count <= BOARDS_OF_A_SEED):
        raise ValueError(f"seeds are 0 to {MAX_SEED} with 1 to {BOARDS_OF_A_SEED} boards, not {count} of seed {seed}")
    first = seed * BOARDS_OF_A_SEED + 1
    return [Board.numbered(number) for number in range(first, first + count)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A board bid to its end at a table of four robots, and the decision behind each call."""

    board: Board
    table: Table
    auction: Auction
    decisions: tuple[Decision, ...]

    @property
    def contract(self) -> Contract | None:
        """The contract reached; None when the board is passed out."""
        return self.auction.contract


def bid_board(
    board: Board, ns: Bidder, ew: Bidder, thinking: Collection[Seat] = (), scoring: Scoring = Scoring.IMP
) -> Outcome:
    """What four robots bid, of which those in some seats may think; percentages are drawn from the board's number."""
    table = Table(ns, ew, scoring, seed=str(board.number), thinking=thinking)
    auction, decisions = table.bid_deal(board.deal, board.dealer, board.vulnerability)
    return Outcome(board, table, auction, tuple(decisions))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; both 0 without values, the error 0 with one."""
    if len(values) < 2:
        return sum(values), 0.0
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))
