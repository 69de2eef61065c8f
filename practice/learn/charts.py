"""The curve of a student: how many plain hands they are expected to get right, call by call, as a template draws it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from practice.learn.rating import Rating, expected

PLAIN = Rating(21.0, 1.0)
"""A question of a first level as most of them are: the measure is the same on every day."""
WIDTH, HEIGHT = 300, 100
FEWEST = 10  # ratings; a curve of less would be mostly luck
ROWS = 10  # of the table that says the same
WORDS = (
    (0.9, "You now get nearly all plain hands right."),
    (0.7, "You now get most plain hands right."),
    (0.5, "You now get more than half of the plain hands right."),
    (0.0, "You are at the beginning, and hands come that fit it."),
)


@dataclass(frozen=True)
class CurveRow:
    """A point of the curve in the table."""

    at: datetime
    percent: int


@dataclass(frozen=True)
class Curve:
    """The points as an SVG has them, in a field of 300 by 100 units, the same in a few rows, and what it comes to."""

    points: str
    rows: tuple[CurveRow, ...]
    words: str


def curve_of(ratings: Sequence[tuple[datetime, Rating]]) -> Curve | None:
    """The curve of some ratings, the first one first; None where there are too few."""
    if len(ratings) < FEWEST:
        return None
    shares = [expected(rating, PLAIN) for _, rating in ratings]
    step = WIDTH / (len(shares) - 1)
    points = " ".join(f"{place * step:.1f},{HEIGHT * (1 - share):.1f}" for place, share in enumerate(shares))
    every = -(-len(shares) // ROWS)
    told = [*zip(ratings, shares, strict=True)][::-1][::every][::-1]  # the last one is among them
    rows = tuple(CurveRow(at, round(100 * share)) for (at, _), share in told)
    return Curve(points, rows, next(words for least, words in WORDS if shares[-1] >= least))
