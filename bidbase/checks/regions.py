"""Regions: the hands that meet some conditions, counted exactly by shape and points, and drawn evenly.

A hand of a given shape is four holdings that do not depend on each other. So conditions on shape, on single suits, on
high-card and on distribution points can be counted and drawn from without dealing hands in vain. Conditions on other
features are kept aside: a region without hands proves that none meets them all; a hand drawn may still miss those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bidbase.compiler import HandBatch
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
)
from bidbase.game.holdings import HOLDINGS
from bidbase.lazy import lazy_property

POINTS = 38
_HCP = HCP_OF_HOLDING.astype(int)
_LENGTH = LENGTH_OF_HOLDING.astype(int)
_IN_SUIT = 11  # high-card points of one suit: 0 to 10
_KIND = _LENGTH * _IN_SUIT + _HCP  # holdings of one length and points are of one kind
_SHORTNESS = np.array([sum((3, 2, 1)[length] for length in shape if length < 3) for shape in SHAPES])


class Region:
    """The hands that meet all of these conditions; `others` are those that are not counted."""

    def __init__(self, conditions: Iterable[Condition]) -> None:
        self.holdings = np.ones((4, len(HOLDINGS)), dtype=np.bool_)
        allowed = np.ones((len(SHAPES), POINTS), dtype=np.bool_)
        self.others: list[Condition] = []
        for condition in conditions:
            if isinstance(condition.feature, HoldingFeature):
                self.holdings[condition.feature.suit] &= condition.truth
            elif (cells := cells_of(condition)) is not None:
                allowed &= cells
            else:
                self.others.append(condition)
        self._kinds = np.array([np.bincount(_KIND[mask], minlength=14 * _IN_SUIT) for mask in self.holdings])
        self._rest = self._counts_from_each_suit_on()
        self.cells: np.ndarray = np.where(allowed, self._rest[0][:, :POINTS], 0)
        """How many hands there are of each shape with each number of points: shape (560, 38)."""

    @property
    def total(self) -> int:
        """How many hands there are."""
        return int(self.cells.sum())

    def _counts_from_each_suit_on(self) -> list[np.ndarray]:
        """For each suit how many ways there are to hold it and those after it, by shape and points."""
        rest = [np.zeros((len(SHAPES), 4 * _IN_SUIT), dtype=np.int64) for _ in range(5)]
        rest[4][:, 0] = 1
        for suit in reversed(SUITS):
            kinds = self._of_length(suit)
            for points in range(_IN_SUIT):
                rest[suit][:, points:] += kinds[:, points, None] * rest[suit + 1][:, : 4 * _IN_SUIT - points]
        return rest

    def _of_length(self, suit: int) -> np.ndarray:
        """How many holdings of this suit each shape allows, by points: shape (560, 11)."""
        return self._kinds[suit].reshape(14, _IN_SUIT)[LENGTHS_OF_SHAPE[:, suit]]

    def draw(self, count: int, seed: int = 0, cells: np.ndarray | None = None) -> HandBatch:
        """So many hands, each as likely as any other; `cells` may leave out some shapes and points. None if empty."""
        counts = (self.cells if cells is None else np.where(cells, self.cells, 0)).ravel().cumsum()
        if not counts[-1]:
            return HandBatch(np.zeros((4, 0), dtype=int))
        rng = np.random.default_rng(seed)
        shapes, left = np.divmod(np.searchsorted(counts, rng.random(count) * counts[-1], side="right"), POINTS)
        hands = np.empty((4, count), dtype=np.intp)
        for suit in SUITS:
            points = self._points_in(suit, shapes, left, rng.random(count))
            hands[suit] = self._some_of(suit, LENGTHS_OF_SHAPE[shapes, suit] * _IN_SUIT + points, rng.random(count))
            left = left - points
        return HandBatch(hands)

    def _points_in(self, suit: int, shapes: np.ndarray, left: np.ndarray, lot: np.ndarray) -> np.ndarray:
        """How many of the points that are left lie in this suit, each as likely as it has hands."""
        points = np.arange(_IN_SUIT)
        after = left[:, None] - points
        ways = self._rest[suit + 1][shapes[:, None], np.maximum(after, 0)] * (after >= 0)
        counts = (self._of_length(suit)[shapes] * ways).cumsum(axis=1)
        return (counts <= (lot * counts[:, -1])[:, None]).sum(axis=1)

    def _some_of(self, suit: int, kinds: np.ndarray, lot: np.ndarray) -> np.ndarray:
        """A holding of each kind, each as likely as any other."""
        order, first = self._by_kind[suit]
        return order[first[kinds] + (lot * self._kinds[suit][kinds]).astype(int)]

    @lazy_property
    def _by_kind(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """For each suit its holdings in the order of their kinds, and where each kind begins."""
        result = []
        for mask, counts in zip(self.holdings, self._kinds, strict=True):
            held = np.flatnonzero(mask)
            result.append((held[np.argsort(_KIND[held], kind="stable")], np.concatenate(([0], counts.cumsum()[:-1]))))
        return result

    def possible(self, feature: Feature) -> np.ndarray:
        """For each shape the values that the feature may take, and perhaps some that it cannot: (560, size)."""
        if feature == SHAPE:
            return np.eye(len(SHAPES), dtype=np.bool_)
        if isinstance(feature, HoldingFeature):
            held = _LENGTH[None, :] == LENGTHS_OF_SHAPE[:, feature.suit, None]
            return held & self.holdings[feature.suit]
        assert isinstance(feature, TotalFeature)
        sums = [self._values_by_length(suit, feature.columns[suit]) for suit in SUITS]
        by_shape = [0] * len(SHAPES) if feature.by_shape is None else list(feature.by_shape)
        least = min(by_shape) + sum(int(min(feature.columns[suit])) for suit in SUITS)
        result = np.zeros((len(SHAPES), feature.size), dtype=np.bool_)
        for number, lengths in enumerate(SHAPES):
            values = 1 << by_shape[number] - min(by_shape)
            for suit in SUITS:
                values = _sums(values, sums[suit][lengths[suit]])
            for value in bits_of(values):
                if 0 <= value + least < feature.size:
                    result[number, value + least] = True
        return result

    def _values_by_length(self, suit: int, column: Sequence[int]) -> list[int]:
        """For each length the values that the holdings of this suit add, over the least of all, as a set of bits."""
        values = [0] * 14
        least = min(column)
        table = np.array(list(column))
        for length in range(14):
            for value in np.unique(table[self.holdings[suit] & (length == _LENGTH)]):
                values[length] |= 1 << int(value) - least
        return values


def _sums(one: int, other: int) -> int:
    """The sums of a number of each of two sets of bits."""
    result = 0
    for number in bits_of(other):
        result |= one << number
    return result


def cells_of(condition: Condition) -> np.ndarray | None:
    """Which shapes and points meet a condition, (560, 38); None where that does not depend on them alone."""
    if condition.feature == SHAPE:
        return condition.truth[:, None]
    if condition.feature == HCP_TOTAL:
        return condition.truth[None, :]
    if condition.feature == SHORTNESS_TOTAL:
        return condition.truth[_SHORTNESS][:, None]
    if condition.feature == TOTAL_POINTS:
        return condition.truth[_SHORTNESS[:, None] + np.arange(POINTS)]
    return None


def meets(conditions: Iterable[Condition], hands: HandBatch) -> np.ndarray:
    """For each hand whether it meets all conditions."""
    result = np.ones(len(hands), dtype=np.bool_)
    for condition in conditions:
        result &= condition.truth[values_of(condition.feature, hands)]
    return result


def values_of(feature: Feature, hands: HandBatch) -> np.ndarray:
    """The value of a feature for each hand."""
    if feature == SHAPE:
        return hands.shapes
    if isinstance(feature, HoldingFeature):
        return hands.holdings[feature.suit]
    assert isinstance(feature, TotalFeature)
    total = np.sum([np.array(list(feature.columns[suit]))[hands.holdings[suit]] for suit in SUITS], axis=0)
    return total if feature.by_shape is None else total + np.array(list(feature.by_shape))[hands.shapes]
