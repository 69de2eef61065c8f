"""Which of many situations an auction has come to: tables of bit masks, as a section has them for hands.

Clauses of one kind look at one fact of a state. A table maps each value of a fact to the mask of the keys with a
clause that it breaks; it is filled in as values are met, so that a clause is judged once for each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import reduce
from operator import or_

from bidbase.compiler.pattern_index import PatternIndex
from bidbase.game.bits import bits_of
from bidbase.language.auction_state import AuctionState
from bidbase.language.bids import PatternKey
from bidbase.language.patterns import Binding
from bidbase.language.situations import AfterClause, Clause, SituationKey
from bidbase.lazy import lazy_property
from bidbase.shelf import key_of, shelf

MAX_VALUES = 10_000  # of a fact, before they are judged anew

Fact = Callable[[AuctionState], Hashable]


class SituationIndex:
    """The keys of situation sections, in the order given. Each key has a bit."""

    def __init__(self, keys: Sequence[SituationKey]) -> None:
        self._keys = keys
        self._everything = (1 << len(keys)) - 1
        self._bound: dict[Hashable, Binding | None] = {}

    @lazy_property
    def _clauses(self) -> dict[Clause, int]:
        """All clauses, each with the mask of the keys that have it."""
        clauses: dict[Clause, int] = {}
        for number, key in enumerate(self._keys):
            for clause in key.clauses:
                clauses[clause] = clauses.get(clause, 0) | 1 << number
        return clauses

    @lazy_property
    def _last_calls(self) -> PatternIndex:
        return PatternIndex([PatternKey(clause.last) for clause in self._clauses if isinstance(clause, AfterClause)])

    @lazy_property
    def _tables(self) -> list[_FactTable]:
        asking: dict[Fact, dict[Clause, int]] = {}
        for clause, with_clause in self._clauses.items():
            fact = self._last_calls_of if isinstance(clause, AfterClause) else clause.fact
            asking.setdefault(fact, {})[clause] = with_clause
        digest = key_of("situations", [str(key) for key in self._keys])
        return [_FactTable(fact, masks, key_of(digest, number)) for number, (fact, masks) in enumerate(asking.items())]

    def met(self, state: AuctionState) -> Iterator[tuple[SituationKey, Binding]]:
        """The keys of which every clause holds, with the suits of their variables."""
        mask = self._everything
        for table in self._tables:
            mask &= ~table.ruled_out(state)
        for number in bits_of(mask):
            if (binding := self._binding(number, state)) is not None:
                yield self._keys[number], binding

    def _last_calls_of(self, state: AuctionState) -> Hashable:
        """What the last calls of an auction are, as far as any key asks."""
        return self._last_calls.match(state.auction.calls, lambda index: state.names[index]).key

    def _binding(self, number: int, state: AuctionState) -> Binding | None:
        """The suits of a key's variables, worked out once for all states with the same suits."""
        same = number, state.lengths
        if same not in self._bound:
            if len(self._bound) >= MAX_VALUES:
                self._bound.clear()
            self._bound[same] = self._keys[number].bind(state)
        return self._bound[same]


class _FactTable:
    """One fact: for each of its values the mask of the keys with a clause that it breaks.

    `digest` is equal for tables of the same clauses; what the values rule out is kept on the shelf under it.
    """

    def __init__(self, fact: Fact, asking: dict[Clause, int], digest: bytes) -> None:
        self._fact = fact
        self._asking = asking
        self._digest = digest
        self._shelf = shelf()
        self._masks: dict[Hashable, int] = {}

    def ruled_out(self, state: AuctionState) -> int:
        """The mask of the keys that are not met."""
        value = self._fact(state)
        mask = self._masks.get(value)
        if mask is None:
            if len(self._masks) >= MAX_VALUES:
                self._masks.clear()
            mask = self._masks[value] = self._worked_out(state, key_of(self._digest, value))
        return mask

    def _worked_out(self, state: AuctionState, key: bytes) -> int:
        if (content := self._shelf.get(key)) is not None:
            return int.from_bytes(content, "little")
        mask = reduce(or_, (asking for clause, asking in self._asking.items() if not clause.holds(state)), 0)
        self._shelf.keep(key, lambda: mask.to_bytes(mask.bit_length() // 8 + 1, "little"))
        return mask
