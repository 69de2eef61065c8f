"""Hand strength: high-card points, distribution and total points, custom points, winners."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from bidbase.errors import TextError
from bidbase.game.cards import SUIT_BY_LETTER, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language.ranges import (
    Minimum,
    Range,
    Ranges,
    counted,
    number_text,
    parse_minimum,
    parse_ranges,
    read_minimum,
    read_range,
)
from bidbase.language.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Hcp:
    """High-card points: ace 4, king 3, queen 2, jack 1."""

    ranges: Ranges

    def __str__(self) -> str:
        return str(self.ranges)

    def words(self) -> str:
        """`15 to 17 HCP`."""
        return f"{self.ranges.words()} HCP"


NOTHING = Hcp(Ranges(()))
"""A spec that no hand meets."""


@dataclass(frozen=True, slots=True)
class PointsKnown:
    """What the auction says of points, for specs that are counted from it.

    `partner` is the least and `partner_most` the most that partner is expected to hold. `openings` has the ranges of
    the 1NT and 2NT openings, by level; `own_notrump` is the range of the notrump that this player has bid.
    """

    partner: int = 0
    partner_most: int = MAX_HCP
    openings: tuple[tuple[int, Hcp], ...] = ()
    own_notrump: Hcp = NOTHING

    def opening(self, level: int) -> Hcp:
        """The range of the notrump opening at this level; nothing where the system has none."""
        return dict(self.openings).get(level, NOTHING)

    def of_partner(self, most: bool) -> int:
        """The points to count for partner."""
        return self.partner_most if most else self.partner


def _less_partners(ranges: Ranges, known: PointsKnown, most: bool) -> Ranges:
    left = (part.less(known.of_partner(most)) for part in ranges.alternatives)
    return Ranges(tuple(part for part in left if part.high is None or part.high >= part.strict))


@dataclass(frozen=True, slots=True)
class _Together:
    """Points together with the least that partner is expected to hold, or the most."""

    ranges: Ranges
    most: bool

    mark: ClassVar[str]
    unit: ClassVar[str]

    def __str__(self) -> str:
        return ",".join(f"{self.mark}{'max' if self.most else ''}{part}" for part in self.ranges.alternatives)

    def words(self) -> str:
        """`25 to 29 HCP together with partner's least`."""
        return f"{self.ranges.words()} {self.unit} together with partner's {'most' if self.most else 'least'}"


@dataclass(frozen=True, slots=True)
class PartnershipHcp(_Together):
    """High-card points together with partner's: `P25-29`, `Pmax<25`."""

    mark: ClassVar[str] = "P"
    unit: ClassVar[str] = "HCP"

    def bound(self, known: PointsKnown) -> Hcp:
        """The points that this hand must hold."""
        return Hcp(_less_partners(self.ranges, known, self.most))


@dataclass(frozen=True, slots=True)
class OverMinimum:
    """Points over the minimum of the bidder's own notrump bid: `Min`, `Min+1`; None is anything more, `Min+`."""

    over: int | None

    def bound(self, known: PointsKnown) -> Hcp:
        """The points that this hand must hold."""
        lows = [part.low for part in known.own_notrump.ranges.alternatives if part.low is not None]
        if not lows:
            return NOTHING
        if self.over is None:
            return Hcp(Ranges((Range(low=min(lows), strict=True),)))
        return Hcp(Ranges((Range(min(lows) + self.over, min(lows) + self.over),)))

    def __str__(self) -> str:
        return "Min+" if self.over is None else f"Min{self.over:+}" if self.over else "Min"

    def words(self) -> str:
        """`the minimum of the notrump bid`, `the minimum of the notrump bid and 1 more`."""
        if self.over is None:
            return "more than the minimum of the notrump bid"
        if not self.over:
            return "the minimum of the notrump bid"
        return f"the minimum of the notrump bid and {abs(self.over)} {'more' if self.over > 0 else 'less'}"


@dataclass(frozen=True, slots=True)
class OpeningHcp:
    """The range of the 1NT or 2NT opening, by its level: `HCP1N`."""

    level: int

    def bound(self, known: PointsKnown) -> Hcp:
        """The points that this hand must hold."""
        return known.opening(self.level)

    def __str__(self) -> str:
        return f"HCP{self.level}N"

    def words(self) -> str:
        """`the range of the 1NT opening`."""
        return f"the range of the {self.level}NT opening"


RelativeHcp = PartnershipHcp | OverMinimum | OpeningHcp
"""High-card points counted from the auction."""
AnyHcp = Hcp | RelativeHcp
_MINIMUM = re.compile(r"\s*min(?:(\+)|([+-]\d))?\s*", re.IGNORECASE)
_OPENING = re.compile(r"\s*hcp([12])n\s*", re.IGNORECASE)


