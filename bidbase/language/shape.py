"""The shape of the hand: general kinds of shape, and the cards or points of two or three suits together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bidbase.game.cards import SHAPES, SUIT_BY_LETTER, SUITS_DOWN, Strain
from bidbase.language.ranges import Range, Truth, counted, read_range, shared
from bidbase.language.tokenizer import Tokenizer

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


_DIGITS = re.compile(r"\d{4}|(\d+)=(\d+)=(\d+)=(\d+)")


def parse_shape(text: str) -> Shape:
    """Read `balanced`, `2-suiter`, `singleton/void`, `5332` or `4=4=3=2` (spades first), and alternatives.

    cell = shape {"," shape}
    shape = kind | digit digit digit digit | digits "=" digits "=" digits "=" digits
    kind = "balanced" | "semi-balanced" | "unbalanced" | ["any "] ("1-suiter" | "2-suiter" | "3-suiter")
        | ["any "] short
    short = "singleton" | "void" | "singleton/void"
    """
    return Shape(tuple(map(_read_shape, Tokenizer(text).alternatives())))


def _kind(written: str) -> str:
    """The kind of shape that is written; blank for none."""
    kind = written.lower().replace("singleton or void", "singleton/void").removeprefix("any ")
    return kind if kind in KINDS else ""


def _read_shape(tokens: Tokenizer) -> str | ShapePattern:
    written = str(tokens)
    if kind := _kind(written):
        return kind
    digits = tokens.fits(_DIGITS)
    if not digits:
        fault = tokens.unread(lambda part: _kind(part) or _DIGITS.fullmatch(part))
        raise fault.error(f"{written!r} is not a shape; write {', '.join(KINDS)}, 5332 or 4=4=3=2")
    numbers = [int(length) for length in (digits.groups() if digits[1] else written)]
    if sum(numbers) != 13:
        raise tokens.error(f"the lengths add up to {sum(numbers)}, not 13")
    return ShapePattern((numbers[0], numbers[1], numbers[2], numbers[3]), exact=bool(digits[1]))


@dataclass(frozen=True, slots=True)
class Together:
    """The cards or points of two or three suits together; `x` adds the X suit, `variables` add the pattern's suits."""

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
    r"(?P<over>(?P<x>x?)(?P<suits>[SHDC]*)(?P<variables>(?:\$[abc])*))\s*"
    r"(?P<rest>(?P<op>[<>]=?|=)\s*(?P<number>.*)|[\d.]+\s*\+)",
    re.IGNORECASE,
)


def parse_combined(text: str) -> Combined:
    """Read `SH=8-9`, `CDH>11`, `SH<10`, `SHC=7+` or `SHC7+`, `xD>7`.

    cell = sum {"," sum}
    sum = ["x"] [suit] [suit] [suit] [variables] ("=" range | sign number | number "+")
    variables = "$" variable {"$" variable}
    """
    return Combined(tuple(map(_read_together, Tokenizer(text).alternatives())))


def _read_together(tokens: Tokenizer) -> Together:
    match = tokens.fits(_TOGETHER)
    if not match:
        raise tokens.error(f"{str(tokens)!r} is not a sum over suits; write SH=8-9, CDH>11 or xD>7")
    x, suits, variables = bool(match["x"]), match["suits"].upper(), match["variables"].lower().replace("$", "")
    everything = [*suits, *variables]
    if len(set(everything)) < len(everything) or not 2 <= len(everything) + x <= 3:
        raise tokens.error("a sum takes two or three different suits", match, "over")
    number = read_range(tokens.part(match, "number" if match["op"] == "=" else "rest"))
    return Together(tuple(map(SUIT_BY_LETTER.__getitem__, suits)), x, number, tuple(variables))
