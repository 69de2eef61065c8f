"""The edge of a row: hands that all but meet it, where a player may think that they do."""

from __future__ import annotations

import numpy as np

from bidbase.compiler import HandBatch
from bidbase.compiler.batch import values_of
from bidbase.compiler.rows import Condition, Row
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.features import HoldingFeature, ShapeFeature, TotalFeature
from bidbase.language.ranges import Truth

POINTS = 2  # so far from what is allowed are points still near
CARDS = 1  # likewise cards that are counted, as aces are
MOST_CARDS = 12  # a count that is always less counts cards rather than points
MOST_FAILED = 2  # conditions that a hand near the edge may fail

_NEXT_SHAPES: Truth = np.abs(LENGTHS_OF_SHAPE[:, None] - LENGTHS_OF_SHAPE[None, :]).sum(axis=2) <= 2
"""For each shape those that differ from it by one card at the most: shape (560, 560)."""
_LENGTHS, _POINTS = 14, 11  # how many lengths and numbers of points a holding can have


def near_edge(row: Row, hands: HandBatch) -> np.ndarray:
    """For each hand whether it meets a row or all but meets it: bool, shape (n,).

    That is a hand that fails two conditions at the most, and each by two points or by one card at the most.
    """
    near: np.ndarray = np.ones(len(hands), dtype=bool)
    failed = np.zeros(len(hands), dtype=int)
    for condition in row.conditions:
        values = values_of(condition.feature, hands)
        near &= _widened(condition)[values]
        failed += ~condition.truth[values]
    near &= failed <= MOST_FAILED
    return near


def _widened(condition: Condition) -> Truth:
    """The truth table of a condition with the values beside those that are allowed."""
    truth = condition.truth
    match condition.feature:
        case ShapeFeature():
            return np.any(_NEXT_SHAPES & truth, axis=1)
        case HoldingFeature():
            allowed = np.zeros((_LENGTHS, _POINTS), dtype=bool)
            allowed[LENGTH_OF_HOLDING[truth], HCP_OF_HOLDING[truth]] = True
            wider: Truth = _spread(_spread(allowed, CARDS).T, POINTS).T
            return truth | wider[LENGTH_OF_HOLDING, HCP_OF_HOLDING]
        case TotalFeature(scale=scale, size=size):
            return _spread(truth, CARDS if size <= MOST_CARDS else POINTS * scale)


def _spread(allowed: np.ndarray, steps: int) -> np.ndarray:
    """Also what lies so many steps from what is allowed, along the first axis."""
    wider = allowed.copy()
    for step in range(1, steps + 1):
        wider[step:] |= allowed[:-step]
        wider[:-step] |= allowed[step:]
    return wider
