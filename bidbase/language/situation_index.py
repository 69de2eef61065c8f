"""Which of many situations an auction has come to: each clause is judged once, however many sections it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bidbase.language.patterns import Binding
from bidbase.language.situations import Clause, SituationKey
from bidbase.language.standing import Standing


class SituationIndex:
    """The keys of situation sections, in the order given. Each key has a bit; each clause the mask of its keys."""

    def __init__(self, keys: Sequence[SituationKey]) -> None:
        self._keys = keys
        self._asking: dict[Clause, int] = {}
        for number, key in enumerate(keys):
            for clause in key.clauses:
                self._asking[clause] = self._asking.get(clause, 0) | 1 << number

    def met(self, standing: Standing) -> Iterator[tuple[SituationKey, Binding]]:
        """The keys of which every clause holds, with the suits of their variables."""
        mask = (1 << len(self._keys)) - 1
        for clause, asking in self._asking.items():
            if mask & asking and not clause.holds(standing):
                mask &= ~asking
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            key = self._keys[lowest.bit_length() - 1]
            if (binding := key.bind(standing)) is not None:
                yield key, binding
