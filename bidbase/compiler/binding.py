"""An entry where it is used: the variables of its section bound, points and cards counted from the auction.

Then it is an entry like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any

from bidbase.game.auction import Call
from bidbase.game.cards import SUITS, Strain
from bidbase.language.bids import PriorBids
from bidbase.language.patterns import VARIABLES
from bidbase.language.strength import PartnershipTotal, PointsKnown, RelativeHcp
from bidbase.language.suits import Num, Points
from bidbase.systems.model import Entry

_CELLS = ("num", "points", "shown")


class RequiredFacts(Flag):
    """What an entry must know of the auction before it can be compiled, beside the variables of its section."""

    NOTHING = 0
    POINTS = auto()  # what partner's calls say of points, and our own notrump opening
    LENGTHS = auto()  # how many cards of each suit partner has shown
    LEVEL = auto()  # the highest bid
    SEATS = auto()  # who bid which suit
    AGAINST = auto()  # the convention that the opponents' last call carries


NO_POINTS = PointsKnown()


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    """What the auction tells an entry.

    `lengths` are the cards that partner has shown at the least, clubs first; `theirs` is the convention that the
    opponents' last call carries in their system.
    """

    points: PointsKnown = NO_POINTS
    lengths: tuple[int, int, int, int] = (0, 0, 0, 0)
    last_bid: Call | None = None
    theirs: str | None = None


NO_FACTS = AuctionFacts()


def required_facts(entry: Entry) -> RequiredFacts:
    """What must be known before this entry can be compiled."""
    needs = RequiredFacts.NOTHING
    if isinstance(entry.get("hcp"), RelativeHcp) or isinstance(entry.get("distribution"), PartnershipTotal):
        needs |= RequiredFacts.POINTS
    if any(isinstance(cell, Num) and cell.counts_partners for cell in entry.cells.values()):
        needs |= RequiredFacts.LENGTHS
    if entry.bid.is_lowest:
        needs |= RequiredFacts.LEVEL
    if entry.get("use_against"):
        needs |= RequiredFacts.AGAINST
    if entry.get("suits_stopped") or any(_asks_who_bid(cell) for cell in entry.cells.values()):
        needs |= RequiredFacts.SEATS
    return needs


def cells_bound(entry: Entry, bound: Entry) -> frozenset[tuple[str, Any]]:
    """The cells that binding an entry has changed, prior bids left aside."""
    changed = ((name, cell) for name, cell in bound.cells.items() if cell is not entry.cells.get(name))
    return frozenset((name, cell) for name, cell in changed if name != "prior_bids")


def _asks_who_bid(cell: Any) -> bool:
    return isinstance(cell, Points) and any(part.protected for part in cell.alternatives)


def bound_entry(entry: Entry, binding: Mapping[str, Strain], prior_bids: PriorBids, known: AuctionFacts) -> Entry:
    """The entry after these prior bids, with each variable replaced by its suit, and counted in this hand alone.

    The cell of a variable stands in for the suit's own cell, so that "four of any suit, three of the one that was bid"
    is written plainly.
    """
    cells: dict[str, Any] = {**entry.cells, "prior_bids": prior_bids, "bid": entry.bid.bound(binding, known.last_bid)}
    for variable in VARIABLES:
        for kind in _CELLS:
            cell = cells.pop(f"{variable}_{kind}", None)
            if cell is not None:
                cells[f"{binding[variable].title}_{kind}"] = cell
    for suit in SUITS:
        if (num := cells.get(f"{suit.title}_num")) is not None:
            cells[f"{suit.title}_num"] = num.bound(binding, known.lengths[suit])
    for name in ("hcp", "distribution"):
        if isinstance(cell := cells.get(name), RelativeHcp | PartnershipTotal):
            cells[name] = cell.bound(known.points)
    for name in ("combined_num", "combined_points", "best_contract", "shows"):
        if name in cells:
            cells[name] = cells[name].bound(binding)
    if "use_against" in cells:
        cells["use_against"] = cells["use_against"].bound(known.theirs)
    return Entry(entry.id, entry.family, cells)
