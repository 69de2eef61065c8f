"""The cells that say how many cards a suit has, and the X suit, which stands for several suits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bidbase.game.arrays import LENGTHS_OF_SHAPE
from bidbase.game.cards import SHAPES, SUIT_BY_LETTER, Strain
from bidbase.language.ranges import (
    ANY,
    RANGE,
    Range,
    Ranges,
    Truth,
    counted,
    read_marked,
    read_range,
    shared,
)
from bidbase.language.tokenizer import Tokenizer

_COMPARISONS = {
    "<": "fewer {} than {}",
    "<=": "at most as many {} as {}",
    ">": "more {} than {}",
    ">=": "at least as many {} as {}",
    "=": "as many {} as {}",
}
_WITH_PARTNER = re.compile("P", re.IGNORECASE)
_COMPARE = re.compile(r"([<>]=?|=)\s*(?:([SHDCx])|\$([abc]))", re.IGNORECASE)


def _cards_text(cards: Range) -> str:
    return "any" if cards == ANY else str(cards)


def _cards_words(cards: Range) -> str:
    return "any number of" if cards == ANY else cards.words()


def _read_cards(tokens: Tokenizer) -> Range:
    return ANY if str(tokens).lower() == "any" else read_range(tokens)


@dataclass(frozen=True, slots=True)
class Compare:
    """The length of a suit against another's: `>=D`, `<x`, `=$a`.

    `other` is None for the X suit, and a letter for a variable, until the pattern binds it.
    """

    operator: str
    other: Strain | str | None

    def truth(self, length: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> Truth:
        """For each pair of lengths, whether they stand so."""
        compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "=": np.equal}
        return compare[self.operator](length, other)

    def __str__(self) -> str:
        if isinstance(self.other, str):
            return f"{self.operator}${self.other}"
        return f"{self.operator}{'x' if self.other is None else self.other.letter}"

    def words(self, suit: str) -> str:
        """`at least as many spades as diamonds`."""
        if isinstance(self.other, str):
            return _COMPARISONS[self.operator].format(suit, f"suit {self.other}")
        return _COMPARISONS[self.operator].format(suit, "the X suit" if self.other is None else self.other.title)

    def bound(self, binding: Mapping[str, Strain]) -> Compare:
        """The comparison with a variable replaced by its suit."""
        return Compare(self.operator, binding[self.other]) if isinstance(self.other, str) else self


@dataclass(frozen=True, slots=True)
class WithPartner:
    """Cards of a suit together with the fewest that partner is expected to hold: `P8+`."""

    range: Range

    def bound(self, partner: int) -> Range:
        """The cards that this hand must hold."""
        return self.range.less(partner)

    def __str__(self) -> str:
        return f"P{self.range}"

    def words(self, suit: str) -> str:
        """`8 or more spades together with partner's`."""
        return f"{counted(self.range.words(), suit)} together with partner's"


@dataclass(frozen=True, slots=True)
class Num:
    """How many cards of a suit. With `x` the suit may be the X suit; `alternatives` hold when it is not."""

    x: bool
    alternatives: tuple[Range | Compare | WithPartner, ...]

    @property
    def counts_partners(self) -> bool:
        """Whether it counts partner's cards."""
        return any(isinstance(part, WithPartner) for part in self.alternatives)

    @property
    def uses_x(self) -> bool:
        """Whether a comparison needs to know which suit the X suit is."""
        return any(isinstance(part, Compare) and part.other is None for part in self.alternatives)

    @property
    def variables(self) -> set[str]:
        """The variables that it compares with."""
        return {part.other for part in self.alternatives if isinstance(part, Compare) and isinstance(part.other, str)}

    def bound(self, binding: Mapping[str, Strain]) -> Num:
        """The cell with variables replaced by their suits."""
        return Num(
            self.x, tuple(part.bound(binding) if isinstance(part, Compare) else part for part in self.alternatives)
        )

    def beside(self, partner: int) -> Num:
        """The cell for a partner who has shown so many cards of this suit."""
        return Num(
            self.x, tuple(part.bound(partner) if isinstance(part, WithPartner) else part for part in self.alternatives)
        )

    def truth(self, suit: Strain, chosen: Strain | None) -> Truth:
        """For each of the 560 shapes, whether it meets an alternative; `chosen` is the suit that the X suit is."""
        return _num_truth(self, suit, chosen)

    def __str__(self) -> str:
        parts = (_cards_text(part) if isinstance(part, Range) else str(part) for part in self.alternatives)
        return ",".join([*(["x"] if self.x else []), *parts])

    def words(self, suit: str) -> str:
        """`5 or more spades`."""
        words = [f"the X suit may be {suit}"] if self.x else []
        words += [
            counted(_cards_words(part), suit) if isinstance(part, Range) else part.words(suit)
            for part in self.alternatives
        ]
        return ", or ".join(words)


