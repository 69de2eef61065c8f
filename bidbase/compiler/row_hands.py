"""The hands that meet a row: how many there are, exactly, and hands drawn from them, each as likely as any other.

A row asks for a shape, for holdings, and for sums over the suits. So the holdings of a suit fall into groups of one
length that add the same to these sums. The groups of two suits are joined to groups of pairs, and these to hands, with
the number of ways at each step: the 635 billion hands are counted in some hundredths of a second. A draw takes the same
way back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from bidbase.compiler.rows import Row, demands
from bidbase.game.arrays import LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.cards import SUITS, Strain
from bidbase.game.features import SHAPE, Feature, HoldingFeature, TotalFeature
from bidbase.language.ranges import Truth

ALL_CARDS = ((1 << 13) - 1,) * 4
MOST_GROUPS = 4_000_000  # of pairs or of hands: some tenths of a second
_LENGTHS = 14  # a suit has 0 to 13 cards
_LARGEST_KEY = 1 << 60


class TooManyGroups(Exception):
    """The row sums up so many things that its hands cannot be counted in this way."""


class RowHands:
    """The hands that meet a row and that the cards `left` in each suit, clubs first, allow. Raises `TooManyGroups`."""

    def __init__(self, row: Row, left: Sequence[int] = ALL_CARDS) -> None:
        demanded = demands(row)
        sums = [_Sum.of(feature, truth) for feature, truth in demanded.items() if isinstance(feature, TotalFeature)]
        sizes = prod(each.size for each in sums)
        if sizes * _LENGTHS**2 > _LARGEST_KEY:
            raise TooManyGroups
        self._holdings = [_holdings(suit, left[suit], demanded) for suit in SUITS]
        self._suits = [
            # Keys of clubs and of diamonds add up to that of the pair, and so do those of the majors.
            _Groups.of(_keys(suit, holdings, sums, sizes * (1 if suit % 2 else _LENGTHS), sizes))
            for suit, holdings in zip(SUITS, self._holdings, strict=True)
        ]
        self._pairs = [_joined(*self._suits[:2]), _joined(*self._suits[2:])]
        self._minors, self._majors = self._hands(demanded.get(SHAPE), sums, sizes)
        ways = self._pairs[0].ways[self._minors] * self._pairs[1].ways[self._majors]
        self._ends = np.cumsum(ways)

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self._ends[-1]) if len(self._ends) else 0

    def draw(self, number: int, rng: np.random.Generator) -> np.ndarray:
        """Holdings of so many hands, shape (4, number). There must be a hand, and it may be drawn more than once."""
        chosen = np.searchsorted(self._ends, rng.integers(0, self.count, number), side="right")
        drawn = []
        for pairs, groups, suits in zip(self._pairs, (self._minors, self._majors), (SUITS[:2], SUITS[2:]), strict=True):
            both = np.divmod(pairs.pick(groups[chosen], rng), len(self._suits[suits[1]].keys))
            for suit, group in zip(suits, both, strict=True):
                drawn.append(self._holdings[suit][self._suits[suit].pick(group, rng)])
        return np.array(drawn)

    def _hands(self, shapes: Truth | None, sums: list[_Sum], sizes: int) -> tuple[np.ndarray, np.ndarray]:
        """The groups of hands that meet the row: for each the group of its minors and the group of its majors."""
        allowed = np.arange(len(LENGTHS_OF_SHAPE)) if shapes is None else np.flatnonzero(shapes)
        spans = []
        for pairs, first in zip(self._pairs, (0, 2), strict=True):
            lengths = LENGTHS_OF_SHAPE[allowed, first] * _LENGTHS + LENGTHS_OF_SHAPE[allowed, first + 1]
            start, end = (np.searchsorted(pairs.keys // sizes, lengths, side) for side in ("left", "right"))
            spans.append((start, end - start))
        (minor_start, minor_count), (major_start, major_count) = spans
        combined = minor_count * major_count
        if combined.sum() > MOST_GROUPS:
            raise TooManyGroups
        shape = np.repeat(np.arange(len(allowed)), combined)
        number = np.arange(len(shape)) - np.repeat(np.cumsum(combined) - combined, combined)
        minors, majors = (
            minor_start[shape] + number // major_count[shape],
            major_start[shape] + number % major_count[shape],
        )
        left = self._pairs[0].keys[minors] % sizes + self._pairs[1].keys[majors] % sizes
        met = np.ones(len(left), dtype=bool)
        for each in sums:
            left, value = np.divmod(left, each.size)
            met &= each.truth[value + each.by_shape[allowed[shape]]]
        return minors[met], majors[met]


@dataclass(frozen=True)
class _Groups:
    """Members grouped by a key: `ways[g]` and `keys[g]` of each group, in the order of the keys.

    `order` has the members group by group. Each of them takes up its ways in one long row of numbers: `member_ends` and
    `ends` say where a member and a group end.
    """

    keys: np.ndarray
    ways: np.ndarray
    ends: np.ndarray
    order: np.ndarray
    member_ends: np.ndarray

    @classmethod
    def of(cls, keys: np.ndarray, ways: np.ndarray | None = None) -> _Groups:
        """The groups of members with these keys and ways; without ways each member counts once."""
        order = np.argsort(keys, kind="stable")
        member_ends = np.cumsum(np.ones(len(keys), dtype=np.int64) if ways is None else ways[order])
        ordered = keys[order]
        last = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)[: len(ordered)])
        ends = member_ends[last]
        return cls(ordered[last], np.diff(ends, prepend=0), ends, order, member_ends)

    def pick(self, groups: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A member of each of these groups, as likely as it has ways."""
        numbers = self.ends[groups] - 1 - rng.integers(0, self.ways[groups])
        return self.order[np.searchsorted(self.member_ends, numbers, side="right")]


