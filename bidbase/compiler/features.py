"""Features of a hand that a table can be indexed by: each takes one of few values.

A spec becomes a truth table over one feature. Features are equal when they give the same values, so that specs of
several entries on the same feature share a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from bidbase.cards import SHAPES, Hand, Strain
from bidbase.holdings import HCP, HOLDINGS, INTERMEDIATES, SHORTNESS


@dataclass(frozen=True, slots=True)
class ShapeFeature:
    """The number of the shape, 0 to 559."""

    size: int = len(SHAPES)

    def of(self, hand: Hand) -> int:
        """The shape of this hand."""
        return hand.shape


@dataclass(frozen=True, slots=True)
class HoldingFeature:
    """The cards of one suit, 0 to 8191."""

    suit: Strain
    size: int = len(HOLDINGS)

    def of(self, hand: Hand) -> int:
        """The holding of this hand."""
        return hand.holdings[self.suit]


@dataclass(frozen=True, slots=True)
class TotalFeature:
    """A count summed over the four suits; `columns` gives, clubs first, what each holding adds."""

    columns: tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]
    size: int

    def of(self, hand: Hand) -> int:
        """The count of this hand."""
        clubs, diamonds, hearts, spades = self.columns
        c, d, h, s = hand.holdings
        return clubs[c] + diamonds[d] + hearts[h] + spades[s]


Feature = ShapeFeature | HoldingFeature | TotalFeature

SHAPE = ShapeFeature()


def _same_in_all(column: Sequence[int], size: int) -> TotalFeature:
    return TotalFeature((column, column, column, column), size)


HCP_TOTAL = _same_in_all(HCP, 38)
TOTAL_POINTS = _same_in_all(bytes(hcp + short for hcp, short in zip(HCP, SHORTNESS, strict=True)), 50)
SHORTNESS_TOTAL = _same_in_all(SHORTNESS, 13)
INTERMEDIATES_TOTAL = _same_in_all(INTERMEDIATES, 13)
_NOTHING = bytes(len(HOLDINGS))

QUARTERS = 4  # custom points are counted in quarters of a point


@cache
def combined_hcp(suits: frozenset[Strain]) -> TotalFeature:
    """The high-card points of some suits together."""
    columns = [HCP if suit in suits else _NOTHING for suit in Strain if suit is not Strain.NOTRUMP]
    return TotalFeature((columns[0], columns[1], columns[2], columns[3]), 31)


@cache
def custom_points(values: tuple[float, float, float, float, float]) -> TotalFeature:
    """Points for ace, king, queen, jack and ten as given, in quarters."""
    holdings = np.arange(len(HOLDINGS))
    total = sum(
        (((holdings >> 12 - place) & 1) * round(value * QUARTERS) for place, value in enumerate(values)),
        start=np.zeros(len(HOLDINGS), dtype=int),
    )
    return _same_in_all(tuple(int(value) for value in total), int(total.max()) * 4 + 1)
