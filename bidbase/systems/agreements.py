"""Agreements: what two players settle in one sentence, as a question with choices of which one is played.

Each choice says which conventions are played with it. What a system plays follows from the selection codes of its
conventions, and to choose is to switch them: one choice excludes the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bidbase.errors import TextError
from bidbase.language.bids import ConventionName, parse_convention
from bidbase.language.circumstances import User
from bidbase.language.parameters import NAME
from bidbase.language.tokenizer import Tokenizer
from bidbase.lazy import lazy_property
from bidbase.systems.conventions import NOBODY, Convention

CHAPTERS = ("Openings", "Responses", "Notrump", "Rebids", "Competition", "Slams")
"""The parts of a system, in the order in which players go through them."""
MOST_CHOICES = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to play: what players call it, and the conventions that are played with it.

    As text `Multi-Landy = Landy: Multi-Landy + Penalty double of 1NT`; `DONT` alone is the convention of that name, and
    `Natural =` has no convention.
    """

    label: str
    conventions: tuple[ConventionName, ...] = ()

    @property
    def played(self) -> frozenset[str]:
        """The names of conventions that are on with this choice: those named and the ones above them."""
        return frozenset(name for convention in self.conventions for name in convention.chain())

    def __str__(self) -> str:
        names = " + ".join(map(str, self.conventions))
        return self.label if names == self.label else f"{self.label} = {names}".rstrip()


@dataclass(frozen=True)
class Agreement:
    """A question that a partnership settles, `What do we bid over their 1NT?`, with the choices that it has.

    It is asked where all conventions that it `needs` are played. `chapter` is one of `CHAPTERS`. It may settle
    `parameters`, each with a value for every choice; then `plays` is the label of the choice that is played.
    """

    name: str
    chapter: str
    question: str
    choices: tuple[Choice, ...]
    needs: tuple[ConventionName, ...] = ()
    parameters: tuple[tuple[str, tuple[str, ...]], ...] = ()
    plays: str = ""

    @lazy_property
    def decides(self) -> frozenset[str]:
        """The names of the conventions that it is about: to choose switches each of them on or off."""
        return frozenset(str(convention) for choice in self.choices for convention in choice.conventions)

    @property
    def named(self) -> frozenset[str]:
        """The names of all conventions that it speaks of."""
        return self.decides.union(map(str, self.needs))

    def renamed(self, name_of: Callable[[str], str]) -> Agreement:
        """The agreement with another name in place of each convention that it speaks of."""

        def named(conventions: Iterable[ConventionName]) -> tuple[ConventionName, ...]:
            return tuple(parse_convention(name_of(str(convention))) for convention in conventions)

        choices = tuple(replace(choice, conventions=named(choice.conventions)) for choice in self.choices)
        return replace(self, choices=choices, needs=named(self.needs))

    def choice(self, label: str) -> Choice | None:
        """The choice of this label."""
        return next((choice for choice in self.choices if choice.label == label), None)

    @property
    def settled(self) -> dict[str, str]:
        """The parameters that it settles, with the values of the choice that is played."""
        number = next((number for number, choice in enumerate(self.choices) if choice.label == self.plays), 0)
        return {name: values[number] for name, values in self.parameters}

    def offered(self, with_entries: Collection[str]) -> tuple[Choice, ...]:
        """The choices that can be played, `with_entries` being the names of the conventions that have entries."""
        return tuple(choice for choice in self.choices if all(str(name) in with_entries for name in choice.conventions))

    def is_asked(self, conventions: Mapping[str, Convention]) -> bool:
        """Whether the conventions that it needs are played by us."""
        return all(is_played(convention, conventions) for convention in self.needs)

    def chosen(self, conventions: Mapping[str, Convention]) -> Choice | None:
        """The choice that is played with these conventions; None where they play a mix, or none of them."""
        on = {name for name in self.decides if is_played(parse_convention(name), conventions)}
        playing = (choice for choice in self.choices if choice.played & self.decides == on)
        return next((choice for choice in playing if not self.parameters or choice.label == self.plays), None)

    def clashing(self, conventions: Mapping[str, Convention]) -> tuple[Choice, ...]:
        """The choices that are played at the same time although one excludes the other; mostly none.

        What two choices have in common is no clash, nor is one that another one includes.
        """
        whole = [
            choice
            for choice in self.choices
            if choice.conventions and all(is_played(convention, conventions) for convention in choice.conventions)
        ]
        widest = [choice for choice in whole if not any(choice.played < other.played for other in whole)]
        return tuple(widest) if len({choice.played for choice in widest}) > 1 else ()

    def switched(self, choice: Choice, conventions: Mapping[str, Convention]) -> dict[str, str]:
        """The selection codes with which a choice is played, by the names of the conventions whose codes change."""
        on = {name: "" for name in choice.played if name in conventions and not conventions[name].holds(User.WE)}
        off = self.decides - choice.played
        return on | {name: NOBODY for name in off if name in conventions and conventions[name].holds(User.WE)}


