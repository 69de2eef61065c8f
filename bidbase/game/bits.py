"""Sets of small numbers, such as calls, rows or values, stored as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterator


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest to the highest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
