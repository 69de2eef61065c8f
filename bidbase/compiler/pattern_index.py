"""Many patterns at once: an automaton that follows an auction along each of them, call by call.

Its states are built as auctions are met. What a call does to all patterns together is worked out once and kept on the
shelf, and auctions that have come equally far along each of them share a state and all that is known from there on.
Threads may share it: two that miss the same state both build it, and the first one stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from bidbase.game.auction import PASS, Call
from bidbase.game.cards import Strain
from bidbase.language.bids import PatternKey
from bidbase.language.patterns import Element, SubPattern
from bidbase.lazy import lazy_property
from bidbase.packing import packed, unpacked
from bidbase.shelf import key_of, shelf

NameOf = Callable[[int], str | None]
"""The convention of the call with this index; asked for where a pattern names one."""
_NO_CALLS: frozenset[Call] = frozenset()
_PASS_ELEMENT, _PASS = Element.of(PASS), frozenset({PASS})
MAX_STATES = 20_000  # kept before they are built anew; one takes a kilobyte or two


class _Branch:
    """One way to fit the key with a number: the calls of one alternative, with its leading passes written out.

    `possible` has the calls that each element may be, none after the last; `named` has the possible calls of the
    elements that ask for the name of the call.
    """

    def __init__(self, number: int, key: PatternKey, alternative: SubPattern, passes: int) -> None:
        self.number = number
        self.key = key
        self.elements = (*[_PASS_ELEMENT] * passes, *alternative.elements)
        self.possible = (*[_PASS] * passes, *map(frozenset, alternative.possible), _NO_CALLS)
        self.named = tuple(
            possible if element is not None and element.name is not None else _NO_CALLS
            for element, possible in zip_longest(self.elements, self.possible)
        )


class _Progress(NamedTuple):
    """A branch that the calls fit so far: its number, how many of its elements are matched, and its variables."""

    branch: int
    matched: int = 0
    bound: tuple[tuple[str, Strain], ...] = ()


@dataclass(frozen=True, slots=True)
class _StateRecord:
    """What makes a state: the progress along each branch, the highest bid (-1 for none), whether anybody opened.

    `fits` has the numbers of the keys that are fitted, each with the strains of its variables, and `named` the calls
    whose names make a difference next.
    """

    progress: tuple[_Progress, ...]
    highest_bid: int
    opened: bool
    fits: tuple[tuple[int, tuple[tuple[str, Strain], ...]], ...]
    named: tuple[Call, ...]


class MatchState:
    """How far an auction has come along all patterns.

    `fits` are the keys that it fits, in order, with the strains of their variables. `named` are the calls whose names
    make a difference next. `following` has the state after each call that has been met, after those in `named` by
    their names too. States of the same patterns that have come equally far have the same `key`, in every process.
    """

    __slots__ = ("fits", "following", "key", "named", "record")

    def __init__(self, key: bytes, record: _StateRecord, keys: Sequence[PatternKey]) -> None:
        self.key = key
        self.record = record
        self.fits = tuple((keys[number], dict(bound)) for number, bound in record.fits)
        self.named = frozenset(record.named)
        self.following: dict[Call | tuple[Call, str | None], MatchState] = {}


class _Branches:
    """The ways to fit keys, and with which of them an auction may begin where."""

    def __init__(self, keys: Sequence[PatternKey]) -> None:
        self.all: list[_Branch] = []
        self.anywhere: list[_Progress] = []  # may begin with any call
        self.at_opening: list[_Progress] = []  # begin with the first call that is not a pass
        self.at_start: list[_Progress] = []  # begin with the first call
        for number, key in enumerate(keys):
            for alternative in key.pattern.alternatives:
                begins = self.at_start if alternative.from_the_start else self.at_opening
                begins = self.anywhere if alternative.anywhere else begins
                for passes in alternative.passes or (0,):
                    begins.append(_Progress(len(self.all)))
                    self.all.append(_Branch(number, key, alternative, passes))

    def start(self) -> _StateRecord:
        """The state before the first call."""
        return self._record(tuple(self.at_start), -1, opened=False)

    def after(self, state: _StateRecord, call: Call, name: str | None) -> _StateRecord:
        """The state after a call that carries this name."""
        progress = tuple(sorted(self._advanced(state, call, name)))
        highest = int(call) if call.is_bid else state.highest_bid
        return self._record(progress, highest, state.opened or call is not PASS)

    def _record(self, progress: tuple[_Progress, ...], highest_bid: int, opened: bool) -> _StateRecord:
        candidates = self._candidates(progress, opened)
        named = _NO_CALLS.union(*(self.all[number].named[matched] for number, matched, _ in candidates))
        return _StateRecord(progress, highest_bid, opened, tuple(self._fits(progress)), tuple(sorted(named)))

    def _fits(self, progress: Iterable[_Progress]) -> Iterator[tuple[int, tuple[tuple[str, Strain], ...]]]:
        """Each key of which a branch is matched to its end, by the first branch where there are several."""
        last: int | None = None
        for number, matched, bound in progress:
            branch = self.all[number]
            if matched == len(branch.elements) and branch.number != last:
                last = branch.number
                yield branch.number, bound

    def _candidates(self, progress: Iterable[_Progress], opened: bool) -> Iterator[_Progress]:
        """The branches that the next call may be on: those begun, and those that may begin with it."""
        yield from progress
        yield from self.anywhere
        if not opened:
            yield from self.at_opening

    def _advanced(self, state: _StateRecord, call: Call, name: str | None) -> Iterator[_Progress]:
        """The branches that the call fits, one element further."""
        for number, matched, bound in self._candidates(state.progress, state.opened):
            branch = self.all[number]
            if call not in branch.possible[matched]:
                continue
            binding = dict(bound)
            if branch.elements[matched].why_not(call, name, state.highest_bid, binding):
                continue
            if len(binding) == len(bound) or not branch.key.pattern.why_broken(binding):
                yield _Progress(number, matched + 1, tuple(binding.items()))


class PatternIndex:
    """The keys of pattern sections, in the order given."""

    def __init__(self, keys: Sequence[PatternKey]) -> None:
        self._keys = keys
        self._shelf = shelf()
        self._states: dict[bytes, MatchState] = {}

    @lazy_property
    def _branches(self) -> _Branches:
        return _Branches(self._keys)

    @lazy_property
    def _digest(self) -> bytes:
        return key_of("patterns", [str(key) for key in self._keys])

    @lazy_property
    def _start(self) -> MatchState:
        return self._state(key_of(self._digest, "start"), lambda: self._branches.start())

    def match(self, calls: Iterable[Call], name_of: NameOf) -> MatchState:
        """How far these calls, leading passes included, have come along all patterns."""
        if len(self._states) > MAX_STATES:
            self._states.clear()
            del self._start
        state = self._start
        for index, call in enumerate(calls):
            name = name_of(index) if call in state.named else None
            step = (call, name) if call in state.named else call
            following = state.following.get(step)
            if following is None:
                key = key_of(state.key, int(call), name)
                work_out = partial(self._branches_after, state.record, call, name)
                following = state.following[step] = self._state(key, work_out)
            state = following
        return state

    def _branches_after(self, state: _StateRecord, call: Call, name: str | None) -> _StateRecord:
        return self._branches.after(state, call, name)

    def _state(self, step: bytes, work_out: Callable[[], _StateRecord]) -> MatchState:
        """The one state that a step leads to, from the shelf or worked out."""
        content = self._shelf.get(step)
        record = None if content is None else unpacked(content)
        if not isinstance(record, _StateRecord):
            record = work_out()
            self._shelf.keep(step, partial(packed, record))
        key = key_of(self._digest, record)
        return self._states.get(key) or self._states.setdefault(key, MatchState(key, record, self._keys))
