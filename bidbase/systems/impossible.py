"""Specs that no hand meets, whatever else its entry asks for: 40 high-card points, a stopper in five suits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from bidbase.game.cards import Strain
from bidbase.game.evaluation import Valuation
from bidbase.game.features import TotalFeature
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.field import AnyField, Cell, Cells, CountContext, HandCount, cell_of
from bidbase.language.ranges import Range, Ranges
from bidbase.language.shows import TOTAL
from bidbase.language.strength import OpeningHcp, OverMinimum, PartnershipHcp, PartnershipTotal, TrumpCount
from bidbase.language.suits import Honors, Protection, WithPartner

Fault = tuple[AnyField, str]
"""The field, and what is wrong."""
PACK = 40  # high-card points; with those of short suits both partners hold no more than `MOST_TOTAL`
MOST_TOTAL = 50
SUIT = 13  # cards


def impossible_faults(cells: Cells, valuations: Mapping[str, Valuation]) -> Iterator[Fault]:
    """Each alternative of a cell that no hand meets; `valuations` are the valuation systems there are."""
    for field, count in fields.COUNTED_FIELDS:
        if (cell := cells.get(field.name)) is not None:
            yield from ((field, why) for why in _count_faults(cell, count, CountContext(cells, valuations)))
    for key in fields.NUM:
        if (num := cell_of(cells, fields.NUM[key])) is not None:
            for part in num.alternatives:
                numbers = part.range if isinstance(part, WithPartner) else part
                if isinstance(numbers, Range) and not _reaches(numbers, SUIT):
                    yield fields.NUM[key], f"no suit has {numbers.words()} cards"
        if (points := cell_of(cells, fields.POINTS[key])) is not None:
            yield from ((fields.POINTS[key], why) for why in map(_honor_fault, points.alternatives) if why)
    if (points := cell_of(cells, fields.X_POINTS)) is not None:
        yield from ((fields.X_POINTS, why) for why in map(_honor_fault, points.alternatives) if why)
    yield from _other_faults(cells)


def _other_faults(cells: Cells) -> Iterator[Fault]:
    if (x_num := cell_of(cells, fields.X_NUM)) is not None:
        for part in x_num.ranges.alternatives:
            if not _reaches(part, SUIT):
                yield fields.X_NUM, f"no suit has {part.words()} cards"
    for field, top_of_a_suit, unit in ((fields.COMBINED_NUM, SUIT, "cards"), (fields.COMBINED_POINTS, 10, "HCP")):
        sums = cell_of(cells, field)
        for together in sums.alternatives if sums is not None else ():
            suits = len(together.suits) + len(together.variables) + together.x
            if not _reaches(together.range, SUIT if field is fields.COMBINED_NUM else top_of_a_suit * suits):
                yield field, f"{suits} suits never hold {together.range.words()} {unit}"
    if (expected := cell_of(cells, fields.EXPECTED_POINTS)) is not None:
        for part in expected.ranges.alternatives:
            if not _reaches(part, MAX_HCP):
                yield fields.EXPECTED_POINTS, f"no hand has {part.words()} HCP"
    if (shows := cell_of(cells, fields.SHOWS)) is not None:
        for shown in shows.parts:
            top = MAX_HCP if shown.about is None else MOST_TOTAL if shown.about == TOTAL else SUIT
            if not _reaches(shown.range, top):
                yield fields.SHOWS, f"no hand has {shown.words()}"


def _count_faults(cell: Cell, count: HandCount[Cell], context: CountContext) -> Iterator[str]:
    match cell:
        case OverMinimum() | OpeningHcp():
            return
        case PartnershipHcp() | PartnershipTotal():
            top = PACK if isinstance(cell, PartnershipHcp) else MOST_TOTAL
            for part in cell.ranges.alternatives:
                if not _reaches(part, top):
                    yield f"two hands never have {part.words()} {cell.unit} together"
            return
        case TrumpCount():
            cell = cell.bound(dict.fromkeys(cell.variables, Strain.SPADES))
    feature = count.feature(cell, context)
    for part in count.ranges(cell).alternatives:
        if not _counts_to(part, feature):
            yield f"no hand has {part.words()} {count.unit(cell, context.cells)}"


def _counts_to(numbers: Range, feature: TotalFeature) -> bool:
    return bool(Ranges((numbers,)).truth(feature.size, feature.scale, feature.offset).any())


def _reaches(numbers: Range, top: int) -> bool:
    """Whether the range has a whole number from 0 to `top`."""
    return any(map(numbers.holds, range(top + 1)))


@lru_cache(maxsize=4096)
def _honor_fault(part: Honors) -> str:
    return "" if part.truth(Protection.NEUTRAL).any() else f"no suit has {part.words()}"
