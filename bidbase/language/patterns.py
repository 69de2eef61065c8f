"""Bid patterns: one text that stands for many auctions, `1a-P-2a; a=M`.

The language is Ronald van de Weem's, with doubles and redoubles, classes for any call and any call but a pass, and
these rulings on what its text leaves open: a variable without a condition is any suit; `m` is a selector, so variables
are a, b and c; each element stands for one call, so passes are written; `#` allows anything before, passes included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bidbase.game.auction import BIDS, PASS, Call
from bidbase.game.cards import STRAINS, Strain
from bidbase.lazy import lazy_property

SELECTORS = {
    "X": "CDHS",
    "A": "CDHSN",
    "m": "CD",
    "M": "HS",
    "B": "CS",
    "R": "DH",
    "L": "CDH",
    "U": "DHS",
}
"""The strains of each letter: any suit, any strain, minors, majors, black, red, the lower three, the upper three."""

VARIABLES = "abc"
STRAIN_BY_LETTER = {strain.letter: strain for strain in STRAINS}

Binding = dict[str, Strain]
Names = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class Strains:
    """Which strains a bid may name: a strain or a selector by its letter, or a variable."""

    letter: str

    @property
    def is_variable(self) -> bool:
        """Whether the letter is a variable."""
        return self.letter in VARIABLES

    @property
    def is_literal(self) -> bool:
        """Whether the letter is one strain."""
        return self.letter in STRAIN_BY_LETTER

    def allowed(self) -> tuple[Strain, ...]:
        """The strains; for a variable all, since its conditions decide."""
        return _ALLOWED[self.letter]


def _letters(letter: str) -> str:
    return SELECTORS.get(letter, letter)


_ALLOWED = {
    letter: tuple(map(STRAIN_BY_LETTER.__getitem__, letters))
    for letter, letters in [
        *((letter, letter) for letter in STRAIN_BY_LETTER),
        *SELECTORS.items(),
        *((variable, "CDHSN") for variable in VARIABLES),
    ]
}


def belongs_to(name: str | None, convention: str) -> bool:
    """Whether the name of a call is this convention or a subcategory of it, in either case; `Strong NT: Weak hand`."""
    return name is not None and f"{name}:".casefold().startswith(f"{convention}:".casefold())


@cache
def _bids(letter: str, level: int | None) -> tuple[Call, ...]:
    """The bids in the strains of a letter, of one level or of all."""
    return tuple(bid for bid in BIDS if bid.strain in _ALLOWED[letter] and level in (None, bid.level))


@dataclass(frozen=True, slots=True)
class Element:
    """One call of a pattern.

    `calls` are the calls it allows where no strain is to be found (`P`, `D`, `R`, `?`, `!P`); otherwise it is a bid in
    `strains` at `level`, or so many levels above the lowest possible (`jump`), or both. `name` must be the call's name.
    """

    text: str
    calls: tuple[Call, ...] = ()
    strains: Strains | None = None
    level: int | None = None
    jump: int | None = None
    name: str | None = None

    @classmethod
    def of(cls, call: Call) -> Element:
        """One call, as a pattern writes it."""
        if call.is_bid:
            return cls(call.letters, (), Strains(call.strain.letter), call.level)
        return cls(call.letters, (call,))

    @property
    def literal(self) -> bool:
        """Whether it is one call: `P`, `D`, `R` or a bid of a level and a strain."""
        if self.strains is None:
            return len(self.calls) == 1
        return self.strains.is_literal and self.level is not None

    @property
    def possible(self) -> tuple[Call, ...]:
        """The calls that it may allow, whatever the variables, the jump and the name."""
        return self.calls if self.strains is None else _bids(self.strains.letter, self.level)

    def why_not(self, call: Call, name: str | None, last_bid: int, binding: Binding) -> str:
        """Why a call does not fit; empty when it does. A variable met for the first time is bound by it.

        `last_bid` is the highest bid before the call, -1 for none.
        """
        if why := self._why_not_call(call, last_bid, binding):
            return why
        if self.name is not None and not belongs_to(name, self.name):
            return f"{call.title} is {f'called {name!r}' if name else 'without a name'}, not {self.name!r}"
        return ""

    def _why_not_call(self, call: Call, last_bid: int, binding: Binding) -> str:
        if self.strains is None:
            return "" if call in self.calls else f"{call.title} is not {self.text}"
        if not call.is_bid:
            return f"{call.title} is not a bid"
        letter = self.strains.letter
        if letter in binding and call.strain is not binding[letter]:
            return f"{call.title} is not in {binding[letter].title}, which {letter} stands for here"
        if call.strain not in self.strains.allowed():
            return f"{call.title} is not in one of the strains {_letters(letter)}"
        if self.level is not None and call.level != self.level:
            return f"{call.title} is not at level {self.level}"
        if self.jump is not None and (jump := _jump(call, last_bid)) != self.jump:
            return f"{call.title} is {'no jump' if jump == 0 else f'a jump of {jump}'}, not of {self.jump}"
        if self.strains.is_variable:
            binding[letter] = call.strain
        return ""

    def __str__(self) -> str:
        return self.text + (f"[{self.name}]" if self.name is not None else "")


def _jump(call: Call, last_bid: int) -> int:
    """How many levels a bid is above the lowest one possible in its strain."""
    lowest = last_bid // 5 + 1 if last_bid >= 0 else 1
    if last_bid >= 0 and call.strain <= last_bid % 5:
        lowest += 1
    return call.level - lowest


@dataclass(frozen=True, slots=True)
class VariableCondition:
    """What a variable may be: the strains of a selector or letter, and how it stands to others (`!a`, `<a`, `>a`)."""

    variable: str
    strains: Strains
    relations: tuple[tuple[str, str], ...] = ()

    def why_not(self, binding: Mapping[str, Strain]) -> str:
        """Why a binding breaks it; empty when it does not, or when a variable is not bound yet."""
        mine = binding.get(self.variable)
        if mine is None:
            return ""
        if mine not in self.strains.allowed():
            return f"{self.variable} is {mine.title}, not one of {_letters(self.strains.letter)}"
        for operator, other in self.relations:
            theirs = binding.get(other, STRAIN_BY_LETTER.get(other))
            if theirs is None:
                continue
            if not {"!": mine != theirs, "<": mine < theirs, ">": mine > theirs}[operator]:
                words = {"!": "another strain than", "<": "a lower strain than", ">": "a higher strain than"}[operator]
                return f"{self.variable} is {mine.title}, which is not {words} {other} ({theirs.title})"
        return ""

    def __str__(self) -> str:
        return f"{self.variable}={self.strains.letter}" + "".join(
            f"^{operator}{other}" for operator, other in self.relations
        )


@dataclass(frozen=True)
class SubPattern:
    """One alternative. `passes` are the numbers of leading passes it allows, None where it writes none.

    `anywhere` is `#`: whatever went before.
    """

    anywhere: bool
    passes: tuple[int, ...] | None
    elements: tuple[Element, ...]

    @classmethod
    def of(cls, calls: Iterable[Call]) -> SubPattern:
        """The calls of one auction."""
        return cls(False, None, tuple(map(Element.of, calls)))

    @property
    def variables(self) -> frozenset[str]:
        """The variables that stand in it."""
        strains = (element.strains for element in self.elements)
        return frozenset(strain.letter for strain in strains if strain is not None and strain.is_variable)

    @lazy_property
    def from_the_start(self) -> bool:
        """Whether it speaks of the passes before the first other call; otherwise it begins with that call."""
        return self.passes is not None or self.elements[0].calls == (PASS,)

    def starts(self, calls: Sequence[Call]) -> list[int]:
        """The indexes of the calls with which it may begin."""
        if self.anywhere:
            return [len(calls) - len(self.elements)] if len(calls) >= len(self.elements) else []
        opening = next((index for index, call in enumerate(calls) if call is not PASS), len(calls))
        if not self.from_the_start:
            return [opening]
        return [passes for passes in self.passes or (0,) if passes <= opening]

    @lazy_property
    def possible(self) -> tuple[tuple[Call, ...], ...]:
        """The calls that may stand at each place, whatever the variables, the jump and the name."""
        first, *others = (element.possible for element in self.elements)
        if not self.anywhere and not self.from_the_start:
            first = tuple(call for call in first if call is not PASS)
        return first, *others

    def __str__(self) -> str:
        written = [] if self.passes is None else [_PASSES_TEXT[self.passes]]
        return ("#" if self.anywhere else "") + "-".join([*written, *map(str, self.elements)])


PASSES = {
    "*P": (0, 1, 2, 3),
    "0/1P": (0, 1),
    "1/2P": (1, 2),
    "2/3P": (2, 3),
    "0/1/2P": (0, 1, 2),
    "1/2/3P": (1, 2, 3),
}
_PASSES_TEXT = {counts: text for text, counts in PASSES.items()}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why an auction does not fit, and the index of the call at fault (the number of calls when some are missing)."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """Alternatives, and conditions on their variables.

    Each alternative by itself is matched from the first call that is not a pass, unless it writes leading passes or
    begins with `#`.
    """

    alternatives: tuple[SubPattern, ...]
    conditions: tuple[VariableCondition, ...] = ()

    @property
    def auction(self) -> tuple[Call, ...] | None:
        """The calls, where the pattern is written as one auction; None where it is not."""
        calls = tuple(possible[0] for possible in self.alternatives[0].possible)
        return calls if self == Pattern((SubPattern.of(calls),)) else None

    def match(self, calls: Sequence[Call], names: Names = ()) -> Binding | None:
        """The strains of the variables when the auction fits, else None. `calls` and `names` include leading passes."""
        return next((found for found in self._tries(calls, names) if not isinstance(found, Mismatch)), None)

    def why_not(self, calls: Sequence[Call], names: Names = ()) -> Mismatch | None:
        """Why the auction does not fit, by the alternative that comes furthest; None when it fits."""
        best: Mismatch | None = None
        for found in self._tries(calls, names):
            if not isinstance(found, Mismatch):
                return None
            if best is None or found.index > best.index:
                best = found
        return best

    def _tries(self, calls: Sequence[Call], names: Names) -> Iterator[Binding | Mismatch]:
        """What comes of each alternative, from each call with which it may begin."""
        for sub in self.alternatives:
            starts = sub.starts(calls)
            if not starts:
                short = f"is shorter than {sub}" if sub.anywhere else "begins with too few passes"
                yield Mismatch(len(calls), f"the auction {short}")
            for start in starts:
                yield self._from(sub, start, calls, names)

    def _from(self, sub: SubPattern, start: int, calls: Sequence[Call], names: Names) -> Binding | Mismatch:
        binding: Binding = {}
        last_bid = max((call for call in calls[:start] if call.is_bid), default=-1)
        for index, (element, call) in enumerate(zip(sub.elements, calls[start:], strict=False), start):
            name = names[index] if index < len(names) else None
            bound = len(binding)
            why = element.why_not(call, name, last_bid, binding)
            if why or (len(binding) > bound and (why := self.why_broken(binding))):
                return Mismatch(index, why)
            last_bid = call if call.is_bid else last_bid
        expected = start + len(sub.elements)
        if len(calls) < expected:
            return Mismatch(len(calls), f"the auction ends where {sub.elements[len(calls) - start]} is expected")
        if len(calls) > expected:
            return Mismatch(expected, f"the auction goes on with {calls[expected].title} after the pattern ends")
        return binding

    def why_broken(self, binding: Binding) -> str:
        """Why a binding breaks the conditions; empty when it does not."""
        for condition in self.conditions:
            if why := condition.why_not(binding):
                return why
        bound = {condition.variable for condition in self.conditions}
        free = [variable for variable, strain in binding.items() if strain is Strain.NOTRUMP and variable not in bound]
        return f"{free[0]} is notrump, but stands for a suit" if free else ""

    @property
    def specificity(self) -> tuple[bool, int, int]:
        """Sorts the most specific first: without `#`, then with more literal calls, then with more conditions."""
        literal = min(sum(element.literal for element in sub.elements) for sub in self.alternatives)
        conditions = sum(1 + len(condition.relations) for condition in self.conditions)
        return any(sub.anywhere for sub in self.alternatives), -literal, -conditions

    def __str__(self) -> str:
        conditions = "; " + ", ".join(map(str, self.conditions)) if self.conditions else ""
        return ", ".join(map(str, self.alternatives)) + conditions
