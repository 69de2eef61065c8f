"""Regions: the hands that meet some conditions, counted exactly by shape and points, and drawn with equal chances.

A hand of a given shape consists of four holdings that do not depend on each other. So hands that meet conditions on
shape, on single suits, on high-card points and on distribution points can be counted, and drawn without a miss.
Conditions on other features are not counted: an empty region proves that no hand meets all conditions, but a hand that
is drawn may fail those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bidbase.compiler import HandBatch
from bidbase.compiler.batch import values_of
from bidbase.compiler.rows import Condition
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.bits import bits_of
from bidbase.game.cards import SHAPES, SUITS
from bidbase.game.features import (
    HCP_TOTAL,
    SHAPE,
    SHORTNESS_TOTAL,
    TOTAL_POINTS,
    Feature,
    HoldingFeature,
    TotalFeature,
    added_by_shape,
)
from bidbase.game.holdings import HOLDINGS
from bidbase.lazy import lazy_property

POINT_COUNTS = 38  # numbers of high-card points in a hand: 0 to 37
_LENGTH = LENGTH_OF_HOLDING.astype(int)
_SUIT_POINT_COUNTS = 11  # numbers of high-card points in a suit: 0 to 10
_KIND = _LENGTH * _SUIT_POINT_COUNTS + HCP_OF_HOLDING  # holdings of one length and number of points are of one kind
_SHORTNESS_OF_SHAPE = np.array([sum((3, 2, 1)[length] for length in shape if length < 3) for shape in SHAPES])


class Region:
    """The hands that meet all of these conditions, except those in `uncounted`, which are not taken into account."""

    def __init__(self, conditions: Iterable[Condition]) -> None:
        self.holdings = np.ones((4, len(HOLDINGS)), dtype=np.bool_)
        allowed = np.ones((len(SHAPES), POINT_COUNTS), dtype=np.bool_)
        self.uncounted: list[Condition] = []
        for condition in conditions:
            if isinstance(condition.feature, HoldingFeature):
                self.holdings[condition.feature.suit] &= condition.truth
            elif (cells := cells_of(condition)) is not None:
                allowed &= cells
            else:
                self.uncounted.append(condition)
        self._kind_counts = np.array(
            [np.bincount(_KIND[mask], minlength=14 * _SUIT_POINT_COUNTS) for mask in self.holdings]
        )
        self._suit_counts = self._counts_from_each_suit_on()
        self.cells: np.ndarray = np.where(allowed, self._suit_counts[0][:, :POINT_COUNTS], 0)
        """The number of hands of each shape with each number of points: shape (560, 38)."""

    @property
    def total(self) -> int:
        """The number of hands."""
        return int(self.cells.sum())

    def _counts_from_each_suit_on(self) -> list[np.ndarray]:
        """For each suit the number of ways to hold it and the higher suits, by shape and points: shape (560, 44)."""
        counts = [np.zeros((len(SHAPES), 4 * _SUIT_POINT_COUNTS), dtype=np.int64) for _ in range(5)]
        counts[4][:, 0] = 1
        for suit in reversed(SUITS):
            in_suit = self._holding_counts(suit)
            for points in range(_SUIT_POINT_COUNTS):
                higher_suits = counts[suit + 1][:, : 4 * _SUIT_POINT_COUNTS - points]
                counts[suit][:, points:] += in_suit[:, points, None] * higher_suits
        return counts

    def _holding_counts(self, suit: int) -> np.ndarray:
        """The number of holdings of this suit that each shape allows, by points: shape (560, 11)."""
        return self._kind_counts[suit].reshape(14, _SUIT_POINT_COUNTS)[LENGTHS_OF_SHAPE[:, suit]]

    def draw(self, count: int, seed: int = 0, cells: np.ndarray | None = None) -> HandBatch:
        """`count` hands, each as likely as any other; no hands if the region is empty.

        `cells` (bool, shape (560, 38)) may leave out some combinations of shape and points.
        """
        counts = (self.cells if cells is None else np.where(cells, self.cells, 0)).ravel().cumsum()
        if not counts[-1]:
            return HandBatch(np.zeros((4, 0), dtype=int))
        rng = np.random.default_rng(seed)
        shapes, points_left = np.divmod(
            np.searchsorted(counts, rng.random(count) * counts[-1], side="right"), POINT_COUNTS
        )
        hands = np.empty((4, count), dtype=np.intp)
        for suit in SUITS:
            points = self._draw_points(suit, shapes, points_left, rng.random(count))
            kinds = LENGTHS_OF_SHAPE[shapes, suit] * _SUIT_POINT_COUNTS + points
            hands[suit] = self._draw_holdings(suit, kinds, rng.random(count))
            points_left = points_left - points
        return HandBatch(hands)

    def _draw_points(self, suit: int, shapes: np.ndarray, points_left: np.ndarray, fractions: np.ndarray) -> np.ndarray:
        """The points in this suit for each hand, chosen by a random fraction in proportion to the hands with them.

        `points_left` are the points that the hand has in this suit and the higher ones. All arrays have shape (n,).
        """
        points = np.arange(_SUIT_POINT_COUNTS)
        left_after = points_left[:, None] - points
        ways = self._suit_counts[suit + 1][shapes[:, None], np.maximum(left_after, 0)] * (left_after >= 0)
        counts = (self._holding_counts(suit)[shapes] * ways).cumsum(axis=1)
        return (counts <= (fractions * counts[:, -1])[:, None]).sum(axis=1)

    def _draw_holdings(self, suit: int, kinds: np.ndarray, fractions: np.ndarray) -> np.ndarray:
        """A holding of each of these kinds, chosen by a random fraction, each as likely as any other: shape (n,)."""
        holdings, starts = self._holdings_by_kind[suit]
        return holdings[starts[kinds] + (fractions * self._kind_counts[suit][kinds]).astype(int)]

    @lazy_property
    def _holdings_by_kind(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """For each suit its holdings sorted by kind, and the index at which each kind starts."""
        result = []
        for mask, counts in zip(self.holdings, self._kind_counts, strict=True):
            holdings = np.flatnonzero(mask)
            starts = np.concatenate(([0], counts.cumsum()[:-1]))
            result.append((holdings[np.argsort(_KIND[holdings], kind="stable")], starts))
        return result

    def possible_values(self, feature: Feature) -> np.ndarray:
        """The values that the feature may take in each shape, perhaps with some that it cannot: bool, (560, size)."""
        if feature == SHAPE:
            return np.eye(len(SHAPES), dtype=np.bool_)
        if isinstance(feature, HoldingFeature):
            of_length = _LENGTH[None, :] == LENGTHS_OF_SHAPE[:, feature.suit, None]
            return of_length & self.holdings[feature.suit]
        assert isinstance(feature, TotalFeature)
        suit_values = [self._values_by_length(suit, feature.columns[suit]) for suit in SUITS]
        by_shape = [0] * len(SHAPES) if feature.by_shape is None else list(feature.by_shape)
        least = min(by_shape) + sum(int(min(feature.columns[suit])) for suit in SUITS)
        result = np.zeros((len(SHAPES), feature.size), dtype=np.bool_)
        for number, lengths in enumerate(SHAPES):
            values = 1 << by_shape[number] - min(by_shape)
            for suit in SUITS:
                values = _sums(values, suit_values[suit][lengths[suit]])
            for value in bits_of(values):
                if 0 <= value + least < feature.size:
                    result[number, value + least] = True
        return result

    def _values_by_length(self, suit: int, column: Sequence[int]) -> list[int]:
        """For each length the values that the holdings of this suit add, less the least of all, as a set of bits."""
        values = [0] * 14
        least = min(column)
        added = np.array(list(column))
        for length in range(14):
            for value in np.unique(added[self.holdings[suit] & (length == _LENGTH)]):
                values[length] |= 1 << int(value) - least
        return values


def _sums(first: int, second: int) -> int:
    """The sums of a number from the first and a number from the second set, all as sets of bits."""
    result = 0
    for number in bits_of(second):
        result |= first << number
    return result


def cells_of(condition: Condition) -> np.ndarray | None:
    """Whether the hands of each shape and number of points meet a condition; None if that depends on more.

    An array of bool that broadcasts to shape (560, 38).
    """
    if condition.feature == SHAPE:
        return condition.truth[:, None]
    if condition.feature == HCP_TOTAL:
        return condition.truth[None, :]
    if condition.feature == SHORTNESS_TOTAL:
        return condition.truth[_SHORTNESS_OF_SHAPE][:, None]
    if condition.feature == TOTAL_POINTS:
        return condition.truth[_SHORTNESS_OF_SHAPE[:, None] + np.arange(POINT_COUNTS)]
    if (shape_adds := added_by_shape(condition.feature)) is not None:
        return condition.truth[shape_adds[:, None] + np.arange(POINT_COUNTS)]
    return None


def meets(conditions: Iterable[Condition], hands: HandBatch) -> np.ndarray:
    """For each hand whether it meets all conditions: bool, shape (n,)."""
    result = np.ones(len(hands), dtype=np.bool_)
    for condition in conditions:
        result &= condition.truth[values_of(condition.feature, hands)]
    return result
