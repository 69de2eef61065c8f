"""Boards: dealt, and as files and people write them, where hands, calls and texts may be left out."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.written_cards import WrittenCards


@dataclass(frozen=True)
class DealtBoard:
    """The cards of a board, its dealer and its vulnerability."""

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability


@dataclass(frozen=True)
class WrittenBoard:
    """A board of a file: its own number there, its cards as far as they are given, its calls, and what is said of it.

    `notes` explain calls, by their index. `before` and `after` are what the file says before the calls and after them.
    """

    line: int
    number: str
    cards: WrittenCards
    auction: Auction
    notes: tuple[tuple[int, str], ...] = ()
    before: str = ""
    after: str = ""

    def dealt(self, seed: int = 0) -> DealtBoard:
        """The board with what is open of its cards dealt at random."""
        return DealtBoard(self.cards.dealt(seed), self.auction.dealer, self.auction.vulnerability)


@dataclass(frozen=True)
class FileFault:
    """What is wrong with a file, in which line, and of which board where that is known."""

    line: int
    board: str
    message: str

    def __str__(self) -> str:
        where = f"line {self.line}, board {self.board}" if self.board else f"line {self.line}"
        return f"{where}: {self.message}"
