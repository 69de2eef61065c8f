"""The hands of a row that earlier rows certainly take: proved, never guessed.

The proof looks at every combination of shape and points. Any other condition of an earlier row counts as met where
every hand of that shape that meets the row also meets the condition, or where several earlier rows together cover all
values of one feature.
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


class ShadowedRow:
    """A row with the rows that are tried before it, and the hands that those leave for it."""

    def __init__(self, row: Row, earlier: Sequence[Row]) -> None:
        self.row = row
        self.earlier = earlier
        self.region = Region(row.conditions)
        self._values_of: dict[Feature, np.ndarray] = {}

    @property
    def impossible(self) -> bool:
        """Whether no hand at all meets the row."""
        return not self.region.total

    @lazy_property
    def covers(self) -> list[np.ndarray]:
        """For each earlier row the combinations of shape and points of which it takes every hand: bool, (560, 38)."""
        return [self._cover(row.conditions) for row in self.earlier]

    @lazy_property
    def open_cells(self) -> np.ndarray:
        """The combinations of shape and points of which some hand may be left: bool, shape (560, 38)."""
        left: np.ndarray = self.region.cells > 0
        for cover in self.covers:
            left = left & ~cover
        for feature in self._other_features() if left.any() else []:
            left = self._left_without_shared(feature, left)
        return left

    def hiding_rows(self) -> list[Row]:
        """The earlier rows that together take every hand if none is left; those that take most come first."""
        left: np.ndarray = self.region.cells > 0
        hiding: list[Row] = []
        candidates = list(zip(self.earlier, self.covers, strict=True))
        while left.any():
            row, cover = max(candidates, key=lambda candidate: int(self.region.cells[left & candidate[1]].sum()))
            if not (left & cover).any():  # rows that share a feature's values take the rest
                sharing = [other for other in self.earlier if self._shares_in(other, left) and other not in hiding]
                return [*hiding, *sharing]
            hiding.append(row)
            left = left & ~cover
        return hiding

    def draw_left(self, count: int) -> HandBatch:
        """At most `count` hands that meet the row, of combinations of shape and points of which some may be left."""
        hands = self.region.draw(count, cells=self.open_cells)
        return hands.where(meets(self.region.uncounted, hands))

    def _cover(self, conditions: Iterable[Condition], except_on: Feature | None = None) -> np.ndarray:
        """Where every hand of the row meets these conditions, leaving aside those on one feature: bool, (560, 38)."""
        cover = self.region.cells > 0
        for condition in conditions:
            if condition.feature != except_on:
                cells = cells_of(condition)
                cover = cover & (self._implied(condition)[:, None] if cells is None else cells)
        return cover

    def _implied(self, condition: Condition) -> np.ndarray:
        """For each shape whether every hand of the row meets this condition: bool, shape (560,)."""
        feature = condition.feature
        if isinstance(feature, HoldingFeature):
            missing = LENGTH_OF_HOLDING[self.region.holdings[feature.suit] & ~condition.truth]
            return ~np.isin(LENGTHS_OF_SHAPE[:, feature.suit], missing)
        missed = self._values(feature) & ~condition.truth
        return np.logical_not(missed.any(axis=1))

    def _values(self, feature: Feature) -> np.ndarray:
        """The values of a feature that hands of the row may have in each shape: bool, shape (560, size)."""
        if feature not in self._values_of:
            values = self.region.possible_values(feature)
            for condition in self.region.uncounted:
                if condition.feature == feature:
                    values = values & condition.truth
            self._values_of[feature] = values
        return self._values_of[feature]

    def _other_features(self) -> list[Feature]:
        """The features other than shape and points that earlier rows depend on."""
        conditions = [condition for row in self.earlier for condition in row.conditions]
        features = dict.fromkeys(condition.feature for condition in conditions if cells_of(condition) is None)
        return [feature for feature in features if feature != SHAPE]

    def _left_without_shared(self, feature: Feature, left: np.ndarray) -> np.ndarray:
        """What is still left after earlier rows that together cover all values of this feature: bool, (560, 38)."""
        sharing = [(self._cover(row.conditions, feature), _truth(row, feature)) for row in self.earlier]
        left = left.copy()
        for shape, points in np.argwhere(left):
            truths = [truth for cover, truth in sharing if cover[shape, points]]
            if truths and not (self._values(feature)[shape] & ~np.logical_or.reduce(truths)).any():
                left[shape, points] = False
        return left

    def _shares_in(self, row: Row, left: np.ndarray) -> bool:
        return any((self._cover(row.conditions, feature) & left).any() for feature in self._other_features())


def _truth(row: Row, feature: Feature) -> np.ndarray:
    """The values of a feature that a row allows: bool, shape (size,)."""
    truth = np.ones(feature.size, dtype=np.bool_)
    for condition in row.conditions:
        if condition.feature == feature:
            truth = truth & condition.truth
    return truth
