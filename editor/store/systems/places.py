"""The places that sort rows: with gaps, so that a new row fits between two others without a change to either."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

GAP = 1 << 20


def places(old: Sequence[int | None]) -> list[int]:
    """Rising places for rows that stand in the order wanted, given the `old` places of those that have one.

    As many rows as possible keep their places. Where there is no room for new ones, all get new places.
    """
    kept = [*_longest_rise(old), len(old)]
    result: list[int] = []
    for index in kept:
        before = result[-1] if result else 0
        missing = index - len(result)
        after = old[index] if index < len(old) else before + (missing + 1) * GAP
        assert after is not None, "only rows with a place are kept"
        if after - before <= missing:
            return [(number + 1) * GAP for number in range(len(old))]
        result += [before + (after - before) * step // (missing + 1) for step in range(1, missing + 1)]
        result.append(after)
    return result[: len(old)]


def _longest_rise(numbers: Sequence[int | None]) -> list[int]:
    """The indexes of a longest rising sequence among the numbers that there are."""
    ends: list[int] = []  # the smallest number at which a rise of each length ends
    ends_at: list[int] = []  # and its index
    before: dict[int, int | None] = {}
    for index, number in enumerate(numbers):
        if number is None:
            continue
        length = bisect_left(ends, number)
        before[index] = ends_at[length - 1] if length else None
        ends[length : length + 1], ends_at[length : length + 1] = [number], [index]
    rise, at = [], ends_at[-1] if ends_at else None
    while at is not None:
        rise.append(at)
        at = before[at]
    return rise[::-1]
