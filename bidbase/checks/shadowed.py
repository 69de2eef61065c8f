"""Which hands of a row are sure to be taken by the rows before it: proved, never guessed.

The hands are looked at by shape and points. Another condition of an earlier row counts as met where every hand of that
shape that meets the row meets it too, or where the values of one feature are shared out among several earlier rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bidbase.checks.regions import Region, cells_of, meets
from bidbase.compiler import HandBatch
from bidbase.compiler.rows import Condition, Row
from bidbase.game.arrays import LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.features import SHAPE, Feature, HoldingFeature
from bidbase.lazy import lazy_property


class Shadowed:
    """What rows that are tried before a row leave of it."""

    def __init__(self, row: Row, before: Sequence[Row]) -> None:
        self.row = row
        self.before = before
        self.region = Region(row.conditions)
        self._possible: dict[Feature, np.ndarray] = {}

    @property
    def impossible(self) -> bool:
        """Whether no hand at all meets the row."""
        return not self.region.total

    @lazy_property
    def covers(self) -> list[np.ndarray]:
        """For each earlier row the shapes and points at which it takes every hand: (560, 38)."""
        return [self._cover(row.conditions) for row in self.before]

    @lazy_property
    def open(self) -> np.ndarray:
        """The shapes and points at which some hand may be left: (560, 38)."""
        left: np.ndarray = self.region.cells > 0
        for cover in self.covers:
            left = left & ~cover
        for feature in self._features() if left.any() else []:
            left = self._open_but_for(feature, left)
        return left

    def hiding(self) -> list[Row]:
        """Rows that together take every hand, when nothing is left: those that take most come first."""
        left: np.ndarray = self.region.cells > 0
        result: list[Row] = []
        rows = list(zip(self.before, self.covers, strict=True))
        while left.any():
            row, cover = max(rows, key=lambda one: int(self.region.cells[left & one[1]].sum()))
            if not (left & cover).any():  # the rest is shared out by the values of a feature
                return [*result, *(one for one, _ in rows if self._shares_in(one, left) and one not in result)]
            result.append(row)
            left = left & ~cover
        return result

    def left(self, count: int) -> HandBatch:
        """Hands that meet the row, drawn where some may be left."""
        hands = self.region.draw(count, cells=self.open)
        return HandBatch(hands.holdings[:, meets(self.region.others, hands)])

    def _cover(self, conditions: Iterable[Condition], but_for: Feature | None = None) -> np.ndarray:
        cover = self.region.cells > 0
        for condition in conditions:
            if condition.feature != but_for:
                cells = cells_of(condition)
                cover = cover & (self._implied(condition)[:, None] if cells is None else cells)
        return cover

    def _implied(self, condition: Condition) -> np.ndarray:
        """For each shape whether every hand of the row meets this condition."""
        feature = condition.feature
        if isinstance(feature, HoldingFeature):
            missing = LENGTH_OF_HOLDING[self.region.holdings[feature.suit] & ~condition.truth]
            return ~np.isin(LENGTHS_OF_SHAPE[:, feature.suit], missing)
        missed = self._values(feature) & ~condition.truth
        return np.logical_not(missed.any(axis=1))

    def _values(self, feature: Feature) -> np.ndarray:
        """For each shape the values of a feature that hands of the row may have: (560, size)."""
        if feature not in self._possible:
            possible = self.region.possible(feature)
            for condition in self.region.others:
                if condition.feature == feature:
                    possible = possible & condition.truth
            self._possible[feature] = possible
        return self._possible[feature]

    def _features(self) -> list[Feature]:
        """The features beside shape and points that earlier rows look at."""
        found = {one.feature: None for row in self.before for one in row.conditions if cells_of(one) is None}
        return [feature for feature in found if feature != SHAPE]

    def _open_but_for(self, feature: Feature, left: np.ndarray) -> np.ndarray:
        """What is still left where the values of this feature are shared out among earlier rows."""
        sharing = [(self._cover(row.conditions, feature), _truth(row, feature)) for row in self.before]
        left = left.copy()
        for shape, points in np.argwhere(left):
            truths = [truth for cover, truth in sharing if cover[shape, points]]
            if truths and not (self._values(feature)[shape] & ~np.logical_or.reduce(truths)).any():
                left[shape, points] = False
        return left

    def _shares_in(self, row: Row, left: np.ndarray) -> bool:
        return any((self._cover(row.conditions, feature) & left).any() for feature in self._features())


def _truth(row: Row, feature: Feature) -> np.ndarray:
    """The values of a feature that meet a row."""
    truth = np.ones(feature.size, dtype=np.bool_)
    for condition in row.conditions:
        if condition.feature == feature:
            truth = truth & condition.truth
    return truth
