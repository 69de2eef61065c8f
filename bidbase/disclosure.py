"""What a call tells everybody: the meaning of each call in a place, from the agreements alone and never from a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce

import numpy as np

from bidbase.auction import PASS, Auction, Call
from bidbase.cards import SHAPES, SUITS, SUITS_DOWN, Hand, Strain
from bidbase.compiler import Place
from bidbase.compiler.features import HCP_TOTAL, SHAPE, TOTAL_POINTS, HoldingFeature
from bidbase.compiler.rows import Row
from bidbase.holdings import HCP, LENGTH
from bidbase.language.shape import Shape
from bidbase.language.situations import ANYTHING, BID_SUIT, Expected
from bidbase.language.suits import LENGTHS
from bidbase.systems import Entry

MAX_HCP = 37
_HCP = np.frombuffer(HCP, dtype=np.uint8)
_LENGTH_OF_HOLDING = np.frombuffer(LENGTH, dtype=np.uint8)
_SHORTNESS_OF_SHAPE = np.array([sum((3, 2, 1)[length] for length in shape if length < 3) for shape in SHAPES])
_BALANCED = Shape(("balanced",)).truth()
_ALERT_ORDER = ("none", "alert", "announce", "pre-alert")
RARE_PERCENT = 5  # an entry used this seldom stays out of what people read as the meaning


@dataclass(frozen=True, slots=True)
class Range:
    """High-card points and suit lengths (clubs first) between which every hand of a meaning lies."""

    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]
    balanced: bool

    def __or__(self, other: Range) -> Range:
        """The smallest range around both."""
        return Range(
            _around(self.hcp, other.hcp),
            tuple(_around(mine, theirs) for mine, theirs in zip(self.lengths, other.lengths, strict=True)),
            self.balanced and other.balanced,
        )

    def __and__(self, other: Range) -> Range | None:
        """What both allow; None where nothing is left."""
        hcp = _inside(self.hcp, other.hcp)
        lengths = tuple(_inside(mine, theirs) for mine, theirs in zip(self.lengths, other.lengths, strict=True))
        if any(low > high for low, high in (hcp, *lengths)):
            return None
        return Range(hcp, lengths, self.balanced or other.balanced)

    def holds(self, hand: Hand) -> bool:
        """Whether a hand lies inside."""
        within = [low <= length <= high for length, (low, high) in zip(hand.lengths, self.lengths, strict=True)]
        return self.hcp[0] <= HCP_TOTAL.of(hand) <= self.hcp[1] and all(within)

    def words(self) -> str:
        """`15–17 HCP, balanced`, `11–21 HCP, 5+♠`: only what says something."""
        said = [_span(self.hcp, MAX_HCP) + " HCP"] if self.hcp != (0, MAX_HCP) else []
        if self.balanced:
            said.append("balanced")
        for suit in SUITS_DOWN:
            low, high = self.lengths[suit]
            if low >= (4 if self.balanced else 3) or high <= (3 if self.balanced else 2):
                said.append(f"{_span((low, high), 13, wide=7)}{suit.symbol}")
        return ", ".join(said)


def _around(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


def _inside(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return max(one[0], other[0]), min(one[1], other[1])


def _span(limits: tuple[int, int], top: int, wide: int | None = None) -> str:
    low, high = limits
    if low == high:
        return str(low)
    if high >= (wide or top) and low:
        return f"{low}+"
    return f"{low}–{high}"


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of hand that makes a call: what is said of it, its convention, its range and its entries."""

    text: str
    convention: str
    range: Range
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call means by agreement. `lines` is empty where there is no agreement.

    `nothing_else` marks a pass that may also be made because no entry fits. `expected` is what partner plays for; of
    the suits in `named` an entry says the length that may be expected. `asked` has the codes of what it asks.
    """

    call: Call
    lines: tuple[Line, ...] = ()
    alert: str = "none"
    asks: str = ""
    strength: str = ""
    nothing_else: bool = False
    expected: Expected = ANYTHING
    named: frozenset[Strain] = frozenset()
    asked: tuple[str, ...] = ()

    @property
    def range(self) -> Range | None:
        """The range around all lines; None where there is no agreement or anything may be held."""
        if not self.lines or self.nothing_else:
            return None
        return reduce(Range.__or__, (line.range for line in self.lines))

    @property
    def conventions(self) -> tuple[str, ...]:
        """The conventions its lines belong to."""
        return tuple(dict.fromkeys(line.convention for line in self.lines if line.convention))

    @property
    def announcement(self) -> str:
        """What is announced, where the call is to be announced."""
        return self.lines[0].text if self.alert == "announce" and self.lines else ""

    def words(self) -> str:
        """The whole meaning on one line of text."""
        said = [f"{line.text} ({words})" if (words := line.range.words()) else line.text for line in self.lines]
        if self.nothing_else:
            said.append(
                "or nothing else fits" if self.lines else "nothing in the system fits, or there is no agreement"
            )
        elif not self.lines:
            said.append("no agreement")
        return "; ".join(dict.fromkeys(said)) + (f". {self.asks.capitalize()}" if self.asks else "")


def meanings(place: Place, auction: Auction) -> dict[Call, Meaning]:
    """The meaning of every legal call, in the order of `Auction.legal_calls`."""
    return {call: meaning(place, call) for call in auction.legal_calls()}


def meaning(place: Place, call: Call) -> Meaning:
    """The meaning of one call in this place."""
    return _meaning(call, [row for _, row in place.calls.get(call, [])])


def _meaning(call: Call, rows: list[Row]) -> Meaning:
    common = [row for row in rows if (row.entry.usage.percent or 100) > RARE_PERCENT]
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in common or rows:
        groups.setdefault((str(row.entry.convention or ""), row.entry.disclosure), []).append(row)
    lines = tuple(_line(text, convention, group) for (convention, text), group in groups.items())
    entries = [row.entry for row in common or rows]
    alerts = [entry.text("alert") or "none" for entry in entries]
    return Meaning(
        call,
        lines,
        max(alerts, key=_ALERT_ORDER.index, default="none"),
        _first(entry.get("asks").words() for entry in entries if entry.get("asks")),
        _first(entry.get("strength").words() for entry in entries if entry.get("strength")),
        nothing_else=call is PASS,
        expected=_expected(common or rows) if rows else naturally(call),
        named=frozenset(suit for suit in SUITS if any(_named_length(row, suit) for row in common or rows)),
        asked=next((entry.get("asks").codes for entry in entries if entry.get("asks")), ()),
    )


def naturally(call: Call) -> Expected:
    """What a call without an agreement is read as: four cards of the suit, in notrump no singleton or void."""
    if not call.is_bid:
        return ANYTHING
    if call.strain is Strain.NOTRUMP:
        return Expected(least=(2, 2, 2, 2))
    clubs, diamonds, hearts, spades = (BID_SUIT if suit is call.strain else 0 for suit in SUITS)
    return Expected(least=(clubs, diamonds, hearts, spades))


def _expected(rows: list[Row]) -> Expected:
    """What these rows together lead partner to expect: as their entries say, else what their specs allow."""
    each = [_expected_of(row) for row in rows]
    return Expected(
        reduce(_around, (one.points for one in each)),
        _four(min(one.least[suit] for one in each) for suit in SUITS),
        _four(max(one.most[suit] for one in each) for suit in SUITS),
    )


def _expected_of(row: Row) -> Expected:
    allowed = row_range(row)
    points = allowed.hcp
    if cell := row.entry.get("expected_points"):
        most = cell.ranges.most()
        points = cell.ranges.least(), MAX_HCP if most is None else most
    named = [_named_length(row, suit) for suit in SUITS]
    return Expected(
        points,
        _four(length or low for length, (low, _) in zip(named, allowed.lengths, strict=True)),
        _four(
            min(high, 1) if (cell := row.entry.get(f"{suit.title}_shown")) and cell.mark == "S" else high
            for suit, (_, high) in zip(SUITS, allowed.lengths, strict=True)
        ),
    )


def _named_length(row: Row, suit: Strain) -> int | None:
    """The cards of a suit that an entry says partner may expect."""
    cell = row.entry.get(f"{suit.title}_shown")
    if cell is None or cell.cards is None or cell.mark == "/" or (cell.mark == "x" and row.chosen is not suit):
        return None
    return int(cell.cards)


def _four(numbers: Iterable[int]) -> tuple[int, int, int, int]:
    clubs, diamonds, hearts, spades = numbers
    return clubs, diamonds, hearts, spades


def _first(words: Iterable[str]) -> str:
    return next(iter(words), "")


def _line(text: str, convention: str, rows: list[Row]) -> Line:
    around = reduce(Range.__or__, (row_range(row) for row in rows))
    entries = tuple({row.entry.id: row.entry for row in rows}.values())
    return Line(text or convention or around.words() or "any hand", convention, around, entries)


@lru_cache(maxsize=1 << 16)
def row_range(row: Row) -> Range:
    """The points and lengths between which every hand that meets a row lies. Never too narrow; it may be too wide."""
    shapes = np.ones(len(SHAPES), dtype=np.bool_)
    points = np.ones(MAX_HCP + 1, dtype=np.bool_)
    least = dict.fromkeys(SUITS, 0)
    for condition in row.conditions:
        if condition.feature == SHAPE:
            shapes &= condition.truth
        elif condition.feature == HCP_TOTAL:
            points &= condition.truth
        elif isinstance(condition.feature, HoldingFeature):
            suit = condition.feature.suit
            possible = np.zeros(14, dtype=np.bool_)
            possible[_LENGTH_OF_HOLDING[condition.truth]] = True
            shapes &= possible[LENGTHS[:, suit]]
            least[suit] = max(least[suit], int(_HCP[condition.truth].min(initial=10)))
    if not shapes.any():
        shapes[:] = True
    for condition in row.conditions:
        if condition.feature == TOTAL_POINTS:
            points &= _hcp_of_totals(condition.truth, shapes)
    points[: sum(least.values())] = False
    held = np.flatnonzero(points)
    lengths = LENGTHS[shapes]
    return Range(
        (int(held[0]), int(held[-1])) if len(held) else (0, MAX_HCP),
        tuple((int(lengths[:, suit].min()), int(lengths[:, suit].max())) for suit in SUITS),
        bool(_BALANCED[shapes].all()),
    )


def _hcp_of_totals(totals: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Which high-card points are possible with an allowed total in one of these shapes."""
    possible = np.zeros(MAX_HCP + 1, dtype=np.bool_)
    for short in np.unique(_SHORTNESS_OF_SHAPE[shapes]):
        possible |= totals[short : short + MAX_HCP + 1]
    return possible
