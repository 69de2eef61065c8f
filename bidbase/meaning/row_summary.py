"""The limits between which the hands of a row lie: what its specs allow, or what its entry states that it shows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from bidbase.compiler.rows import Row, demands, shapes_of
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.cards import SHAPES, SUITS
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS, HoldingFeature, added_by_shape, dummy_points
from bidbase.game.holdings import HOLDINGS, MAX_HCP
from bidbase.language import fields
from bidbase.language.honors import HONOR_VALUES
from bidbase.language.ranges import Minimum, Range, Ranges
from bidbase.language.shape import Shape
from bidbase.language.shows import TOTAL, Shows
from bidbase.meaning.hand_summary import (
    ANY_LOSERS,
    LOSERS,
    MAX_DUMMY,
    MAX_HONORS,
    MAX_LOSERS,
    MAX_TOTAL,
    QUALITY_OF_HOLDING,
    QUALITY_OF_LENGTH,
    STOPS_OF_HOLDING,
    HandSummary,
    overlap,
)
from bidbase.meaning.inference import NegativeInference

_SHORTNESS_OF_SHAPE = np.array([sum((3, 2, 1)[length] for length in shape if length < 3) for shape in SHAPES])
_BALANCED = Shape(("balanced",)).truth()


def shown_summary(row: Row, denied: tuple[NegativeInference, ...] = ()) -> HandSummary:
    """What the call of a row shows: what its hands are, or what its entry states, widened to what its hands are."""
    true = row_summary(row, denied)
    return true if (shows := row.entry.get(fields.SHOWS)) is None else stated_summary(shows) | true


def stated_summary(shows: Shows) -> HandSummary:
    """The range that an entry states in its field Shows."""
    return HandSummary(
        _whole(shows.range_of(None), MAX_HCP),
        tuple(_whole(shows.range_of(suit), 13) for suit in SUITS),
        shows.balanced,
        _whole(shows.range_of(TOTAL), MAX_TOTAL),
    )


def _whole(numbers: Range, top: int) -> tuple[int, int]:
    ranges = Ranges((numbers,))
    most = ranges.most()
    return ranges.least(), top if most is None else most


@lru_cache(maxsize=1 << 16)
def row_summary(row: Row, denied: tuple[NegativeInference, ...] = ()) -> HandSummary:
    """The limits between which every hand lies that meets a row, and what it denies by passing over calls.

    Never too narrow; it may be too wide.
    """
    demanded = demands(row)
    shapes = shapes_of(demanded)
    if not shapes.any():
        shapes[:] = True
    points = demanded.get(HCP_TOTAL, _ANY_POINTS).copy()
    holdings = {f.suit: truth for f, truth in demanded.items() if isinstance(f, HoldingFeature)}
    for denial in denied:
        holdings[denial.suit] = holdings.get(denial.suit, _ANY_HOLDING) & ~denial.holdings
    totals = demanded.get(TOTAL_POINTS, _ANY_TOTAL)
    if TOTAL_POINTS in demanded:
        points &= _hcp_of_totals(totals, _SHORTNESS_OF_SHAPE, shapes)
    trumps, dummy = None, (0, MAX_DUMMY)
    for suit in SUITS:
        truth, added = demanded.get(dummy_points(suit)), added_by_shape(dummy_points(suit))
        if truth is not None and added is not None and truth.any():
            trumps, dummy = suit, _limits(np.flatnonzero(truth))
            points &= _hcp_of_totals(truth, added, shapes)
    points[: sum(int(HCP_OF_HOLDING[truth].min(initial=10)) for truth in holdings.values())] = False
    held = np.flatnonzero(points)
    hcp = (int(held[0]), int(held[-1])) if len(held) else (0, MAX_HCP)
    held_lengths = LENGTHS_OF_SHAPE[shapes]
    lengths = tuple(zip(held_lengths.min(axis=0).tolist(), held_lengths.max(axis=0).tolist(), strict=True))
    worth = [_worth(holdings.get(suit), lengths[suit]) for suit in SUITS]
    return HandSummary(
        hcp,
        lengths,
        bool(_BALANCED[shapes].all()),
        overlap(_limits(np.flatnonzero(totals)), (hcp[0], MAX_TOTAL)) if totals.any() else (0, MAX_TOTAL),
        tuple(honors for honors, _, _ in worth),
        tuple(stops for _, stops, _ in worth),
        tuple(quality for _, _, quality in worth),
        _losers(row.entry.get(fields.LOSERS)),
        trumps,
        dummy,
    )


_ANY_POINTS = np.ones(MAX_HCP + 1, dtype=np.bool_)
_ANY_TOTAL = np.ones(MAX_TOTAL + 1, dtype=np.bool_)
_ANY_HOLDING = np.ones(len(HOLDINGS), dtype=np.bool_)
_ANY_HONORS = (0, MAX_HONORS)


def _limits(values: np.ndarray) -> tuple[int, int]:
    return int(values.min()), int(values.max())


def _worth(holdings: np.ndarray | None, length: tuple[int, int]) -> tuple[tuple[int, int], int, int]:
    """Of such a holding, None for any: what its honors count 8-4-2-1, its least stoppers, its least quality."""
    low, high = length
    by_length = _ANY_HONORS, 0, QUALITY_OF_LENGTH[low]
    if holdings is None:
        return by_length
    allowed = holdings & (low <= LENGTH_OF_HOLDING) & (high >= LENGTH_OF_HOLDING)
    if not allowed.any():
        return by_length
    stops, quality = (int(table[allowed].min()) for table in (STOPS_OF_HOLDING, QUALITY_OF_HOLDING))
    return _limits(HONOR_VALUES[allowed]), stops, quality


def _losers(demanded: Minimum | None) -> tuple[float, float]:
    if demanded is None:
        return ANY_LOSERS
    low, high = _limits(np.flatnonzero(demanded.ranges.truth(MAX_LOSERS * LOSERS.scale + 1, LOSERS.scale)))
    return low / LOSERS.scale, high / LOSERS.scale


def _hcp_of_totals(totals: np.ndarray, added: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Which high-card points are possible with an allowed total in one of these shapes, each of which adds a number."""
    possible = np.zeros(MAX_HCP + 1, dtype=np.bool_)
    for shape_adds in np.unique(added[shapes]):
        possible |= totals[shape_adds : shape_adds + MAX_HCP + 1]
    return possible
