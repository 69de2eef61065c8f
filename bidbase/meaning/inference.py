"""What a hand denies by passing over calls: the honors with which it would have met an earlier row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from bidbase.compiler.rows import Row, demands
from bidbase.compiler.section import CompiledSection
from bidbase.game.cards import Strain
from bidbase.game.features import HoldingFeature
from bidbase.language.ranges import Truth


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


@lru_cache(maxsize=1 << 12)
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
