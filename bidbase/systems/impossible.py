"""Numbers and honors that no hand has, whatever else an entry asks for: 38 high-card points, 14 cards of a suit.

Fields that count a hand are compared with what there is to count, and the honors of a suit with all holdings. `_STATED`
has the other fields that state numbers, and how high each of these numbers can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from bidbase.game.cards import Strain
from bidbase.game.evaluation import Valuation
from bidbase.game.holdings import MAX_HCP, PACK_HCP
from bidbase.language import fields
from bidbase.language.field import AnyField, Cell, Cells, CountContext, HandCount, cell_of
from bidbase.language.ranges import Range, Ranges
from bidbase.language.shape import Combined, Together
from bidbase.language.shows import TOTAL, Shows
from bidbase.language.strength import (
    AnyDistribution,
    AnyHcp,
    Hcp,
    OpeningHcp,
    OverMinimum,
    PartnershipHcp,
    PartnershipTotal,
    TrumpCount,
)
from bidbase.language.suit_honors import Honors, Protection
from bidbase.language.suit_lengths import Num, WithPartner, XNum

Fault = tuple[AnyField, str]
"""The field, and what is wrong."""
CARDS = 13  # of a suit, and of a hand
SUIT_HCP = 10
TWO_HANDS_TOTAL = PACK_HCP + 12  # each hand has two suits and two voids


def impossible_faults(cells: Cells, valuations: Mapping[str, Valuation]) -> Iterator[Fault]:
    """Each alternative of a cell that no hand meets; `valuations` are the valuation systems there are."""
    context = CountContext(cells, valuations)
    for field, count in fields.COUNTED_FIELDS:
        if (cell := cells.get(field.name)) is not None:
            yield from ((field, fault) for fault in _count_faults(cell, count, context))
    for field, stated_in in _STATED:
        if (cell := cells.get(field.name)) is not None:
            yield from ((field, number.fault) for number in stated_in(cell) if not number.is_possible)
    for field in (*fields.POINTS.values(), fields.X_POINTS):
        if (points := cell_of(cells, field)) is not None:
            yield from ((field, f"no suit has {part.words()}") for part in points.alternatives if not _is_held(part))


class _Number(NamedTuple):
    """A number that a cell states: its range, the most that there can be, and what is wrong where that is too few."""

    range: Range
    most: int
    fault: str

    @property
    def is_possible(self) -> bool:
        """Whether a whole number from 0 to the most lies in the range."""
        return any(map(self.range.holds, range(self.most + 1)))


def _num(cell: Num) -> Iterator[_Number]:
    for part in cell.alternatives:
        cards = part.range if isinstance(part, WithPartner) else part
        if isinstance(cards, Range):
            yield _suit_length(cards)


def _x_num(cell: XNum) -> Iterator[_Number]:
    return map(_suit_length, cell.ranges.alternatives)


def _suit_length(cards: Range) -> _Number:
    return _Number(cards, CARDS, f"no suit has {cards.words()} cards")


def _combined_num(cell: Combined) -> Iterator[_Number]:
    for part in cell.alternatives:
        yield _Number(part.range, CARDS, f"{_suits(part)} suits never hold {part.range.words()} cards")


def _combined_points(cell: Combined) -> Iterator[_Number]:
    for part in cell.alternatives:
        yield _Number(part.range, SUIT_HCP * _suits(part), f"{_suits(part)} suits never hold {part.range.words()} HCP")


def _suits(part: Together) -> int:
    """How many suits are counted together."""
    return len(part.suits) + len(part.variables) + part.x


def _partnership(cell: AnyHcp | AnyDistribution) -> Iterator[_Number]:
    if isinstance(cell, (PartnershipHcp, PartnershipTotal)):
        most = PACK_HCP if isinstance(cell, PartnershipHcp) else TWO_HANDS_TOTAL
        for part in cell.ranges.alternatives:
            yield _Number(part, most, f"two hands never have {part.words()} {cell.unit} together")


def _expected_points(cell: Hcp) -> Iterator[_Number]:
    for part in cell.ranges.alternatives:
        yield _Number(part, MAX_HCP, f"no hand has {part.words()} HCP")


def _shows(cell: Shows) -> Iterator[_Number]:
    for part in cell.parts:
        most = MAX_HCP if part.about in (None, TOTAL) else CARDS  # total points have the same maximum
        yield _Number(part.range, most, f"no hand has {part.words()}")


_STATED: tuple[tuple[AnyField, Callable[[Any], Iterator[_Number]]], ...] = (
    (fields.HCP, _partnership),
    (fields.DISTRIBUTION, _partnership),
    *((field, _num) for field in fields.NUM.values()),
    (fields.X_NUM, _x_num),
    (fields.COMBINED_NUM, _combined_num),
    (fields.COMBINED_POINTS, _combined_points),
    (fields.EXPECTED_POINTS, _expected_points),
    (fields.SHOWS, _shows),
)
"""The fields with numbers that are not counted in one hand alone, each with the numbers that its cell states."""


def _count_faults(cell: Cell, count: HandCount[Cell], context: CountContext) -> Iterator[str]:
    if isinstance(cell, (PartnershipHcp, PartnershipTotal, OverMinimum, OpeningHcp)):
        return  # what this hand must have is known after the auction alone
    if isinstance(cell, TrumpCount):
        cell = cell.bound(dict.fromkeys(cell.variables, Strain.SPADES))  # all suits have as many
    feature = count.feature(cell, context)
    for part in count.ranges(cell).alternatives:
        if not Ranges((part,)).truth(feature.size, feature.scale, feature.offset).any():
            yield f"no hand has {part.words()} {count.unit(cell, context.cells)}"


@lru_cache(maxsize=4096)
def _is_held(part: Honors) -> bool:
    """Whether some holding meets this spec."""
    return bool(part.truth(Protection.NEUTRAL).any())
