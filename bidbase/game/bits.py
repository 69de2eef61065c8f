"""Sets of small numbers kept as the bits of an integer: calls, rows, values."""

from __future__ import annotations

from collections.abc import Iterator


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest up."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
