"""Features of a hand. Each takes one of a few values, so that a table can be indexed by it.

A spec becomes a truth table over one feature. Features are equal when they give the same values, so that specs of
several entries about the same feature share a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import numpy as np

from bidbase.game.arrays import LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.cards import SHAPES, SUITS, Hand, Strain
from bidbase.game.evaluation import Count
from bidbase.game.holdings import ACE, HCP, HOLDINGS, KING, MAX_HCP, SHORTNESS


@dataclass(frozen=True, slots=True)
class ShapeFeature:
    """The number of the hand's shape, 0 to 559."""

    size: int = len(SHAPES)

    def of(self, hand: Hand) -> int:
        """The number of this hand's shape."""
        return hand.shape


@dataclass(frozen=True, slots=True)
class HoldingFeature:
    """The hand's holding in one suit, 0 to 8191."""

    suit: Strain
    size: int = len(HOLDINGS)

    def of(self, hand: Hand) -> int:
        """The holding of this hand."""
        return hand.holdings[self.suit]


Columns = tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class TotalFeature:
    """A count in units of 1 / `scale`, summed over the four suits.

    `columns` has, clubs first, what each of the 8,192 holdings adds. `by_shape` has what each of the 560 shapes adds,
    including `offset`, which keeps every value at 0 or more; None where shapes add nothing. Values are below `size`.
    """

    columns: Columns = field(hash=False)  # equal columns are usually the same object, while hashing them takes long
    size: int
    scale: int = 1
    by_shape: Sequence[int] | None = field(default=None, hash=False)
    offset: int = 0

    def of(self, hand: Hand) -> int:
        """The index of this hand's count in a table."""
        clubs, diamonds, hearts, spades = self.columns
        c, d, h, s = hand.holdings
        total = clubs[c] + diamonds[d] + hearts[h] + spades[s]
        return total if self.by_shape is None else total + self.by_shape[hand.shape]

    def count(self, hand: Hand) -> float:
        """The count of this hand as players state it."""
        return (self.of(hand) - self.offset) / self.scale


Feature = ShapeFeature | HoldingFeature | TotalFeature

SHAPE = ShapeFeature()


def _sum_over_suits(column: Sequence[int], size: int) -> TotalFeature:
    return TotalFeature((column, column, column, column), size)


HCP_TOTAL = _sum_over_suits(HCP, MAX_HCP + 1)
TOTAL_POINTS = _sum_over_suits(bytes(hcp + short for hcp, short in zip(HCP, SHORTNESS, strict=True)), 50)
SHORTNESS_TOTAL = _sum_over_suits(SHORTNESS, 10)
_NOTHING = bytes(len(HOLDINGS))
_HAS_ACE, _HAS_KING = (bytes(holding & card > 0 for holding in HOLDINGS) for card in (ACE, KING))
_HAS_EITHER = bytes(map(int.__add__, _HAS_ACE, _HAS_KING))
ACES_TOTAL = _sum_over_suits(_HAS_ACE, 5)
KINGS_TOTAL = _sum_over_suits(_HAS_KING, 5)

DUMMY_SHORTNESS = {3: (3, 2, 1), 4: (5, 3, 1)}
"""What a void, a singleton and a doubleton are worth to dummy with three trumps, and with four or more."""

QUARTERS = 4  # custom points are counted in quarters of a point


COMBINED_BASE = 31  # three suits hold 30 points at the most


@cache
def combined_hcp(sums: tuple[frozenset[Strain], ...]) -> TotalFeature:
    """The high-card points of one to three sets of suits, as one number: each set has a digit to the base 31."""
    worth = [sum(COMBINED_BASE**digit for digit, suits in enumerate(sums) if suit in suits) for suit in SUITS]
    clubs, diamonds, hearts, spades = (_packed([weight * points for points in HCP]) for weight in worth)
    return TotalFeature((clubs, diamonds, hearts, spades), COMBINED_BASE ** len(sums))


