"""The shape of the hand: general kinds of shape, and the cards or points of two or three suits together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bidbase.errors import TextError
from bidbase.game.cards import SHAPES, SUIT_BY_LETTER, SUITS_DOWN, Strain
from bidbase.language.ranges import Range, Truth, counted, parse_ranges, shared, split_alternatives, unread

Lengths = tuple[int, int, int, int]

KINDS = {
    "balanced": "balanced (no singleton or void, at most one doubleton)",
    "semi-balanced": "semi-balanced (5422 or 6322)",
    "unbalanced": "unbalanced",
    "1-suiter": "one-suited (one suit of five or more cards, no other of four)",
    "2-suiter": "two-suited (at least five-four)",
    "3-suiter": "three-suited (4441 or 5440)",
    "singleton": "a singleton",
    "void": "a void",
    "singleton/void": "a singleton or a void",
}


def _is_kind(kind: str, lengths: Lengths) -> bool:
    down = sorted(lengths, reverse=True)
    fours = sum(length >= 4 for length in down)
    match kind:
        case "balanced":
            return down[3] >= 2 and down[2] >= 3
        case "semi-balanced":
            return down in ([5, 4, 2, 2], [6, 3, 2, 2])
        case "unbalanced":
            return not _is_kind("balanced", lengths)
        case "1-suiter":
            return down[0] >= 5 and fours == 1
        case "2-suiter":
            return down[0] >= 5 and fours == 2
        case "3-suiter":
            return fours == 3
        case "singleton":
            return 1 in down
        case "void":
            return 0 in down
        case _:
            return down[3] < 2


@dataclass(frozen=True, slots=True)
class ShapePattern:
    """Four lengths: in the order spades, hearts, diamonds, clubs when `exact`, else in any order."""

    lengths: Lengths  # as written
    exact: bool

    def __str__(self) -> str:
        return ("=" if self.exact else "").join(map(str, self.lengths))


@dataclass(frozen=True, slots=True)
class Shape:
    """Alternative kinds of shape and patterns."""

    alternatives: tuple[str | ShapePattern, ...]

    def holds(self, lengths: Lengths) -> bool:
        """Whether a hand of these lengths (clubs first) has one of the shapes."""
        for part in self.alternatives:
            if isinstance(part, str):
                if _is_kind(part, lengths):
                    return True
            elif part.exact:
                if tuple(lengths[suit] for suit in SUITS_DOWN) == part.lengths:
                    return True
            elif sorted(lengths) == sorted(part.lengths):
                return True
        return False

    def truth(self) -> Truth:
        """For each of the 560 shapes, whether it is one of these."""
        return _shape_truth(self)

    def __str__(self) -> str:
        return ",".join(map(str, self.alternatives))

    def words(self) -> str:
        """The kinds in words, then the patterns: `one-suited (...), or 5332, 4441 or 5422 shape`."""
        kinds = [KINDS[part] for part in self.alternatives if isinstance(part, str)]
        *patterns, last = [str(part) for part in self.alternatives if not isinstance(part, str)] or [""]
        either = f"{', '.join(patterns)} or {last}" if patterns else last
        return ", or ".join([*kinds, f"{either} shape"] if last else kinds)


@lru_cache(maxsize=512)
def _shape_truth(shape: Shape) -> Truth:
    return shared(np.array([shape.holds(lengths) for lengths in SHAPES]))


def parse_shape(text: str) -> Shape:
    """Read `balanced`, `2-suiter`, `singleton/void`, `5332` or `4=4=3=2` (spades first), and alternatives."""
    return Shape(split_alternatives(text, _read_shape))


def _read_shape(piece: str, text: str, start: int) -> str | ShapePattern:
    kind = piece.lower().replace("singleton or void", "singleton/void").removeprefix("any ")
    if kind in KINDS:
        return kind
    digits = re.fullmatch(r"(\d{4})|(\d+)=(\d+)=(\d+)=(\d+)", piece)
    if not digits:
        known = [*KINDS, "any singleton or void"]
        fault = start + unread(piece, lambda part: part.lower() in known or re.fullmatch(r"\d{4}", part))
        raise TextError(
            f"{piece!r} is not a shape; write {', '.join(KINDS)}, 5332 or 4=4=3=2", text, fault, start + len(piece)
        )
    numbers = [int(length) for length in (digits[1] or digits.groups()[1:])]
    if sum(numbers) != 13:
        raise TextError(f"the lengths add up to {sum(numbers)}, not 13", text, start, start + len(piece))
    return ShapePattern((numbers[0], numbers[1], numbers[2], numbers[3]), exact=not digits[1])


@dataclass(frozen=True, slots=True)
class Together:
    """The cards or points of two or three suits together; `x` adds the X suit, `variables` those of the pattern."""

    suits: tuple[Strain, ...]
    x: bool
    range: Range
    variables: tuple[str, ...] = ()

    def bound(self, binding: Mapping[str, Strain]) -> Together:
        """The sum with variables replaced by their suits."""
        return Together((*self.suits, *(binding[variable] for variable in self.variables)), self.x, self.range)

    def __str__(self) -> str:
        letters = ("x" if self.x else "") + "".join(suit.letter for suit in self.suits)
        letters += "".join(f"${variable}" for variable in self.variables)
        return f"{letters}{'' if str(self.range).startswith(('<', '>')) else '='}{self.range}"

    def words(self, unit: str) -> str:
        """`8 to 9 cards in spades and hearts together`."""
        names = (["the X suit"] if self.x else []) + [suit.title for suit in self.suits]
        names += [f"suit {variable}" for variable in self.variables]
        return f"{counted(self.range.words(), unit)} in {' and '.join(names)} together"


@dataclass(frozen=True, slots=True)
class Combined:
    """Alternative sums over suits."""

    alternatives: tuple[Together, ...]

    @property
    def uses_x(self) -> bool:
        """Whether a sum takes in the X suit."""
        return any(part.x for part in self.alternatives)

    @property
    def variables(self) -> set[str]:
        """The variables that it sums."""
        return {variable for part in self.alternatives for variable in part.variables}

    def bound(self, binding: Mapping[str, Strain]) -> Combined:
        """The cell with variables replaced by their suits."""
        return Combined(tuple(part.bound(binding) for part in self.alternatives))

    def __str__(self) -> str:
        return ",".join(map(str, self.alternatives))

    def words(self, unit: str) -> str:
        """The sums in words; `unit` is cards or HCP."""
        return ", or ".join(part.words(unit) for part in self.alternatives)


_TOGETHER = re.compile(
    r"(?P<suits>[xX]?[SHDC]*(?P<variables>(?:\$[abc])*))\s*(?P<rest>(?P<op>[<>]=?|=)\s*(?P<number>.*)|[\d.]+\s*\+)",
    re.IGNORECASE,
)


def parse_combined(text: str) -> Combined:
    """Read `SH=8-9`, `CDH>11`, `SH<10`, `SHC=7+` or `SHC7+`, `xD>7`."""
    return Combined(split_alternatives(text, _read_together))


def _read_together(piece: str, text: str, start: int) -> Together:
    match = _TOGETHER.fullmatch(piece)
    if not match:
        raise TextError(
            f"{piece!r} is not a sum over suits; write SH=8-9, CDH>11 or xD>7",
            text,
            start,
            start + len(piece),
        )
    variables = tuple(match["variables"].lower().replace("$", ""))
    letters = match["suits"].removesuffix(match["variables"]).upper()
    x = letters.startswith("X")
    suits = [SUIT_BY_LETTER[letter] for letter in letters.removeprefix("X")]
    everything = [*suits, *variables]
    if len(set(everything)) < len(everything) or not 2 <= len(everything) + x <= 3:
        raise TextError("a sum takes two or three different suits", text, start, start + match.end("suits"))
    written = "number" if match["op"] == "=" else "rest"
    try:
        (number,) = parse_ranges(match[written]).alternatives
    except TextError as error:
        begin = start + match.start(written)
        raise TextError(error.message, text, begin + error.span[0], begin + error.span[1]) from None
    return Together(tuple(suits), x, number, variables)