def why_unplayable(
    agreements: Iterable[Agreement],
    before: Mapping[str, Convention],
    after: Mapping[str, Convention],
    with_entries: Collection[str],
) -> Iterator[str]:
    """Why conventions cannot be switched as `after` has them: a sentence for each thing that was not so `before`.

    One cannot be switched on without entries, or without the convention above it, or beside one that excludes it.
    """
    switched_on = [
        convention
        for name, convention in after.items()
        if convention.holds(User.WE) and name in before and not before[name].holds(User.WE)
    ]
    for convention in switched_on:
        if str(convention.name) not in with_entries:
            yield f"No entry belongs to {convention.name}, so there is nothing to switch on."
        elif not is_played(convention.name, after):
            above = [name for name in convention.name.switches() if name in after and not after[name].holds(User.WE)]
            yield f"{convention.name} is played only with {above[0]}: switch that on too."
    for agreement in agreements:
        clashing = agreement.clashing(after)
        if clashing and agreement.clashing(before) != clashing:
            both = " and ".join(choice.label for choice in clashing)
            yield f"{agreement.name}: {both} exclude each other. Only one of them can be played."


def is_played(convention: ConventionName, conventions: Mapping[str, Convention]) -> bool:
    """Whether we play a convention: it is listed, and no name that switches it is off for us."""
    switches = (conventions.get(name) for name in convention.switches())
    return str(convention) in conventions and all(each is None or each.holds(User.WE) for each in switches)


def parse_choices(text: str) -> tuple[Choice, ...]:
    """Read the choices of an agreement. Raises `TextError`.

    cell   = choice {line end choice}
    choice = label ["=" [name {"+" name}]]
    """
    lines = (Tokenizer(text, *match.span()) for match in _LINES.finditer(text))
    choices = tuple(_choice(line) for line in lines if line)
    if not 2 <= len(choices) <= MOST_CHOICES:
        raise TextError(f"an agreement has 2 to {MOST_CHOICES} choices; this has {len(choices)}", text)
    labels = [choice.label.casefold() for choice in choices]
    if repeated := [choice.label for choice in choices if labels.count(choice.label.casefold()) > 1]:
        raise TextError(f"the choice {repeated[0]} is there twice", text)
    return choices


def _choice(line: Tokenizer) -> Choice:
    named = line.take(_LABEL)
    if named is None:
        raise line.error("what the choice is called is missing; write Natural =, or DONT")
    label = " ".join(named[1].split())
    if not named[2]:
        return Choice(label, (line.part(named, 1).read(parse_convention),))
    return Choice(label, tuple(name.read(parse_convention) for name in line.split(_PLUS, "a name")) if line else ())


_LINES, _PLUS = re.compile(r"[^\n]+"), re.compile(r"(\+)")
_LABEL = re.compile(r"\s*([^=\s][^=]*)(=?)\s*")


def choices_text(choices: Iterable[Choice]) -> str:
    """Choices as text, one on a line."""
    return "\n".join(map(str, choices))


def parse_chapter(text: str) -> str:
    """Read the part of the system that an agreement is in. Raises `TextError`."""
    chapter = next((chapter for chapter in CHAPTERS if chapter.casefold() == text.strip().casefold()), None)
    if chapter is None:
        raise TextError(f"this is no chapter; write {', '.join(CHAPTERS[:-1])} or {CHAPTERS[-1]}", text)
    return chapter


def parse_needs(text: str) -> tuple[ConventionName, ...]:
    """Read the conventions that an agreement needs, one on a line; blank for none. Raises `TextError`."""
    lines = (Tokenizer(text, *match.span()) for match in _LINES.finditer(text))
    return tuple(line.read(parse_convention) for line in lines if line)


def needs_text(needs: Iterable[ConventionName]) -> str:
    """The conventions that an agreement needs as text, one on a line."""
    return "\n".join(map(str, needs))


def parse_parameters(text: str, choices: tuple[Choice, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read the parameters that an agreement settles, with a value for each of its choices. Raises `TextError`.

    cell   = {line} | blank
    line   = name ":" value {"|" value}
    value  = "-" for nothing, or what stands in a cell
    """
    lines = (Tokenizer(text, *match.span()) for match in _LINES.finditer(text))
    read = tuple(_parameter(line, len(choices)) for line in lines if line)
    names = [name for name, _ in read]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise TextError(f"the parameter {repeated[0]} is there twice", text)
    played = [(choice.played, *(values[number] for _, values in read)) for number, choice in enumerate(choices)]
    if len({*played}) < len(played):
        raise TextError("two choices play the same conventions, with the same values", text)
    return read


def _parameter(line: Tokenizer, choices: int) -> tuple[str, tuple[str, ...]]:
    named = line.take(_PARAMETER)
    if named is None:
        raise line.error("write a parameter and its values as 1NT: 15 | 12")
    values = tuple(" ".join(value.split()) for value in named[2].split("|"))
    if len(values) != choices or not all(values):
        raise line.error(f"{named[1]} needs a value for each of the {choices} choices; this has {len(values)}")
    if wrong := [value for value in values if not _VALUE.fullmatch(value)]:
        raise line.error(f"{wrong[0]!r} is no value; write a number, a range, a code, or - for nothing")
    return named[1], values


_PARAMETER = re.compile(rf"\s*({NAME.pattern})\s*:([^\n]*)")
_VALUE = re.compile(r"[A-Za-z0-9+<>=,-]+")


def parameters_text(parameters: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Parameters with their values as text, one on a line."""
    return "\n".join(f"{name}: {' | '.join(values)}" for name, values in parameters)


def parse_played(text: str, choices: tuple[Choice, ...], settles: bool) -> str:
    """Read the label of the choice that is played, where an agreement settles parameters. Raises `TextError`."""
    label = " ".join(text.split())
    if not settles:
        if label:
            raise TextError("what is played follows from the conventions; leave this blank without parameters", text)
        return ""
    if label and label not in {choice.label for choice in choices}:
        raise TextError(f"there is no such choice; write {' or '.join(choice.label for choice in choices)}", text)
    return label or choices[0].label
