"""The boards of a file as they are offered for a set: what is kept of them, and what a set takes of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from bidbase.game.auction import Auction
from bidbase.game.board_files import BoardFile
from bidbase.game.boards import WrittenBoard
from bidbase.game.cards import Seat, Vulnerability
from bidbase.game.written_cards import WrittenCards

_OWN_NUMBER = re.compile("[1-9][0-9]{0,5}")
MOST_IN_A_TEXT = 2000  # characters of what is said before or after a board of a set


class GivenCalls(StrEnum):
    """Which calls of a file a student is given."""

    NONE = "none"
    FIRST = "first"
    ALL = "all"


@dataclass(frozen=True)
class NewUpload:
    """A file or a text that somebody brings; what was read of it, if it is small."""

    name: str
    content: bytes
    read: BoardFile | None


@dataclass(frozen=True)
class ChosenBoards:
    """Boards to be added to a set, by their places in the file from 0 on, and what is taken of them."""

    places: tuple[int, ...]
    seat: str
    calls: GivenCalls
    texts: bool


@dataclass(frozen=True)
class OfferedBoard:
    """A board of a file, in words that can be stored. `cards` may leave hands and small cards open."""

    number: str
    cards: str
    dealer: str
    vulnerability: str
    calls: str
    notes: tuple[tuple[int, str], ...]
    before: str
    after: str

    @classmethod
    def of(cls, board: WrittenBoard) -> OfferedBoard:
        """What is stored of a board."""
        auction = board.auction
        place = auction.dealer.letter, str(auction.vulnerability)
        notes = tuple((index, _cut(note)) for index, note in board.notes)
        return cls(board.number, str(board.cards), *place, str(auction), notes, _cut(board.before), _cut(board.after))

    @property
    def written_cards(self) -> WrittenCards:
        """Its cards, as far as they are given."""
        return WrittenCards.parse(self.cards)

    @property
    def auction(self) -> Auction:
        """Its calls in the file."""
        return Auction.parse(self.calls, Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability))

    @property
    def words(self) -> str:
        """All that the file says of it."""
        return "\n\n".join(filter(None, (self.before, *self._notes(0, len(self.auction.calls)), self.after)))

    def given(self, seat: Seat, which: GivenCalls) -> Auction:
        """The calls that a student in this seat is given, so that they still have one to make."""
        auction = self.auction
        first = (seat - auction.dealer) % 4
        if which is GivenCalls.NONE:
            return auction.before(0)
        if which is GivenCalls.FIRST:
            return auction.before(first)
        own = range(first, len(auction.calls), 4)
        return auction.before(own[-1]) if auction.finished else auction

    def texts(self, given: int) -> tuple[str, str]:
        """What is said before the student calls, and after. Notes of calls that are not given come after."""
        calls = len(self.auction.calls)
        before = "\n\n".join(filter(None, (self.before, *self._notes(0, given))))
        after = "\n\n".join(filter(None, (*self._notes(given, calls), self.after)))
        return _cut(before), _cut(after)

    def _notes(self, first: int, end: int) -> Iterator[str]:
        calls = self.auction.calls
        return (f"{calls[index].title}: {note}" for index, note in self.notes if first <= index < end)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_IN_A_TEXT else f"{text[: MOST_IN_A_TEXT - 1]}…"


def stored(boards: Sequence[WrittenBoard]) -> list[object]:
    """Boards as JSON has them."""
    return [msgspec.to_builtins(OfferedBoard.of(board)) for board in boards]


def offered_boards(kept: Any) -> list[OfferedBoard]:
    """The boards that were stored."""
    return msgspec.convert(kept, list[OfferedBoard])


def labels(boards: Sequence[OfferedBoard]) -> list[int]:
    """The numbers by which boards are chosen: those of the file, if each has another one, else their places."""
    own = {int(board.number) for board in boards if _OWN_NUMBER.fullmatch(board.number)}
    return [int(board.number) for board in boards] if len(own) == len(boards) else [*range(1, len(boards) + 1)]
