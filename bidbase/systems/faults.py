"""Faults that no cell of an entry has alone: what is missing, illegal bids, an X suit without its spec."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language import fields
from bidbase.language.bids import OPENING, PriorBids
from bidbase.language.field import AnyField, Cells, cell_of
from bidbase.language.fields.suit_slots import SUIT_SLOTS
from bidbase.language.patterns import VARIABLES
from bidbase.language.suit_lengths import Compare

Fault = tuple[AnyField, str]
"""The field, and what is wrong."""
MAX_SUMS = 3  # of points over different suits, in one cell: each makes its table 31 times as large
_X_SPECS = (fields.X_NUM, fields.X_POINTS)


def faults_together(cells: Cells, unread: set[str], valuations: Collection[str]) -> Iterator[Fault]:
    """The faults of these parsed cells; `unread` names the fields that have a fault of their own already.

    `valuations` names the valuation systems there are.
    """
    return chain(
        _missing(cells, unread),
        _valuation_faults(cells, valuations),
        _x_faults(cells, unread),
        _suit_faults(cells),
        _bid_faults(cells, unread),
        _simulation_faults(cells, unread),
        _variable_faults(cells, unread),
    )


def marked_suits(cells: Cells) -> tuple[Strain, ...]:
    """The suits marked x in their length or honors, spades first."""
    return tuple(suit for suit in SUITS_DOWN if _marked(cells, suit))


def _marked(cells: Cells, key: Strain | str) -> bool:
    """Whether a suit, or the suit that a variable stands for, is marked x."""
    num, points = cell_of(cells, fields.NUM[key]), cell_of(cells, fields.POINTS[key])
    return (num is not None and num.x) or (points is not None and points.x)


def _missing(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    required: tuple[tuple[AnyField, str], ...] = ((fields.ORDER, "an order number"), (fields.BID, "a bid"))
    for field, what in required:
        if field.name not in cells and field.name not in unread:
            yield field, f"every entry needs {what}"
    if fields.CUSTOM_POINTS.name in cells and not any(field.name in cells for field in fields.CARD_VALUES):
        yield fields.CUSTOM_POINTS, "say what the ace, king, queen, jack or ten counts"
    if fields.CUSTOM_POINTS.name not in cells and fields.CUSTOM_POINTS.name not in unread:
        yield from (
            (field, "this counts in Custom points: say how many there must be")
            for field in fields.CARD_VALUES
            if field.name in cells
        )


def _valuation_faults(cells: Cells, valuations: Collection[str]) -> Iterator[Fault]:
    if (name := cell_of(cells, fields.VALUATION)) is not None:
        if str(name) not in valuations:
            yield fields.VALUATION, f"there is no valuation system {str(name)!r}; there are {', '.join(valuations)}"
        return
    for field in (fields.SUIT_VALUE, fields.NOTRUMP_VALUE):
        if field.name in cells:
            yield field, "say in Valuation by which system the hand is valued"


def _x_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    marked = [slot.key for slot in SUIT_SLOTS if _marked(cells, slot.key)]
    specs = [field for field in _X_SPECS if field.name in cells]
    if marked and not specs and not any(field.name in unread for field in _X_SPECS):
        yield fields.NUM[marked[0]], "a suit is marked x, but neither X length nor X honors says what the X suit is"
    if marked or any(name.endswith(("_num", "_points")) for name in unread):
        return
    if specs:
        yield specs[0], "no suit is marked x"
    compared = "x is compared with, but no suit is marked x"
    for suit in SUITS_DOWN:
        if (num := cell_of(cells, fields.NUM[suit])) is not None and num.uses_x:
            yield fields.NUM[suit], compared
    for field in (fields.COMBINED_NUM, fields.COMBINED_POINTS):
        if (sums := cell_of(cells, field)) is not None and sums.uses_x:
            yield field, compared


def _suit_faults(cells: Cells) -> Iterator[Fault]:
    for suit in SUITS_DOWN:
        num = cell_of(cells, fields.NUM[suit])
        if num and any(isinstance(part, Compare) and part.other is suit for part in num.alternatives):
            yield fields.NUM[suit], f"{suit.title} are compared with themselves"
    sums = cell_of(cells, fields.COMBINED_POINTS)
    if sums is not None and len({(frozenset(part.suits), part.x) for part in sums.alternatives}) > MAX_SUMS:
        yield fields.COMBINED_POINTS, f"alternatives are about {MAX_SUMS} different sums at the most"


def _bid_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    bid = cell_of(cells, fields.BID)
    if bid is None or fields.PRIOR_BIDS.name in unread:
        return
    suits, key = marked_suits(cells), cell_of(cells, fields.PRIOR_BIDS) or OPENING
    if bid.call is None and bid.letter == "x" and not suits:
        yield fields.BID, "the bid is in the X suit, but no suit is marked x"
    if not isinstance(key, PriorBids):
        return  # an illegal bid of a pattern's section is left out where it would be made
    auction = Auction.of(key.calls)
    for call in [bid.call] if bid.call is not None else [bid.in_suit(suit) for suit in suits]:
        if why := auction.why_illegal(call):
            yield fields.BID, f"{call} is not legal here: {why}"


def _simulation_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    """An entry that is used after a simulation says for which contract, and no other entry does."""
    if unread & {fields.USAGE.name, fields.BEST_CONTRACT.name}:
        return
    usage = cell_of(cells, fields.USAGE)
    simulated = usage is not None and usage.analysis
    if simulated and fields.BEST_CONTRACT.name not in cells:
        yield fields.BEST_CONTRACT, "an entry with D in Pct says for which contract it makes its bid"
    if fields.BEST_CONTRACT.name in cells and not simulated:
        yield fields.BEST_CONTRACT, "the best contract is known after a simulation alone: write D in Pct"


def _variable_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    """Variables that the section's pattern does not have."""
    if fields.PRIOR_BIDS.name in unread:
        return
    key, bid = cell_of(cells, fields.PRIOR_BIDS) or OPENING, cell_of(cells, fields.BID)
    known = frozenset() if isinstance(key, PriorBids) else key.variables
    for name, cell in cells.items():
        used: set[str] = set(getattr(cell, "variables", ())) if cell is not key else set()
        if cell is bid and bid is not None and bid.call is None and bid.letter in VARIABLES:
            used.add(bid.letter)
        if name.partition("_")[0] in VARIABLES:
            used.add(name[0])
        for variable in sorted(used - known):
            yield fields.FIELD_BY_NAME[name], f"the prior bids have no variable {variable}"
