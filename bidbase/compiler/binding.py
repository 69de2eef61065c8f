"""An entry where it is used: the variables of its section bound, points and cards counted from the auction.

Then it is an entry like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto

from bidbase.game.auction import Call
from bidbase.game.cards import SUITS, Strain
from bidbase.language import fields
from bidbase.language.best_contract import BestContract
from bidbase.language.bids import Against, PriorBids
from bidbase.language.field import Cell
from bidbase.language.patterns import VARIABLES
from bidbase.language.shape import Combined
from bidbase.language.shows import Shows
from bidbase.language.strength import (
    OpeningHcp,
    OverMinimum,
    PartnershipHcp,
    PartnershipTotal,
    PointsKnown,
    RelativeHcp,
    SuitsStopped,
    TrumpCount,
)
from bidbase.language.suit_honors import Points
from bidbase.language.suit_lengths import Num
from bidbase.systems.model import Entry


class RequiredFacts(Flag):
    """What an entry must know of the auction before it can be compiled, beside the variables of its section."""

    NOTHING = 0
    POINTS = auto()  # what partner's calls say of points, and our own notrump opening
    LENGTHS = auto()  # how many cards of each suit partner has shown
    LEVEL = auto()  # the highest bid
    SEATS = auto()  # who bid which suit
    AGAINST = auto()  # the convention that the opponents' last call carries
    PARTNERS_SUITS = auto()  # the suits that partner has bid naturally


NO_POINTS = PointsKnown()


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    """What the auction tells an entry.

    `lengths` are the cards that partner has shown at the least, clubs first; `theirs` is the convention that the
    opponents' last call carries in their system; `partners_suits` are the suits that partner has bid naturally.
    """

    points: PointsKnown = NO_POINTS
    lengths: tuple[int, int, int, int] = (0, 0, 0, 0)
    last_bid: Call | None = None
    theirs: str | None = None
    partners_suits: frozenset[Strain] = frozenset()


NO_FACTS = AuctionFacts()


def required_facts(entry: Entry) -> RequiredFacts:
    """What must be known before this entry can be compiled."""
    required = RequiredFacts.NOTHING
    if isinstance(entry.get(fields.HCP), RelativeHcp) or isinstance(entry.get(fields.DISTRIBUTION), PartnershipTotal):
        required |= RequiredFacts.POINTS
    if any(isinstance(cell, Num) and cell.counts_partners for cell in entry.cells.values()):
        required |= RequiredFacts.LENGTHS
    if entry.bid.is_lowest:
        required |= RequiredFacts.LEVEL
    if entry.get(fields.USE_AGAINST) is not None:
        required |= RequiredFacts.AGAINST
    if entry.get(fields.SUITS_STOPPED) is not None:
        required |= RequiredFacts.PARTNERS_SUITS
    if any(map(_asks_who_bid, entry.cells.values())):
        required |= RequiredFacts.SEATS
    return required


def cells_bound_text(entry: Entry, bound: Entry) -> list[tuple[str, str]]:
    """The cells that binding an entry has changed, prior bids left aside: what each is, in full."""
    changed = ((name, cell) for name, cell in sorted(bound.cells.items()) if cell is not entry.cells.get(name))
    return [(name, repr(cell)) for name, cell in changed if name != fields.PRIOR_BIDS.name]


def _asks_who_bid(cell: Cell) -> bool:
    return isinstance(cell, Points) and any(part.protected for part in cell.alternatives)


def bound_entry(entry: Entry, binding: Mapping[str, Strain], prior_bids: PriorBids, facts: AuctionFacts) -> Entry:
    """The entry after these prior bids, with each variable replaced by its suit, and counted in this hand alone."""
    cells: dict[str, Cell] = {**with_suits(entry, binding, prior_bids, facts.last_bid).cells}
    for suit in SUITS:
        num = cells.get(fields.NUM[suit].name)
        if isinstance(num, Num):
            cells[fields.NUM[suit].name] = num.beside(facts.lengths[suit])
    for name, cell in cells.items():
        match cell:
            case PartnershipHcp() | OverMinimum() | OpeningHcp() | PartnershipTotal():
                cells[name] = cell.bound(facts.points)
            case Against():
                cells[name] = cell.bound(facts.theirs)
            case SuitsStopped():
                cells[name] = cell.bound(facts.partners_suits)
    return Entry(entry.id, entry.family, cells)


def with_suits(entry: Entry, binding: Mapping[str, Strain], prior_bids: PriorBids, last_bid: Call | None) -> Entry:
    """The entry after these prior bids, with each variable replaced by its suit; `last_bid` is the highest bid there.

    The cell of a variable stands in for the suit's own cell, so that "four of any suit, three of the one that was bid"
    is written plainly. Where it stands in for the cell of the very suit that the entry bids by its name, there is no
    such bid. What the entry counts together with what the auction has shown stays as it is written.
    """
    cells: dict[str, Cell] = {**entry.cells, fields.PRIOR_BIDS.name: prior_bids}
    bid = entry.bid.bound(binding, last_bid)
    cells[fields.BID.name] = bid.without_call() if _names_taken_suit(entry, binding) else bid
    for by_suit in (fields.NUM, fields.POINTS, fields.SHOWN):
        for variable in VARIABLES:
            cell = cells.pop(by_suit[variable].name, None)
            if cell is not None:
                cells[by_suit[binding[variable]].name] = cell
    for name, cell in cells.items():
        match cell:
            case Num() | Combined() | BestContract() | Shows() | TrumpCount():
                cells[name] = cell.bound(binding)
    return Entry(entry.id, entry.family, cells)


def _names_taken_suit(entry: Entry, binding: Mapping[str, Strain]) -> bool:
    """Whether an entry bids a suit by its name, and has a cell for it that the cell of a variable stands in for."""
    return any(
        {by_suit[entry.bid.suit].name, by_suit[variable].name} <= entry.cells.keys()
        for by_suit in (fields.NUM, fields.POINTS)
        for variable, suit in binding.items()
        if suit is entry.bid.suit
    )
