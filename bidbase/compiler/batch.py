"""Lookups for many hands at once: the same masks as NumPy arrays, 64 rows to a word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.cards import SHAPE_NUMBER, SUITS, Hand
from bidbase.game.features import Feature, HoldingFeature, ShapeFeature, TotalFeature

_LENGTH = LENGTH_OF_HOLDING.astype(np.intp)
_CHUNK = 16_384  # hands judged together: their intermediate arrays stay in the processor's cache

_SHAPE_OF_LENGTHS = np.zeros(14**3, dtype=np.intp)
for _lengths, _number in SHAPE_NUMBER.items():
    _SHAPE_OF_LENGTHS[_lengths[0] * 196 + _lengths[1] * 14 + _lengths[2]] = _number


class HandBatch:
    """Many hands: `holdings` is an array of shape (4, n), clubs first, of 13-bit numbers."""

    def __init__(self, holdings: np.ndarray, shapes: np.ndarray | None = None) -> None:
        self.holdings = np.ascontiguousarray(holdings, dtype=np.intp)
        if shapes is not None:  # known from a larger batch
            self.shapes = shapes
            return
        self.shapes = np.empty(self.holdings.shape[1], dtype=np.intp)
        for start in range(0, len(self), _CHUNK):
            clubs, diamonds, hearts = (_LENGTH[self.holdings[suit, start : start + _CHUNK]] for suit in SUITS[:3])
            self.shapes[start : start + _CHUNK] = _SHAPE_OF_LENGTHS[clubs * 196 + diamonds * 14 + hearts]

    @classmethod
    def of(cls, hands: Iterable[Hand]) -> HandBatch:
        """The batch of these hands."""
        return cls(np.array([hand.holdings for hand in hands], dtype=np.intp).reshape(-1, 4).T)

    @classmethod
    def random(cls, count: int, seed: int = 0) -> HandBatch:
        """`count` hands dealt at random, the same ones for the same seed."""
        order = np.random.default_rng(seed).random((count, 52), dtype=np.float32)
        cards = np.argpartition(order, 13, axis=1)[:, :13]
        holdings = [(np.where(cards // 13 == suit, 1 << cards % 13, 0)).sum(axis=1) for suit in SUITS]
        return cls(np.array(holdings))

    def __len__(self) -> int:
        return int(self.holdings.shape[1])

    def where(self, kept: np.ndarray) -> HandBatch:
        """The hands for which this array of bool is true, or those with these indices."""
        return HandBatch(self.holdings[:, kept], self.shapes[kept])

    def hand(self, index: int) -> Hand:
        """One of the hands."""
        return Hand([int(holding) for holding in self.holdings[:, index]])


@dataclass(frozen=True, slots=True)
class WordTable:
    """One feature: the class of each of its values, and `words` of shape (number of words, number of classes)."""

    feature: Feature
    classes: np.ndarray
    words: np.ndarray

    @classmethod
    def of(cls, feature: Feature, classes: Sequence[int], masks: Sequence[int], rows: int) -> WordTable:
        """The table with these classes and masks of so many rows. Classes in bytes are not copied."""
        numbers = np.frombuffer(classes, dtype=np.uint8) if isinstance(classes, bytes) else np.array(classes)
        words = [[mask >> 64 * word & 0xFFFF_FFFF_FFFF_FFFF for mask in masks] for word in range(word_count(rows))]
        return cls(feature, numbers, np.array(words, dtype=np.uint64))


@lru_cache(maxsize=256)
def _columns(feature: TotalFeature) -> tuple[np.ndarray, ...]:
    """What holdings add in each suit, and fifth what shapes add, if they do. All sections share them."""
    columns = feature.columns if feature.by_shape is None else (*feature.columns, feature.by_shape)
    return tuple(np.array(list(column), dtype=np.int32) for column in columns)


def values_of(feature: Feature, hands: HandBatch) -> np.ndarray:
    """The value of a feature for each hand: shape (n,)."""
    return _values(feature, hands.holdings, hands.shapes)


def word_count(rows: int) -> int:
    """How many words hold a bit for each row; one at least."""
    return max(1, -(-rows // 64))


def first_rows(hands: HandBatch, tables: list[WordTable], active: int, rows: int) -> np.ndarray:
    """For each hand the lowest row that `active` and every table allow, -1 for none. Shape (n,), int32."""
    result = np.full(len(hands), -1, dtype=np.int32)
    for start in range(0, len(hands), _CHUNK):
        chunk = slice(start, start + _CHUNK)
        holdings, shapes = hands.holdings[:, chunk], hands.shapes[chunk]
        classes = [table.classes[_values(table.feature, holdings, shapes)] for table in tables]
        _first_in_chunk(classes, tables, active, word_count(rows), result[chunk])
    return result


def _values(feature: Feature, holdings: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """The value of a feature for each hand."""
    match feature:
        case ShapeFeature():
            return shapes
        case HoldingFeature(suit=suit):
            return holdings[suit]
        case TotalFeature():
            columns = _columns(feature)
            total: np.ndarray = columns[0][holdings[0]]
            for suit in SUITS[1:]:
                total += columns[suit][holdings[suit]]
            for column in columns[len(SUITS) :]:
                total += column[shapes]
            return total


def _first_in_chunk(
    classes: list[np.ndarray], tables: list[WordTable], active: int, words: int, result: np.ndarray
) -> None:
    for word in range(words):
        mask = np.full(len(result), active >> 64 * word & 0xFFFF_FFFF_FFFF_FFFF, dtype=np.uint64)
        for own, table in zip(classes, tables, strict=True):
            mask &= table.words[word].take(own)
        hit = mask != 0
        if word:
            hit &= result < 0
        lowest = mask & (~mask + np.uint64(1))
        result[hit] = 64 * word + np.bitwise_count(lowest[hit] - np.uint64(1))
