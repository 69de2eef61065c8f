"""What practice gives the editor's pages: the way to a table, boards that people have bid, remarks on conventions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from django.http import HttpRequest

from bidbase.bidding.otherwise import BookDeal
from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.dealing import numbered_deal
from editor.store.systems.models import SystemRow


class PracticedBoard(NamedTuple):
    """A finished board, as JSON has it. `cards` is blank unless the board has cards of its own.

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


class Practice(Protocol):
    """What the editor asks of practice, which stands above it."""

    def play(self, request: HttpRequest, system: SystemRow) -> str:
        """Have the visitor play a system that is at hand for them, and give the address of the table."""

    def practiced_boards(self, systems: Collection[int], people: Collection[int]) -> list[PracticedBoard]:
        """The last boards that these people have finished with these systems, by keys; none that anybody has open."""

    def remarks_on(self, system: SystemRow) -> Mapping[str, str]:
        """Sentences about conventions of a system, by name. Such a convention is not offered for practice."""


_given: Practice | None = None


def set_practice(given: Practice) -> None:
    """Let this practice answer. `practice/apps.py` sets it when Django starts."""
    global _given
    _given = given


def practice() -> Practice:
    """The practice that answers."""
    assert _given is not None, "practice/apps.py has set it"
    return _given
