"""What a hand denies by passing over calls: the honours with which an earlier row would have had it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bidbase.cards import Strain
from bidbase.compiler.features import HoldingFeature
from bidbase.compiler.rows import Row, demands
from bidbase.language.ranges import Truth


@dataclass(frozen=True, slots=True, eq=False)
class Denial:
    """Holdings of a suit that a hand has not: with one of them it would have met the earlier `row`."""

    row: Row
    suit: Strain
    holdings: Truth


def denials(rows: Sequence[Row], index: int) -> Iterator[Denial]:
    """What a hand that is found by the row `index`, and so meets none before it, denies.

    An earlier row counts when it makes another call and demands nothing but honours of one suit that this row does
    not demand as well: who bids diamonds to show the ace, and would have bid clubs first, has not the ace of clubs.
    """
    own = demands(rows[index])
    for earlier in rows[:index]:
        if earlier.call is rows[index].call or not any(
            isinstance(c.feature, HoldingFeature) for c in earlier.conditions
        ):
            continue
        more = [
            (feature, truth) for feature, truth in demands(earlier).items() if not _implied(own.get(feature), truth)
        ]
        if len(more) == 1 and isinstance(more[0][0], HoldingFeature):
            yield Denial(earlier, more[0][0].suit, more[0][1])


def _implied(narrow: Truth | None, wide: Truth) -> bool:
    """Whether all that one allows is allowed by the other; None allows everything."""
    return bool(wide.all() if narrow is None else wide[narrow].all())
