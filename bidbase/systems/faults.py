"""Faults that no cell of an entry has alone: what is missing, illegal bids, an X suit without its spec."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language.bids import OPENING, PriorBids
from bidbase.language.fields import CARD_VALUES
from bidbase.language.patterns import VARIABLES
from bidbase.language.suits import Compare

Cells = Mapping[str, Any]
Fault = tuple[str, str]  # the field, and what is wrong
_X_SPECS = ("x_num", "x_points")


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
    """The suits marked x in Num or Points, spades first."""
    return tuple(suit for suit in SUITS_DOWN if _marked(cells, suit.title))


def _marked(cells: Cells, name: str) -> bool:
    num, points = cells.get(f"{name}_num"), cells.get(f"{name}_points")
    return bool((num and num.x) or (points and points.x))


def _missing(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    for name, what in (("order", "an order number"), ("bid", "a bid")):
        if name not in cells and name not in unread:
            yield name, f"every entry needs {what}"
    if "custom_points" in cells and not any(card in cells for card in CARD_VALUES):
        yield "custom_points", "say what the ace, king, queen, jack or ten counts"


def _valuation_faults(cells: Cells, valuations: Collection[str]) -> Iterator[Fault]:
    if "valuation" in cells:
        if str(cells["valuation"]) not in valuations:
            yield (
                "valuation",
                f"there is no valuation system {str(cells['valuation'])!r}; there are {', '.join(valuations)}",
            )
        return
    for name in ("suit_value", "notrump_value"):
        if name in cells:
            yield name, "say in Valuation by which system the hand is valued"


def _x_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    names = (*(suit.title for suit in SUITS_DOWN), *VARIABLES)
    marked = [name for name in names if _marked(cells, name)]
    specs = [name for name in _X_SPECS if name in cells]
    if marked and not specs and not unread & set(_X_SPECS):
        yield (
            f"{marked[0]}_num",
            "a suit is marked x, but neither X Num nor X Points says what the X suit is",
        )
    if marked or any(name.endswith(("_num", "_points")) for name in unread):
        return
    if specs:
        yield specs[0], "no suit is marked x"
    for name in (*(f"{suit.title}_num" for suit in SUITS_DOWN), "combined_num", "combined_points"):
        if name in cells and cells[name].uses_x:
            yield name, "x is compared with, but no suit is marked x"


def _suit_faults(cells: Cells) -> Iterator[Fault]:
    for suit in SUITS_DOWN:
        num = cells.get(f"{suit.title}_num")
        if num and any(isinstance(part, Compare) and part.other is suit for part in num.alternatives):
            yield f"{suit.title}_num", f"{suit.title} are compared with themselves"
    sums = cells["combined_points"].alternatives if "combined_points" in cells else ()
    if len({(frozenset(part.suits), part.x) for part in sums}) > 1:
        # Sums over different suits have no table in common.
        yield "combined_points", "alternatives must be about the same suits"


def _bid_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    if "bid" not in cells or "prior_bids" in unread:
        return
    bid, suits, key = cells["bid"], marked_suits(cells), cells.get("prior_bids", OPENING)
    if bid.call is None and bid.letter == "x" and not suits:
        yield "bid", "the bid is in the X suit, but no suit is marked x"
    if not isinstance(key, PriorBids):
        return  # an illegal bid of a pattern's section is left out where it would be made
    auction = Auction.of(key.calls)
    for call in [bid.call] if bid.call is not None else [bid.in_suit(suit) for suit in suits]:
        if why := auction.why_illegal(call):
            yield "bid", f"{call} is not legal here: {why}"


def _simulation_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    """An entry that is used after a simulation says for which contract, and no other entry does."""
    if unread & {"usage", "best_contract"}:
        return
    simulated = "usage" in cells and cells["usage"].analysis
    if simulated and "best_contract" not in cells:
        yield "best_contract", "an entry with D in Pct says for which contract it makes its bid"
    if "best_contract" in cells and not simulated:
        yield "best_contract", "the best contract is known after a simulation alone: write D in Pct"


def _variable_faults(cells: Cells, unread: set[str]) -> Iterator[Fault]:
    """Variables that the section's pattern does not have."""
    if "prior_bids" in unread:
        return
    key = cells.get("prior_bids", OPENING)
    known = frozenset() if isinstance(key, PriorBids) else key.variables
    for name, cell in cells.items():
        used = set(getattr(cell, "variables", ())) if name != "prior_bids" else set()
        if name == "bid" and cell.call is None and cell.letter in VARIABLES:
            used.add(cell.letter)
        if name.partition("_")[0] in VARIABLES:
            used.add(name[0])
        for variable in sorted(used - known):
            yield name, f"the prior bids have no variable {variable}"
