"""Many patterns at once: how far an auction has come along each of them, followed call by call.

An automaton that is built as auctions are met. What a call does to all patterns together is worked out once, and
auctions that have come equally far along each of them share what is known from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bidbase.auction import PASS, Call
from bidbase.cards import Strain
from bidbase.language.bids import PatternKey
from bidbase.language.patterns import Binding, Element

NameOf = Callable[[int], str | None]
"""The convention of the call with this index; asked for where a pattern names one."""
_NONE: frozenset[Call] = frozenset()
_PASSED = Element("P", (PASS,))
MOST_COURSES = 20_000  # kept before they are made anew; one is a kilobyte or two


class _Way:
    """One way to fit a key: calls of one alternative, with its leading passes written out.

    `possible` are the calls that each element may be, none after the last; `asking` those of them by name.
    """

    def __init__(self, key: PatternKey, elements: tuple[Element, ...]) -> None:
        self.key = key
        self.elements = elements
        self.possible = (*(frozenset(one.possible) for one in elements), _NONE)
        self.asking = (*(_NONE if one.name is None else frozenset(one.possible) for one in elements), _NONE)


class _Begun(NamedTuple):
    """A way that the calls fit so far: its number, how many of its elements are behind, and its variables."""

    number: int
    at: int = 0
    bound: tuple[tuple[str, Strain], ...] = ()


class Course:
    """How far an auction has come. `fits` are the keys that it fits, in order, with the strains of their variables."""

    __slots__ = ("asking", "begun", "fits", "further", "high", "opened")

    def __init__(self, begun: tuple[_Begun, ...], high: int, opened: bool) -> None:
        self.begun = begun
        self.high = high  # the highest bid, -1 for none
        self.opened = opened  # somebody has made a call other than a pass
        self.fits: tuple[tuple[PatternKey, Binding], ...] = ()
        self.asking = _NONE
        """The calls of which a name makes a difference."""
        self.further: dict[Call | tuple[Call, str | None], Course] = {}
        """The course after each call that has been met; after those in `asking` by their names too."""


class PatternIndex:
    """The keys of pattern sections, in the order given."""

    def __init__(self, keys: Sequence[PatternKey]) -> None:
        self._ways: list[_Way] = []
        self._anywhere: list[_Begun] = []  # at any call
        self._at_the_opening: list[_Begun] = []  # at the first call that is not a pass
        self._at_the_start: list[_Begun] = []
        for key in keys:
            for sub in key.pattern.alternatives:
                for passes in sub.passes or (0,):
                    begun = _Begun(len(self._ways))
                    elements = (*[_PASSED] * passes, *sub.elements)
                    self._ways.append(_Way(key, elements))
                    if sub.anywhere:
                        self._anywhere.append(begun)
                    elif key.from_the_start:
                        self._at_the_start.append(begun)
                    else:
                        self._at_the_opening.append(begun)
        self._forget()

    def _forget(self) -> None:
        self._courses: dict[tuple[tuple[_Begun, ...], int, bool], Course] = {}
        self._start = self._course(self._at_the_start, high=-1, opened=False)

    def course(self, calls: Iterable[Call], name_of: NameOf) -> Course:
        """How far these calls have come along all patterns; they include leading passes."""
        if len(self._courses) > MOST_COURSES:
            self._forget()
        course = self._start
        for index, call in enumerate(calls):
            step = (call, name_of(index)) if call in course.asking else call
            further = course.further.get(step)
            if further is None:
                name = name_of(index) if call in course.asking else None
                further = course.further[step] = self._after(course, call, name)
            course = further
        return course

    def _course(self, begun: Iterable[_Begun], high: int, opened: bool) -> Course:
        """The one course of this kind."""
        key = tuple(begun), high, opened
        course = self._courses.get(key)
        if course is None:
            course = self._courses[key] = Course(*key)
            course.fits = tuple(self._fits(course))
            course.asking = _NONE.union(*(self._ways[one.number].asking[one.at] for one in self._going_on(course)))
        return course

    def _fits(self, course: Course) -> Iterator[tuple[PatternKey, Binding]]:
        """Each key of which a way has been gone to its end, the first where there are several."""
        last: PatternKey | None = None
        for number, at, bound in course.begun:
            way = self._ways[number]
            if at == len(way.elements) and way.key is not last:
                last = way.key
                yield way.key, dict(bound)

    def _going_on(self, course: Course) -> Iterator[_Begun]:
        """The ways that the next call may be on: those begun, and those that may begin with it."""
        yield from course.begun
        yield from self._anywhere
        if not course.opened:
            yield from self._at_the_opening

    def _after(self, course: Course, call: Call, name: str | None) -> Course:
        """The course after a call that carries this name."""
        begun = sorted(self._stepped(course, call, name))
        return self._course(begun, call if call.is_bid else course.high, course.opened or call is not PASS)

    def _stepped(self, course: Course, call: Call, name: str | None) -> Iterator[_Begun]:
        """The ways that the call fits."""
        for number, at, bound in self._going_on(course):
            way = self._ways[number]
            if call not in way.possible[at]:
                continue
            binding = dict(bound)
            if not way.elements[at].why_not(call, name, course.high, binding) and (
                len(binding) == len(bound) or not way.key.pattern.why_broken(binding)
            ):
                yield _Begun(number, at + 1, tuple(binding.items()))