@lru_cache(maxsize=4096)
def _num_truth(num: Num, suit: Strain, chosen: Strain | None) -> Truth:
    truth = np.zeros(len(SHAPES), dtype=np.bool_)
    for part in num.alternatives:
        if isinstance(part, Range):
            truth |= Ranges((part,)).truth(14)[LENGTHS_OF_SHAPE[:, suit]]
        elif isinstance(part, Compare) and isinstance(other := chosen if part.other is None else part.other, Strain):
            truth |= part.truth(LENGTHS_OF_SHAPE[:, suit], LENGTHS_OF_SHAPE[:, other])
    return shared(truth)


def parse_num(text: str) -> Num:
    """Read `5+`, `2-4`, `>=D`, `<3,>5`, `P8+`, `any`, `x`, `x,4+`, `<=x`.

    cell = "x" | ["x" ","] alternative {"," alternative}
    alternative = range | "any" | sign other | "P" range
    other = suit | "x" | "$" variable
    """
    return Num(*read_marked(Tokenizer(text), _read_num))


def _read_num(tokens: Tokenizer) -> Range | Compare | WithPartner:
    written = str(tokens)
    if tokens.take(_WITH_PARTNER):
        return WithPartner(read_range(tokens))
    if match := tokens.fits(_COMPARE):
        return Compare(match[1], match[3].lower() if match[3] else SUIT_BY_LETTER.get(match[2].upper()))
    if written.lower() == "any" or tokens.fits(RANGE):
        return _read_cards(tokens)
    fault = tokens.unread(lambda part: RANGE.fullmatch(part) or _COMPARE.fullmatch(part))
    raise fault.error(f"{written!r} is not a number of cards; write 5+, 2-4, <3, >=D, any or x")


@dataclass(frozen=True, slots=True)
class XNum:
    """How many cards the X suit has. The longest is taken, of equals the highest, with `upward` the lowest."""

    ranges: Ranges
    upward: bool

    def __str__(self) -> str:
        return f"{','.join(map(_cards_text, self.ranges.alternatives))}{'U' if self.upward else ''}"

    def words(self) -> str:
        """`the X suit has 5 or more cards; the lower of equal ones`."""
        order = "lower" if self.upward else "higher"
        return f"the X suit has {self.words_of('cards')}; the {order} of equal ones is taken"

    def words_of(self, cards: str) -> str:
        """`5 or more cards`."""
        return counted(", or ".join(map(_cards_words, self.ranges.alternatives)), cards)


_X_NUM = re.compile(r"(?P<ranges>.*?)\s*(?P<upward>u?)", re.IGNORECASE | re.DOTALL)


def parse_x_num(text: str) -> XNum:
    """Read `5+`, `any`, or `4+U` to look from clubs upwards.

    cell = cards ["U"]
    cards = ranges | "any"
    """
    tokens = Tokenizer(text)
    match = tokens.fits(_X_NUM)
    assert match is not None
    ranges = tokens.part(match, "ranges").alternatives()
    return XNum(Ranges(tuple(map(_read_cards, ranges))), bool(match["upward"]))