def combined_points(feature: TotalFeature, hand: Hand) -> list[int]:
    """The points of a hand in each of the sets of suits that `combined_hcp` was asked for."""
    value, size, points = feature.of(hand), feature.size, []
    while size > 1:
        points.append(value % COMBINED_BASE)
        value, size = value // COMBINED_BASE, size // COMBINED_BASE
    return points


@cache
def key_cards(trumps: Strain) -> TotalFeature:
    """The number of key cards: the four aces and the king of trumps."""
    clubs, diamonds, hearts, spades = (_HAS_EITHER if suit is trumps else _HAS_ACE for suit in SUITS)
    return TotalFeature((clubs, diamonds, hearts, spades), 6)


@cache
def side_kings(trumps: Strain) -> TotalFeature:
    """The number of kings outside the trump suit."""
    clubs, diamonds, hearts, spades = (_NOTHING if suit is trumps else _HAS_KING for suit in SUITS)
    return TotalFeature((clubs, diamonds, hearts, spades), 5)


@cache
def dummy_points(trumps: Strain) -> TotalFeature:
    """High-card points and what short suits are worth to a hand that supports this suit; nothing below three trumps."""
    by_shape = [
        sum(DUMMY_SHORTNESS[min(lengths[trumps], 4)][length] for length in lengths if length < 3)
        if lengths[trumps] >= min(DUMMY_SHORTNESS)
        else 0
        for lengths in SHAPES
    ]
    return TotalFeature((HCP, HCP, HCP, HCP), MAX_HCP + max(by_shape) + 1, by_shape=bytes(by_shape))


def added_by_shape(feature: Feature) -> np.ndarray | None:
    """What each shape adds to the high-card points in dummy points, an array of shape (560,); None of other counts."""
    return _DUMMYS_SHAPE.get(feature)


_DUMMYS_SHAPE: dict[Feature, np.ndarray] = {
    feature: np.array(list(feature.by_shape)) for feature in map(dummy_points, SUITS) if feature.by_shape is not None
}


@cache
def custom_points(values: tuple[float, float, float, float, float]) -> TotalFeature:
    """Points with these values for ace, king, queen, jack and ten, counted in quarters of a point."""
    holdings = np.arange(len(HOLDINGS))
    total = sum(
        (((holdings >> 12 - rank) & 1) * round(value * QUARTERS) for rank, value in enumerate(values)),
        start=np.zeros(len(HOLDINGS), dtype=int),
    )
    column = _packed(total.tolist())
    return TotalFeature((column, column, column, column), int(total.max()) * 4 + 1, QUARTERS)


@lru_cache(maxsize=64)
def total_of(count: Count, without: frozenset[Strain] = frozenset()) -> TotalFeature:
    """A count as a feature; the suits in `without` add nothing."""
    column = _packed(count.column)
    clubs, diamonds, hearts, spades = (_NOTHING if suit in without else column for suit in SUITS)
    columns = (clubs, diamonds, hearts, spades)
    least, most = np.array(count.by_shape), np.array(count.by_shape)
    for suit in SUITS:
        low, high = _limits_by_length(columns[suit])
        least += low[LENGTHS_OF_SHAPE[:, suit]]
        most += high[LENGTHS_OF_SHAPE[:, suit]]
    offset = max(0, -int(least.min()))
    by_shape = [value + offset for value in count.by_shape]
    size = int(most.max()) + offset + 1
    return TotalFeature(columns, size, count.scale, _packed(by_shape) if any(by_shape) else None, offset)


def _packed(values: Sequence[int]) -> Sequence[int]:
    """These values as an immutable sequence that takes the least memory."""
    return bytes(values) if min(values) >= 0 and max(values) < 256 else tuple(values)


def _limits_by_length(column: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most that holdings of 0 to 13 cards add: two arrays of shape (14,)."""
    values = np.array(list(column))
    by_length = [values[length == LENGTH_OF_HOLDING] for length in range(14)]
    return np.array([added.min() for added in by_length]), np.array([added.max() for added in by_length])
