"""Auctions as they are written: in rows of four, West first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from bidbase.game.auction import Call
from bidbase.game.cards import Seat

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)

Cell = TypeVar("Cell")


@dataclass(frozen=True)
class SmallCall:
    """A call of a small auction, and whether no entry fitted.

    Where it is a link, that leads to what the first `count` calls show; `current` is the one that is shown now.
    """

    call: Call
    no_entry: bool = False
    count: int = 0
    current: bool = False


def in_rounds(dealer: Seat, calls: Iterable[Cell]) -> list[list[Cell | None]]:
    """Calls in rows of four from West; None before the dealer and after the last."""
    cells: list[Cell | None] = [None] * COLUMNS.index(dealer)
    cells += calls
    cells += [None] * (-len(cells) % 4)
    return [cells[start : start + 4] for start in range(0, len(cells), 4)]