def parse_hcp(text: str) -> Hcp:
    """Read `15-17`, `10+`, `<8`.

    cell = ranges
    """
    return Hcp(parse_ranges(text))


def parse_any_hcp(text: str) -> AnyHcp:
    """Read points, `15-17`, or points counted from the auction.

    Those are `P25-29`, `Pmax<25`, `Min`, `Min+`, `Min+1`, `Min-1` and `HCP1N`.

    cell = ranges | "P" range {"," "P" range} | "Pmax" range {"," "Pmax" range} | "Min" ["+" | ("+" | "-") digit]
        | "HCP1N" | "HCP2N"
    """
    if match := _MINIMUM.fullmatch(text):
        return OverMinimum(None if match[1] else int(match[2] or 0))
    if match := _OPENING.fullmatch(text):
        return OpeningHcp(int(match[1]))
    mark = _longest_mark(text, "Pmax", "P")
    together, ranges = _marked(Tokenizer(text), mark, "points together with partner")
    return PartnershipHcp(ranges, mark == "Pmax") if together else Hcp(ranges)


@dataclass(frozen=True, slots=True)
class DistributionPoints:
    """Distribution points (void 3, singleton 2, doubleton 1), or with `total` those plus high-card points."""

    total: bool
    ranges: Ranges

    def __str__(self) -> str:
        return ",".join(f"{'T' if self.total else ''}{part}" for part in self.ranges.alternatives)

    @property
    def unit(self) -> str:
        """What is counted."""
        return "total points" if self.total else "distribution points"

    def words(self) -> str:
        """`12 or more total points`."""
        return f"{self.ranges.words()} {self.unit}"


@dataclass(frozen=True, slots=True)
class PartnershipTotal(_Together):
    """Total points together with the points that partner is expected to hold: `TP26+`, `TPmax<26`."""

    mark: ClassVar[str] = "TP"
    unit: ClassVar[str] = "total points"

    def bound(self, known: PointsKnown) -> DistributionPoints:
        """The total points that this hand must hold."""
        return DistributionPoints(True, _less_partners(self.ranges, known, self.most))


def _longest_mark(text: str, *marks: str) -> str:
    """The first of these marks that the text begins with; the last when it begins with none."""
    written = text.strip().lower()
    return next((mark for mark in marks if written.startswith(mark.lower())), marks[-1])


def _marked(
    tokens: Tokenizer, mark: str, meaning: str, read: Callable[[Tokenizer], Range] = read_range
) -> tuple[bool, Ranges]:
    """Whether all alternatives begin with this mark, and the ranges that stand behind it."""
    alternatives, rule = tokens.alternatives(), re.compile(rf"{mark}\s*", re.IGNORECASE)
    unmarked = [alternative for alternative in alternatives if not alternative.take(rule)]
    if unmarked and len(unmarked) < len(alternatives):
        raise unmarked[0].error(f"either all alternatives are {meaning} ({mark}) or none is")
    return not unmarked, Ranges(tuple(map(read, alternatives)))


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
        return counted(self.minimum.words(), "running winners" if self.running else "winners")


def parse_winners(text: str) -> Winners:
    """Read `4` (playing tricks) or `R9` (running winners); alternatives all of one kind.

    cell = ranges | "R" range {"," "R" range}
    """
    running, ranges = _marked(Tokenizer(text), "R", "running winners", read_minimum)
    return Winners(running, Minimum(ranges))


TRUMPS = "a"
"""The variable that stands for trumps."""

_TRUMPS_NAMED = re.compile(r"(?:\$(?P<variable>[abc])|(?P<suit>[SHDCshdc]))\s*:\s*")


@dataclass(frozen=True, slots=True)
class TrumpCount:
    """How many cards of a kind that depends on trumps: key cards, kings outside trumps.

    `trumps` is a suit, or a variable of the section until it is bound.
    """

    ranges: Ranges
    trumps: Strain | str = TRUMPS

    @property
    def variables(self) -> frozenset[str]:
        """The variables that it names."""
        return frozenset({self.trumps}) if isinstance(self.trumps, str) else frozenset()

    def bound(self, binding: Mapping[str, Strain]) -> TrumpCount:
        """This count with a variable replaced by its suit."""
        return replace(self, trumps=binding[self.trumps]) if isinstance(self.trumps, str) else self

    def __str__(self) -> str:
        if self.trumps == TRUMPS:
            return str(self.ranges)
        return f"{f'${self.trumps}' if isinstance(self.trumps, str) else self.trumps.letter}: {self.ranges}"

    def counted_words(self, unit: str) -> str:
        """`exactly 2 key cards with spades as trumps`."""
        trumps = f"suit {self.trumps}" if isinstance(self.trumps, str) else self.trumps.title
        return f"{counted(self.ranges.words(), unit)} with {trumps} as trumps"


