"""An entry where it is used: the variables of its pattern bound, its points counted. Then it is one like any other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidbase.cards import Strain
from bidbase.language.bids import PriorBids
from bidbase.language.patterns import VARIABLES
from bidbase.language.strength import PointsKnown, RelativeHcp
from bidbase.language.suits import Points
from bidbase.systems.model import Entry

_CELLS = ("num", "points", "shown")


def asks_who_bid(entry: Entry) -> bool:
    """Whether a spec of the entry depends on who bid which suit."""
    if entry.get("suits_stopped"):
        return True
    points = (cell for name, cell in entry.cells.items() if name.endswith("_points") and name != "custom_points")
    return any(isinstance(cell, Points) and any(part.protected for part in cell.alternatives) for cell in points)


def asks_for_points(entry: Entry) -> bool:
    """Whether the entry counts points from the auction."""
    return isinstance(entry.get("hcp"), RelativeHcp)


def bound_entry(entry: Entry, binding: Mapping[str, Strain], prior_bids: PriorBids, known: PointsKnown) -> Entry:
    """The entry after these prior bids, with each variable replaced by its suit, and points counted in this hand alone.

    The cell of a variable stands in for the suit's own cell, so that "four of any suit, three of the one that was bid"
    is written plainly.
    """
    cells: dict[str, Any] = {**entry.cells, "prior_bids": prior_bids, "bid": entry.bid.bound(binding)}
    for variable in VARIABLES:
        for kind in _CELLS:
            cell = cells.pop(f"{variable}_{kind}", None)
            if cell is not None:
                cells[f"{binding[variable].title}_{kind}"] = cell
    for name, cell in cells.items():
        if name.endswith("_num") and name != "x_num":
            cells[name] = cell.bound(binding)
    if asks_for_points(entry):
        cells["hcp"] = cells["hcp"].bound(known)
    for name in ("combined_points", "best_contract"):
        if name in cells:
            cells[name] = cells[name].bound(binding)
    return Entry(entry.id, entry.family, cells)