def _joined(first: _Groups, second: _Groups) -> _Groups:
    """The groups of pairs; pair `i * n + j` joins group i of the first suit to group j of the n of the second."""
    if len(first.keys) * len(second.keys) > MOST_GROUPS:
        raise TooManyGroups
    keys, ways = np.add.outer(first.keys, second.keys), np.multiply.outer(first.ways, second.ways)
    return _Groups.of(keys.ravel(), ways.ravel())


@dataclass(frozen=True)
class _Sum:
    """A sum over the suits, below `size`: what each holding adds beyond the least, and each shape, with that least."""

    columns: np.ndarray
    by_shape: np.ndarray
    size: int
    truth: Truth

    @classmethod
    def of(cls, feature: TotalFeature, truth: Truth) -> _Sum:
        """The sum of a feature."""
        columns = np.array([list(column) for column in feature.columns], dtype=np.int64)
        least = columns.min(axis=1, keepdims=True)
        by_shape = np.zeros(len(LENGTHS_OF_SHAPE), dtype=np.int64) + int(least.sum())
        if feature.by_shape is not None:
            by_shape += np.array(list(feature.by_shape))
        columns = columns - least
        return cls(columns, by_shape, int(columns.max(axis=1).sum()) + 1, truth)


def _holdings(suit: Strain, left: int, demanded: Mapping[Feature, Truth]) -> np.ndarray:
    """The holdings of a suit that a row allows, of the cards that are left."""
    holdings = np.arange(1 << 13)
    allowed = holdings & ~left == 0
    truth = demanded.get(HoldingFeature(suit))
    return holdings[allowed if truth is None else allowed & truth]


def _keys(suit: Strain, holdings: np.ndarray, sums: Sequence[_Sum], of_length: int, sizes: int) -> np.ndarray:
    """The key of each holding: what it adds to each sum, as the digits of one number, and before them its length."""
    keys = LENGTH_OF_HOLDING[holdings].astype(np.int64) * of_length
    worth = 1
    for each in sums:
        keys += each.columns[suit][holdings] * worth
        worth *= each.size
    return keys
