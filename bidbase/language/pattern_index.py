"""Which of many patterns an auction may fit: bit masks, as a section has them for hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bidbase.auction import CALLS, Call
from bidbase.language.bids import PatternKey


class PatternIndex:
    """The keys of pattern sections, in the order given.

    Each alternative of each key has a bit. For the last call of an auction, the last but one and so on, a table maps
    the call to the mask of the alternatives that allow it there; counted from the end, since some begin anywhere.
    """

    def __init__(self, keys: Sequence[PatternKey]) -> None:
        self._alternatives = [(key, sub) for key in keys for sub in key.pattern.alternatives]
        longest = max((len(sub.elements) for _, sub in self._alternatives), default=0)
        self._allowed = [[0] * len(CALLS) for _ in range(longest)]
        for number, (_, sub) in enumerate(self._alternatives):
            for back, masks in enumerate(self._allowed, 1):
                any_call = back > len(sub.elements)
                for call in CALLS if any_call else sub.calls_at(len(sub.elements) - back):
                    masks[call] |= 1 << number
        self._starts: dict[tuple[int, int], int] = {}

    def after(self, calls: Sequence[Call], leading_passes: int) -> Iterator[PatternKey]:
        """The keys that allow each of these calls where it stands, leaving variables, jumps and names aside."""
        mask = self._starting(len(calls), leading_passes)
        for masks, call in zip(self._allowed, reversed(calls), strict=False):
            mask &= masks[call]
        last: PatternKey | None = None
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            key, _ = self._alternatives[lowest.bit_length() - 1]
            if key is not last:
                yield key
            last = key

    def _starting(self, length: int, leading_passes: int) -> int:
        """The mask of the alternatives of a fitting length."""
        found = self._starts.get((length, leading_passes))
        if found is None:
            begins = (key.may_begin(sub, length - len(sub.elements), leading_passes) for key, sub in self._alternatives)
            found = sum(1 << number for number, may_begin in enumerate(begins) if may_begin)
            self._starts[length, leading_passes] = found
        return found
