"""Many patterns at once: an automaton that follows an auction along each of them, call by call.

Its states are built as auctions are met. What a call does to all patterns together is worked out once, and auctions
that have come equally far along each of them share a state and all that is known from there on. Threads may share it:
two that miss the same state both build it, and the first one stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bidbase.game.auction import PASS, Call
from bidbase.game.cards import Strain
from bidbase.language.bids import PatternKey
from bidbase.language.patterns import Binding, Element

NameOf = Callable[[int], str | None]
"""The convention of the call with this index; asked for where a pattern names one."""
_NO_CALLS: frozenset[Call] = frozenset()
_PASS_ELEMENT = Element("P", (PASS,))
MAX_STATES = 20_000  # kept before they are built anew; one takes a kilobyte or two


class _Branch:
    """One way to fit a key: the calls of one alternative, with its leading passes written out.

    `possible` are the calls that each element may be, none after the last; `named` those of them by elements that ask
    for the name of the call.
    """

    def __init__(self, key: PatternKey, elements: tuple[Element, ...]) -> None:
        self.key = key
        self.elements = elements
        self.possible = (*(frozenset(element.possible) for element in elements), _NO_CALLS)
        self.named = (
            *(_NO_CALLS if element.name is None else frozenset(element.possible) for element in elements),
            _NO_CALLS,
        )


class _Progress(NamedTuple):
    """A branch that the calls fit so far: its number, how many of its elements are matched, and its variables."""

    branch: int
    matched: int = 0
    bound: tuple[tuple[str, Strain], ...] = ()


class _StateKey(NamedTuple):
    """What a state is known by: the progress along each branch, the highest bid (-1 for none), anybody opened."""

    progress: tuple[_Progress, ...]
    highest_bid: int
    opened: bool


class MatchState:
    """How far an auction has come along all patterns.

    `fits` are the keys that it fits, in order, with the strains of their variables. `named` are the calls whose names
    make a difference next. `following` has the state after each call that has been met, after those in `named` by
    their names too.
    """

    __slots__ = ("fits", "following", "key", "named")

    def __init__(self, key: _StateKey, fits: tuple[tuple[PatternKey, Binding], ...], named: frozenset[Call]) -> None:
        self.key = key
        self.fits = fits
        self.named = named
        self.following: dict[Call | tuple[Call, str | None], MatchState] = {}


class PatternIndex:
    """The keys of pattern sections, in the order given."""

    def __init__(self, keys: Sequence[PatternKey]) -> None:
        self._branches: list[_Branch] = []
        self._anywhere: list[_Progress] = []  # may begin with any call
        self._at_opening: list[_Progress] = []  # begin with the first call that is not a pass
        self._at_start: list[_Progress] = []  # begin with the first call
        for key in keys:
            for alternative in key.pattern.alternatives:
                begins = (
                    self._anywhere
                    if alternative.anywhere
                    else self._at_start
                    if key.from_the_start
                    else self._at_opening
                )
                for passes in alternative.passes or (0,):
                    begins.append(_Progress(len(self._branches)))
                    self._branches.append(_Branch(key, (*[_PASS_ELEMENT] * passes, *alternative.elements)))
        self._states: dict[_StateKey, MatchState] = {}
        self._start = self._state(_StateKey(tuple(self._at_start), highest_bid=-1, opened=False))

    def match(self, calls: Iterable[Call], name_of: NameOf) -> MatchState:
        """How far these calls, leading passes included, have come along all patterns."""
        if len(self._states) > MAX_STATES:
            self._states.clear()
            self._start = self._state(self._start.key)
        state = self._start
        for index, call in enumerate(calls):
            name = name_of(index) if call in state.named else None
            step = (call, name) if call in state.named else call
            following = state.following.get(step)
            if following is None:
                following = state.following[step] = self._state(self._after(state, call, name))
            state = following
        return state

    def _state(self, key: _StateKey) -> MatchState:
        """The one state of this key."""
        state = self._states.get(key)
        if state is None:
            candidates = self._candidates(key)
            named = _NO_CALLS.union(*(self._branches[number].named[matched] for number, matched, _ in candidates))
            state = self._states.setdefault(key, MatchState(key, tuple(self._fits(key)), named))
        return state

    def _fits(self, key: _StateKey) -> Iterator[tuple[PatternKey, Binding]]:
        """Each key of which a branch is matched to its end, by the first branch where there are several."""
        last: PatternKey | None = None
        for number, matched, bound in key.progress:
            branch = self._branches[number]
            if matched == len(branch.elements) and branch.key is not last:
                last = branch.key
                yield branch.key, dict(bound)

    def _candidates(self, key: _StateKey) -> Iterator[_Progress]:
        """The branches that the next call may be on: those begun, and those that may begin with it."""
        yield from key.progress
        yield from self._anywhere
        if not key.opened:
            yield from self._at_opening

    def _after(self, state: MatchState, call: Call, name: str | None) -> _StateKey:
        """The key of the state after a call that carries this name."""
        progress = tuple(sorted(self._advanced(state.key, call, name)))
        highest = call if call.is_bid else state.key.highest_bid
        return _StateKey(progress, highest, state.key.opened or call is not PASS)

    def _advanced(self, key: _StateKey, call: Call, name: str | None) -> Iterator[_Progress]:
        """The branches that the call fits, one element further."""
        for number, matched, bound in self._candidates(key):
            branch = self._branches[number]
            if call not in branch.possible[matched]:
                continue
            binding = dict(bound)
            if branch.elements[matched].why_not(call, name, key.highest_bid, binding):
                continue
            if len(binding) == len(bound) or not branch.key.pattern.why_broken(binding):
                yield _Progress(number, matched + 1, tuple(binding.items()))
