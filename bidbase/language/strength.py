"""Hand strength: high-card points, distribution and total points, custom points, winners."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.language.ranges import Minimum, Ranges, number_text, parse_minimum, parse_ranges

_FROM_PARTNER = re.compile(r"\s*(P|Min|HCP[12]N)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hcp:
    """High-card points: ace 4, king 3, queen 2, jack 1."""

    ranges: Ranges

    def __str__(self) -> str:
        return str(self.ranges)

    def words(self) -> str:
        """`15 to 17 HCP`."""
        return f"{self.ranges.words()} HCP"


def parse_hcp(text: str) -> Hcp:
    """Read `15-17`, `10+`, `<8`."""
    if match := _FROM_PARTNER.match(text):
        raise TextError(
            f"points counted from partner's bid ({match[1]}) cannot be used yet; write the points of this hand",
            text,
            match.start(1),
            match.end(1),
        )
    return Hcp(parse_ranges(text))


@dataclass(frozen=True, slots=True)
class Distribution:
    """Distribution points (void 3, singleton 2, doubleton 1), or with `total` those plus high-card points."""

    total: bool
    ranges: Ranges

    def __str__(self) -> str:
        return ",".join(f"{'T' if self.total else ''}{part}" for part in self.ranges.alternatives)

    def words(self) -> str:
        """`12 or more total points`."""
        return f"{self.ranges.words()} {'total points' if self.total else 'distribution points'}"


def parse_distribution(text: str) -> Distribution:
    """Read `2+` (distribution points) or `T12+` (total points); alternatives all of one kind."""
    total, numbers = _without_mark(text, "T", "total points")
    return Distribution(total, parse_ranges(numbers))


def _without_mark(text: str, letter: str, meaning: str) -> tuple[bool, str]:
    """Whether all alternatives begin with this letter, and the text with blanks instead of it."""
    marks = re.findall(rf"(?:^|,)\s*({letter}?)", text, re.IGNORECASE)
    if any(marks) and not all(marks):
        raise TextError(f"either all alternatives are {meaning} ({letter}) or none is", text)
    return any(marks), re.sub(rf"(^|,)(\s*){letter}", r"\1\2 ", text, flags=re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Winners:
    """Playing tricks, or with `running` tricks that can be cashed at once; a bare number is a minimum."""

    running: bool
    minimum: Minimum

    @property
    def ranges(self) -> Ranges:
        """The numbers allowed."""
        return self.minimum.ranges

    def __str__(self) -> str:
        return re.sub("(^|,)", r"\1R", str(self.minimum)) if self.running else str(self.minimum)

    def words(self) -> str:
        """`9 or more running winners`."""
        return f"{self.minimum.words()} {'running winners' if self.running else 'winners'}"


def parse_winners(text: str) -> Winners:
    """Read `4` (playing tricks) or `R9` (running winners); alternatives all of one kind."""
    running, numbers = _without_mark(text, "R", "running winners")
    return Winners(running, parse_minimum(numbers))


@dataclass(frozen=True, slots=True)
class CardValue:
    """What one honour counts in custom points, in quarters of a point or coarser."""

    value: float

    def __str__(self) -> str:
        return number_text(self.value)

    def words(self) -> str:
        """`4.5`."""
        return str(self)


def parse_card_value(text: str) -> CardValue:
    """Read `4`, `.5` or `4.25`."""
    if not re.fullmatch(r"\s*([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*", text):
        raise TextError(f"{text.strip()!r} is not a number", text)
    value = float(text)
    if value > 20 or value * 4 != int(value * 4):
        raise TextError("a card counts 0 to 20 points, in quarters at the finest", text)
    return CardValue(value)