def parse_trump_count(text: str) -> TrumpCount:
    """Read `1,4`, `2+`; trumps that are not suit a stand before it, as in `S: 1,4` and `$b: 2`.

    cell = [trumps ":"] ranges
    trumps = "S" | "H" | "D" | "C" | "$a" | "$b" | "$c"
    """
    tokens = Tokenizer(text)
    trumps = _take_trumps(tokens)
    return TrumpCount(Ranges(tuple(map(read_range, tokens.alternatives()))), trumps)


def _take_trumps(tokens: Tokenizer) -> Strain | str:
    """The trumps that stand before a colon; suit a where none do."""
    match = tokens.take(_TRUMPS_NAMED)
    return TRUMPS if match is None else match["variable"] or SUIT_BY_LETTER[match["suit"].upper()]


@dataclass(frozen=True, slots=True)
class DummyPoints(TrumpCount):
    """High-card points and short suits, counted by the number of trumps that the hand has for partner: `D10-12`."""

    def __str__(self) -> str:
        trumps, _, counts = TrumpCount.__str__(self).rpartition(": ")
        marked = ",".join(f"D{part}" for part in counts.split(","))
        return f"{trumps}: {marked}" if trumps else marked

    @property
    def unit(self) -> str:
        """What is counted."""
        return "dummy points"

    def words(self) -> str:
        """`10 to 12 dummy points with spades as trumps`."""
        return self.counted_words(self.unit)


AnyDistribution = DistributionPoints | PartnershipTotal | DummyPoints


def parse_distribution(text: str) -> AnyDistribution:
    """Read `2+` (distribution points), `T12+` (total points), `TP26+`, `TPmax<26`, or `D10-12` (dummy points).

    Alternatives are all of one kind. Trumps that are not suit a stand before dummy points: `S: D12+`, `$b: D12+`.

    cell = ranges | "T" range {"," "T" range} | "TP" range {"," "TP" range} | "TPmax" range {"," "TPmax" range}
        | [trumps ":"] "D" range {"," "D" range}
    trumps = "S" | "H" | "D" | "C" | "$a" | "$b" | "$c"
    """
    if _DUMMYS.match(text):
        return _read_dummys(Tokenizer(text))
    mark = _longest_mark(text, "TPmax", "TP", "T")
    total, ranges = _marked(Tokenizer(text), mark, "total points")
    return DistributionPoints(total, ranges) if mark == "T" else PartnershipTotal(ranges, mark == "TPmax")


_DUMMYS = re.compile(r"\s*(?:[^:]*:|d)", re.IGNORECASE)


def _read_dummys(tokens: Tokenizer) -> DummyPoints:
    """Dummy points, each of which has a D in front."""
    trumps = _take_trumps(tokens)
    marked, ranges = _marked(tokens, "D", "dummy points")
    if not marked:
        raise tokens.error("dummy points are written with a D in front, as in S: D12+")
    return DummyPoints(ranges, trumps)


@dataclass(frozen=True, slots=True)
class SuitsStopped:
    """The least number of suits stopped, in halves; those that partner has bid naturally are left out."""

    minimum: Minimum
    left_out: frozenset[Strain] = frozenset()

    @property
    def ranges(self) -> Ranges:
        """The numbers allowed."""
        return self.minimum.ranges

    def bound(self, partners_suits: frozenset[Strain]) -> SuitsStopped:
        """This spec once it is known which suits partner has bid naturally."""
        return SuitsStopped(self.minimum, partners_suits)

    def __str__(self) -> str:
        return str(self.minimum)

    def words(self) -> str:
        """`3 or more suits stopped`."""
        return counted(self.minimum.words(), "suits stopped")


def parse_suits_stopped(text: str) -> SuitsStopped:
    """Read `3`, `2.5` or `=2`.

    cell = ranges
    """
    return SuitsStopped(parse_minimum(text))


@dataclass(frozen=True, slots=True)
class CardValue:
    """What one honor counts in custom points, in quarters of a point or coarser."""

    value: float

    def __str__(self) -> str:
        return number_text(self.value)

    def words(self) -> str:
        """`4.5`."""
        return str(self)


def parse_card_value(text: str) -> CardValue:
    """Read `4`, `.5` or `4.25`.

    cell = number
    """
    if not re.fullmatch(r"\s*([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*", text):
        raise TextError(f"{text.strip()!r} is not a number", text)
    value = float(text)
    if value > 20 or value * 4 != int(value * 4):
        raise TextError("a card counts 0 to 20 points, in quarters at the finest", text)
    return CardValue(value)
