"""Numbers that a spec allows: `15-17`, `10+`, `<8`, `>=3`, and alternatives separated by commas."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bidbase.language.tokenizer import Tokenizer

Truth = npt.NDArray[np.bool_]
"""One truth value for each value of what is judged."""
Node = TypeVar("Node")

_NUMBER = r"(?:[0-9]{1,3}(?:\.[0-9]{1,2})?|\.[0-9]{1,2})"
RANGE = re.compile(
    rf"\s*(?:(?P<op>[<>]=?|=)\s*(?P<number>{_NUMBER})|(?P<low>{_NUMBER})\s*(?:-\s*(?P<high>{_NUMBER})|(?P<plus>\+))?)\s*"
)


@dataclass(frozen=True, slots=True)
class Range:
    """A range of numbers; None is no limit. `strict` leaves the limit itself out and goes with one limit only."""

    low: float | None = None
    high: float | None = None
    strict: bool = False

    def less(self, by: float) -> Range:
        """The range with its limits lowered, the lower one to 0 at the least."""
        high = None if self.high is None else self.high - by
        if self.low is not None and self.low < by:
            return Range(0.0, high)  # 0 is then enough, even for "more than"
        return Range(None if self.low is None else self.low - by, high, self.strict)

    def holds(self, value: float) -> bool:
        """Whether the value lies in the range."""
        if self.strict:
            return value > self.low if self.low is not None else self.high is not None and value < self.high
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            return (
                number_text(self.low) if self.low == self.high else f"{number_text(self.low)}-{number_text(self.high)}"
            )
        if self.low is not None:
            return f">{number_text(self.low)}" if self.strict else f"{number_text(self.low)}+"
        return f"<{'' if self.strict else '='}{number_text(self.high or 0)}"

    def words(self) -> str:
        """`15 to 17`, `10 or more`, `fewer than 8`."""
        if self.low is not None and self.high is not None:
            low, high = number_text(self.low), number_text(self.high)
            return f"exactly {low}" if self.low == self.high else f"{low} to {high}"
        if self.low is not None:
            return f"more than {number_text(self.low)}" if self.strict else f"{number_text(self.low)} or more"
        return f"{'fewer than' if self.strict else 'at most'} {number_text(self.high or 0)}"


ANY = Range(low=0)
"""Any number of cards, or any honors: the cell that only takes the place of another says `any`."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """Alternative ranges: one of them must hold."""

    alternatives: tuple[Range, ...]

    def holds(self, value: float) -> bool:
        """Whether the value lies in one of the ranges."""
        return any(part.holds(value) for part in self.alternatives)

    def least(self) -> int:
        """The least whole number allowed, 0 where nothing limits it below."""
        lows = [part.low + part.strict if part.low is not None else 0 for part in self.alternatives]
        return int(min(lows, default=0))

    def most(self) -> int | None:
        """The most whole number allowed, None where nothing limits it above."""
        highs = [part.high if part.high is None else part.high - part.strict for part in self.alternatives]
        return None if None in highs else int(max((high for high in highs if high is not None), default=0))

    def truth(self, size: int, scale: int = 1, offset: int = 0) -> Truth:
        """For each whole number 0 to size - 1, whether that number less `offset`, divided by `scale`, is allowed."""
        return _ranges_truth(self, size, scale, offset)

    def __str__(self) -> str:
        return ",".join(map(str, self.alternatives))

    def words(self) -> str:
        """The alternatives joined with "or"."""
        return ", or ".join(part.words() for part in self.alternatives) or "an impossible number of"


@lru_cache(maxsize=4096)
def _ranges_truth(ranges: Ranges, size: int, scale: int, offset: int) -> Truth:
    return shared(np.array([ranges.holds((number - offset) / scale) for number in range(size)]))


def shared(truth: Truth) -> Truth:
    """The truth table, made read-only so that it can be shared."""
    truth.flags.writeable = False
    return truth


@dataclass(frozen=True, slots=True)
class Minimum:
    """Ranges in a field where a bare number is a minimum: `2` is `2+`, and exactly two is written `=2`."""

    ranges: Ranges

    def __str__(self) -> str:
        return ",".join(
            f"={part}" if part.low is not None and part.low == part.high else str(part)
            for part in self.ranges.alternatives
        )

    def words(self) -> str:
        """The ranges in words."""
        return self.ranges.words()


_ENDS_IN_ONE = re.compile(r"(?<!\bto) 1\Z")
_PLURAL, _SINGULAR = re.compile(r"\b(\w{3,})s\b"), r"\1"


def counted(numbers: str, unit: str) -> str:
    """Numbers in words with what they count: `2 or more aces`, `exactly 1 ace`, `at most 1 spade or heart`."""
    return f"{numbers} {_PLURAL.sub(_SINGULAR, unit) if _ENDS_IN_ONE.search(numbers) else unit}"


def number_text(number: float) -> str:
    """`12`, `2.5`: without a useless decimal point."""
    return f"{number:g}"


def read_marked(tokens: Tokenizer, read: Callable[[Tokenizer], Node]) -> tuple[bool, tuple[Node, ...]]:
    """The alternatives, of which the first may be the `x` that marks a suit; whether it is."""
    first, *others = alternatives = tokens.alternatives()
    marked = str(first) in ("x", "X")
    return marked, tuple(map(read, others if marked else alternatives))


def read_range(tokens: Tokenizer, *, bare_is_minimum: bool = False) -> Range:
    """Read one range.

    range = number ["-" number | "+"] | sign number
    number = digits ["." digits]
    sign = "<" | "<=" | ">" | ">=" | "="
    digits = digit [digit]
    digit = "0".."9"
    """
    match = tokens.fits(RANGE)
    if not match:
        fault = f"{str(tokens)!r} is not a range of numbers" if tokens else "a number is missing"
        raise tokens.unread(RANGE.fullmatch).error(f"{fault}; write 15-17, 10+, <8 or 4")
    if op := match["op"]:
        number = float(match["number"])
        if op == "=":
            return Range(number, number)
        strict = len(op) == 1
        return Range(low=number, strict=strict) if op[0] == ">" else Range(high=number, strict=strict)
    low = float(match["low"])
    if match["plus"] or (bare_is_minimum and not match["high"]):
        return Range(low=low)
    high = float(match["high"]) if match["high"] else low
    if high < low:
        raise tokens.error(f"the range ends at {number_text(high)}, below its start")
    return Range(low, high)


def read_minimum(tokens: Tokenizer) -> Range:
    """Read one range where a bare number is a minimum."""
    return read_range(tokens, bare_is_minimum=True)


def parse_ranges(text: str) -> Ranges:
    """Read `15-17`, `10+`, `<8`, `8,11+`.

    cell = ranges
    ranges = range {"," range}
    """
    return Ranges(tuple(map(read_range, Tokenizer(text).alternatives())))


def parse_minimum(text: str) -> Minimum:
    """Read ranges where a bare number is a minimum.

    cell = ranges
    """
    return Minimum(Ranges(tuple(map(read_minimum, Tokenizer(text).alternatives()))))
