"""What the reader of each dialect finds of a board: texts, which are understood here in one way for all dialects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.boards import FileFault, WrittenBoard
from bidbase.game.cards import Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.written_cards import WrittenCards

ALL_PASS = "AP"
"""Stands for all passes that end an auction."""

_NOT_GIVEN = ("", "?")
_MOST_DIGITS = 9
_MOST_IN_A_NAME = 20  # characters
_MOST_IN_A_MESSAGE = 300  # which may quote what stands in the file
MOST_CALLS = 320  # more than any auction has


@dataclass
class CallText:
    """A call as it is written, and what explains it."""

    text: str
    note: str = ""


@dataclass
class BoardText:
    """The texts of one board, which begins in this line. `cards` are a deal in PBN; `first` makes the first call."""

    line: int
    number: str = ""
    cards: str = ""
    dealer: str = ""
    vulnerability: str = ""
    first: str = ""
    calls: list[CallText] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def understood(self, place: int) -> Iterator[WrittenBoard | FileFault]:
        """The board, if its cards can be read, and what is wrong with it.

        A dealer or a vulnerability that is not given goes by the number of the board, and the number by its place.
        """
        name = self.number[:_MOST_IN_A_NAME] or str(place)
        try:
            yield self._board(name, place)
        except TextError as error:
            self.faults.append(error.message)
        for message in self.faults:
            yield FileFault(self.line, name, message[:_MOST_IN_A_MESSAGE])

    def _board(self, name: str, place: int) -> WrittenBoard:
        digits = name if name.isascii() and name.isdigit() and len(name) <= _MOST_DIGITS else "0"
        number = int(digits) or place
        cards = WrittenCards.parse(self.cards)
        dealer, vulnerability = self._dealer(number), _vulnerability(self.vulnerability, number)
        auction, notes = self._auction(Auction(dealer, vulnerability))
        return WrittenBoard(self.line, name, cards, auction, notes, _paragraphs(self.before), _paragraphs(self.after))

    def _dealer(self, number: int) -> Seat:
        given = [text for text in (self.dealer, self.first) if text not in _NOT_GIVEN]
        return Seat.parse(given[0]) if given else board_dealer(number)

    def _auction(self, auction: Auction) -> tuple[Auction, tuple[tuple[int, str], ...]]:
        """The calls up to the first that cannot be, with their notes."""
        notes: list[tuple[int, str]] = []
        if self.calls and self.first.upper() not in (*_NOT_GIVEN, auction.dealer.letter):
            self.faults.append(
                f"{auction.dealer.title} deals, but the auction begins with {self.first!r}: it is left out"
            )
            return auction, ()
        for written in self.calls:
            try:
                after = _with_written(auction, written.text)
            except (TextError, IllegalCall) as error:
                self.faults.append(f"call {len(auction.calls) + 1} and those after it are left out: {error}")
                break
            if written.note:
                notes.append((len(auction.calls), written.note))
            auction = after
        return auction, tuple(notes)


def _with_written(auction: Auction, text: str) -> Auction:
    if text.upper() != ALL_PASS:
        return auction.with_call(Call.parse(text))
    while not auction.finished:
        auction = auction.with_call(PASS)
    return auction


def _vulnerability(text: str, number: int) -> Vulnerability:
    return board_vulnerability(number) if text in _NOT_GIVEN else Vulnerability.parse(text)


def _paragraphs(texts: list[str]) -> str:
    return "\n\n".join(stripped for text in texts if (stripped := text.strip()))
