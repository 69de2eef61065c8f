"""Which rows for a call tell of hands, and what these deny: honors with which they would have met an earlier row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bidbase.compiler import Place
from bidbase.compiler.rows import Row, demands, is_beyond_reach
from bidbase.compiler.section import CompiledSection
from bidbase.game.auction import PASS, Call
from bidbase.game.cards import Strain
from bidbase.game.features import HoldingFeature
from bidbase.kept import kept_with_owner
from bidbase.language.ranges import Truth

RARE_PERCENT = 5  # an entry used this seldom stays out of what people read as the meaning


@dataclass(frozen=True, slots=True, eq=False)
class NegativeInference:
    """Holdings of a suit that a hand has not: with one of them it would have met the earlier `row`."""

    row: Row
    suit: Strain
    holdings: Truth


def negative_inferences(section: CompiledSection, index: int, allowed: int) -> tuple[NegativeInference, ...]:
    """What a hand denies that meets the row `index` of a section and none of the rows before it, of those allowed.

    An earlier row counts when it makes another call and demands nothing but honors of one suit that this row does not
    demand as well. A player who bids diamonds to show the ace, and would have bid clubs first, denies the ace of clubs.
    Rows with a percentage and rows for after a simulation do not count: any hand may pass over them.
    """
    inferences = _from_all_rows(section, index)
    return tuple(inference for inference in inferences if allowed >> section.rows.index(inference.row) & 1)


def rows_told(place: Place, call: Call) -> list[tuple[CompiledSection, int, int, Row]]:
    """The rows for a call of which people are told, each with its section, index and the mask of the rows allowed.

    Left out are those that no hand meets, those of rare percentages where there are others, and those to which earlier
    rows for other calls leave no hand. Of a bid or double all are told rather than none: somebody may make it.
    """
    rows = [
        (section, index, allowed, row)
        for section, allowed in place.makers(call)
        for index, row in section.making(call, allowed)
        if not is_beyond_reach(row.entry)
    ]
    rows = [found for found in rows if (found[3].entry.usage.percent or 100) > RARE_PERCENT] or rows
    left = [found for found in rows if not _is_left_no_hand(*found[:3])]
    return left if left or call is PASS else rows


def _is_left_no_hand(section: CompiledSection, index: int, allowed: int) -> bool:
    return any(allowed >> earlier & 1 for earlier in _takers(section, index))


@kept_with_owner
def _takers(section: CompiledSection, index: int) -> tuple[int, ...]:
    """The earlier rows of a section that make another call with every hand that meets the row `index`."""
    row = section.rows[index]
    own = demands(row)
    return tuple(
        number
        for number, earlier in enumerate(section.rows[:index])
        if earlier.call is not row.call
        and earlier.entry.usage.percent is None
        and not earlier.entry.usage.analysis
        and all(_implied(own.get(condition.feature), condition.truth) for condition in earlier.conditions)
    )


@kept_with_owner
def _from_all_rows(section: CompiledSection, index: int) -> tuple[NegativeInference, ...]:
    return tuple(_passed_over(section.rows[:index], section.rows[index]))


def _passed_over(before: list[Row], row: Row) -> Iterator[NegativeInference]:
    """What a hand denies that meets this row and would have met one of those before it with other honors."""
    own = demands(row)
    for earlier in before:
        usage = earlier.entry.usage
        if earlier.call is row.call or usage.percent is not None or usage.analysis:
            continue
        if not any(isinstance(condition.feature, HoldingFeature) for condition in earlier.conditions):
            continue
        more = [
            (feature, truth) for feature, truth in demands(earlier).items() if not _implied(own.get(feature), truth)
        ]
        if len(more) == 1 and isinstance(more[0][0], HoldingFeature):
            yield NegativeInference(earlier, more[0][0].suit, more[0][1])


def _implied(narrow: Truth | None, wide: Truth) -> bool:
    """Whether all that one allows is allowed by the other; None allows everything."""
    return bool(wide.all() if narrow is None else wide[narrow].all())
