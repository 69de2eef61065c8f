"""What has been shown: of each seat, from its calls and the agreements alone."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.auction import Auction
from bidbase.cards import SEATS, Seat
from bidbase.disclosure import Meaning, Range, meaning
from bidbase.robots import Table


@dataclass(frozen=True, slots=True)
class Shown:
    """What one seat's calls tell: the range that all of them allow, and what the last one asks.

    `range` is None while the calls allow anything. Where calls contradict each other the last consistent range stays
    and `contradicted` is set. `agreed` is False when the seat made a bid or double without an agreement.
    """

    seat: Seat
    range: Range | None = None
    asks: str = ""
    strength: str = ""
    contradicted: bool = False
    agreed: bool = True

    def after(self, told: Meaning) -> Shown:
        """What is shown once this call is made too."""
        together, contradicted = self.range, self.contradicted
        if told.range is not None:
            narrowed = told.range if self.range is None else self.range & told.range
            contradicted |= narrowed is None
            together = narrowed or self.range
        agreed = self.agreed and bool(told.lines or told.nothing_else)
        return Shown(self.seat, together, told.asks, told.strength or self.strength, contradicted, agreed)

    def words(self) -> str:
        """The summary on one line: `8+ HCP, 4+♠`, or that nothing is told."""
        said = [self.range.words() if self.range else ""]
        if self.contradicted:
            said.append("the calls contradict each other")
        if not self.agreed:
            said.append("a call without an agreement")
        return "; ".join(filter(None, said)) or "nothing yet"


def shown(table: Table, auction: Auction) -> dict[Seat, Shown]:
    """What each seat has shown by its calls so far."""
    result = {seat: Shown(seat) for seat in SEATS}
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        told = meaning(table.place(before), call)
        result[before.turn] = result[before.turn].after(told)
    return result
