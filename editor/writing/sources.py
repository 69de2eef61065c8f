"""Boards that people have bid, for seeing what a change would do to them. Other apps register who knows of any."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from bidbase.bidding.otherwise import BookDeal
from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.dealing import numbered_deal


class PracticedBoard(NamedTuple):
    """A finished board, as JSON has it: `cards` are those of a board with cards of its own, else blank.

    `title` names it for people, and `address` is where it is reviewed.
    """

    title: str
    address: str
    number: int
    cards: str
    dealer: str
    vulnerability: str

    @property
    def dealt(self) -> BookDeal:
        """The deal for robots."""
        deal = Deal.parse(self.cards) if self.cards else numbered_deal(self.number)
        seed = self.cards or str(self.number)
        return BookDeal(deal, Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability), seed)


BoardSource = Callable[[Collection[int], Collection[int]], list[PracticedBoard]]
"""Gives the last boards that these people have finished with these systems, by keys. None of them is open anywhere."""

_sources: list[BoardSource] = []


def register_boards(source: BoardSource) -> None:
    """Let the page of an entry that is written look at these boards as well."""
    if source not in _sources:
        _sources.append(source)


def practiced_boards(systems: Collection[int], people: Collection[int]) -> list[PracticedBoard]:
    """The last boards that these people have finished with these systems."""
    return [board for source in _sources for board in source(systems, people)]
