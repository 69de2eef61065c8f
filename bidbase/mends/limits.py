"""The limits of cells that name numbers, points or cards, and the smallest steps by which they move."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from bidbase.language.field import Cell
from bidbase.language.ranges import Minimum, Range, Ranges
from bidbase.language.strength import (
    DistributionPoints,
    Hcp,
    PartnershipHcp,
    PartnershipTotal,
    SuitsStopped,
    TrumpCount,
    Winners,
)
from bidbase.language.suit_lengths import Num, WithPartner, XNum

Part = TypeVar("Part")
Limits = tuple[Range | None, ...]
"""The ranges of a cell, one for each of its alternatives; None for one that compares suits."""


def limits_of(cell: Cell | None) -> Limits:
    """The ranges of a cell; none for a blank one, and for one that says something else than numbers."""
    match cell:
        case Num():
            return tuple(map(_range_of, cell.alternatives))
        case Ranges():
            return cell.alternatives
        case Hcp() | PartnershipHcp() | DistributionPoints() | PartnershipTotal() | TrumpCount() | XNum() | Minimum():
            return cell.ranges.alternatives
        case Winners() | SuitsStopped():
            return cell.minimum.ranges.alternatives
    return ()


def _range_of(part: object) -> Range | None:
    if isinstance(part, WithPartner):
        return part.range
    return part if isinstance(part, Range) else None


def with_limits(cell: Cell, index: int, limits: Range) -> Cell:
    """The cell with another range for the alternative of this index, which has one."""
    match cell:
        case Num():
            part = cell.alternatives[index]
            changed = WithPartner(limits) if isinstance(part, WithPartner) else limits
            return replace(cell, alternatives=_exchanged(cell.alternatives, index, changed))
        case Ranges():
            return Ranges(_exchanged(cell.alternatives, index, limits))
        case Hcp() | PartnershipHcp() | DistributionPoints() | PartnershipTotal() | TrumpCount() | XNum() | Minimum():
            return replace(cell, ranges=Ranges(_exchanged(cell.ranges.alternatives, index, limits)))
        case Winners() | SuitsStopped():
            ranges = Ranges(_exchanged(cell.minimum.ranges.alternatives, index, limits))
            return replace(cell, minimum=Minimum(ranges))
    raise TypeError(f"{cell!r} has no limits")


def _exchanged(parts: tuple[Part, ...], index: int, part: Part) -> tuple[Part, ...]:
    return (*parts[:index], part, *parts[index + 1 :])


def distance(held: Range, value: float) -> float:
    """How far a value lies outside a range; 0 for one inside."""
    if held.holds(value):
        return 0
    if held.low is not None and value <= held.low:
        return held.low - value + held.strict
    assert held.high is not None, "a value that is not below a range lies above it"
    return value - held.high + held.strict


def reaching(held: Range, value: float) -> Range:
    """The range with one of its limits moved out as far as this value, in whole numbers."""
    if held.low is not None and value <= held.low:
        return Range(math.floor(value), held.high)
    if held.strict:
        return Range(high=math.ceil(value) + 1, strict=True)
    return Range(held.low, math.ceil(value))


def leaving_out(held: Range, value: float) -> Iterator[Range]:
    """The range with one of its limits moved in so far that this value, which lies in it, is outside."""
    low = None if held.low is None else held.low + held.strict
    high = None if held.high is None else held.high - held.strict
    above, below = math.floor(value) + 1, math.ceil(value) - 1
    if high is None or above <= high:
        yield Range(above, high)
    if below >= (low or 0):
        yield Range(high=below + 1, strict=True) if low is None else Range(low, below)


def moved_likewise(cell: Cell, bound: Cell, index: int, to: Range) -> Cell | None:
    """A cell as it is written, with a range moved just as the range of `bound`, the cell in this auction, moves.

    The two differ where points or cards are counted together with partner's. None where they have not the same parts.
    """
    written, here = limits_of(cell), limits_of(bound)
    if len(written) != len(here):
        return None
    held, known = written[index], here[index]
    if held is None or known is None:
        return None
    by = _difference(held.low, known.low) or _difference(held.high, known.high)
    low, high = (None if limit is None else limit + by for limit in (to.low, to.high))
    return with_limits(cell, index, Range(low, high, to.strict))


def _difference(limit: float | None, known: float | None) -> float:
    return 0 if limit is None or known is None else limit - known
