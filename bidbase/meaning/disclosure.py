"""What a call tells everybody: the meaning of each call in a place, from the agreements alone and never from a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce

from bidbase.compiler import Place
from bidbase.compiler.rows import Row, is_beyond_reach
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.auction_state import ANYTHING, BID_SUIT, Expected
from bidbase.language.disclosures import Strength
from bidbase.lazy import lazy_property
from bidbase.meaning.hand_summary import HandSummary, expectation, shown_summary
from bidbase.meaning.inference import negative_inferences
from bidbase.systems import Entry

_ALERT_ORDER = ("none", "alert", "announce", "pre-alert")
SUPPORT = 2  # cards that a bid in partner's suit shows where there is no agreement
RARE_PERCENT = 5  # an entry used this seldom stays out of what people read as the meaning


@dataclass(frozen=True, slots=True)
class MeaningLine:
    """One kind of hand that makes a call: what is said of it, its convention, its range and its entries."""

    text: str
    convention: str
    summary: HandSummary
    entries: tuple[Entry, ...]

    def words(self) -> str:
        """`Weak (6–9 HCP)`; the range alone where nothing more is said."""
        range_words = self.summary.words()
        return f"{self.text} ({range_words})" if range_words not in ("", self.text) else self.text


@dataclass(frozen=True)
class Meaning:
    """What a call means by agreement. `lines` is empty where there is no agreement.

    `nothing_else` marks a pass that may also be made because no entry fits. `expected` is what partner plays for; of
    the suits in `named` an entry says the length that may be expected. `asked` has the codes of what it asks.
    """

    call: Call
    lines: tuple[MeaningLine, ...] = ()
    alert: str = "none"
    asks: str = ""
    strength: Strength | None = None
    nothing_else: bool = False
    expected: Expected = ANYTHING
    named: frozenset[Strain] = frozenset()
    asked: tuple[str, ...] = ()

    @lazy_property
    def summary(self) -> HandSummary | None:
        """The range around all lines; None where there is no agreement or anything may be held."""
        return self._around if self.lines and not self.nothing_else else None

    @property
    def _around(self) -> HandSummary:
        return reduce(HandSummary.__or__, (line.summary for line in self.lines))

    def narrowed_by(self, held: HandSummary | None) -> Meaning:
        """The same of a player whose calls have shown `held`: narrower, without the lines that this rules out.

        Without any line where it rules out all of them.
        """
        if held is None or not self.lines:
            return self
        ranges = [(line, line.summary.narrowed_by(held)) for line in self.lines]
        lines = tuple(replace(line, summary=narrowed) for line, narrowed in ranges if narrowed)
        low, high = max(self.expected.points[0], held.hcp[0]), min(self.expected.points[1], held.hcp[1])
        points = (low, high) if low <= high and self.expected.points != ANYTHING.points else self.expected.points
        return replace(self, lines=lines, expected=replace(self.expected, points=points))

    @property
    def conventions(self) -> tuple[str, ...]:
        """The conventions its lines belong to."""
        return tuple(dict.fromkeys(line.convention for line in self.lines if line.convention))

    @property
    def expectation(self) -> str:
        """What partner plays for, `12–16 HCP`, where it is less than the range; nothing without an agreement."""
        return expectation(self.expected.points, self._around, self.strength) if self.lines else ""

    @property
    def announcement(self) -> str:
        """What is announced, where the call is to be announced: `Hearts`, `15 to 17`, as its text begins.

        The rest of the text, after a comma, a colon or a bracket, is for those who ask.
        """
        return re.split(r"[,:;]| \(", self.lines[0].text)[0] if self.alert == "announce" and self.lines else ""

    def words(self) -> str:
        """The whole meaning on one line of text."""
        said = [line.words() for line in self.lines]
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
    around = {
        row: shown_summary(row, negative_inferences(section, index, allowed))
        for section, allowed in place.makers(call)
        for index, row in section.making(call, allowed)
        if not is_beyond_reach(row.entry)
    }
    rows = list(around)
    common = [row for row in rows if (row.entry.usage.percent or 100) > RARE_PERCENT]
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in common or rows:
        groups.setdefault((str(row.entry.convention or ""), row.entry.disclosure), []).append(row)
    lines = tuple(_line(text, convention, group, around) for (convention, text), group in groups.items())
    entries = [row.entry for row in common or rows]
    alerts = [entry.text("alert") or "none" for entry in entries]
    asks = next(filter(None, (entry.get(fields.ASKS) for entry in entries)), None)
    return Meaning(
        call,
        lines,
        max(alerts, key=_ALERT_ORDER.index, default="none"),
        asks.words() if asks is not None else "",
        _class_of(entries),
        nothing_else=call is PASS,
        expected=_expected(common or rows, around) if rows else naturally(place.auction, call),
        named=frozenset(suit for suit in SUITS if any(_named_length(row, suit) for row in common or rows)),
        asked=asks.codes if asks is not None else (),
    )


def _class_of(entries: list[Entry]) -> Strength | None:
    """The class of strength that these entries tell, unless they name points: those tell more."""
    if any(entry.get(fields.EXPECTED_POINTS) for entry in entries):
        return None
    return next(filter(None, (entry.get(fields.STRENGTH) for entry in entries)), None)


def naturally(auction: Auction, call: Call) -> Expected:
    """What the next call shows where there is no agreement about it.

    A bid in a suit shows four cards, or two where partner has bid the suit; a bid in notrump no singleton or void.
    """
    if not call.is_bid:
        return ANYTHING
    if call.strain is Strain.NOTRUMP:
        return Expected(least=(2, 2, 2, 2))
    turn = len(auction.calls)
    partners = {bid.strain for bid in auction.calls[(turn - 2) % 4 : turn : 4] if bid.is_bid}
    cards = SUPPORT if call.strain in partners else BID_SUIT
    return Expected(least=_four(cards if suit is call.strain else 0 for suit in SUITS))


def _expected(rows: list[Row], around: Mapping[Row, HandSummary]) -> Expected:
    """What these rows together lead partner to expect: as their entries say, else what their specs allow."""
    each = [_expected_of(row, around[row]) for row in rows]
    return Expected(
        (min(one.points[0] for one in each), max(one.points[1] for one in each)),
        _four(min(one.least[suit] for one in each) for suit in SUITS),
        _four(max(one.most[suit] for one in each) for suit in SUITS),
    )


def _expected_of(row: Row, allowed: HandSummary) -> Expected:
    points = allowed.hcp
    if expected := row.entry.get(fields.EXPECTED_POINTS):
        most = expected.ranges.most()
        points = expected.ranges.least(), MAX_HCP if most is None else most
    named = [_named_length(row, suit) for suit in SUITS]
    return Expected(
        points,
        _four(length or low for length, (low, _) in zip(named, allowed.lengths, strict=True)),
        _four(
            min(high, 1) if (shown := row.entry.get(fields.SHOWN[suit])) and shown.mark == "S" else high
            for suit, (_, high) in zip(SUITS, allowed.lengths, strict=True)
        ),
    )


def _named_length(row: Row, suit: Strain) -> int | None:
    """The cards of a suit that an entry says partner may expect."""
    cell = row.entry.get(fields.SHOWN[suit])
    if cell is None or cell.cards is None or cell.mark == "/" or (cell.mark == "x" and row.chosen is not suit):
        return None
    return int(cell.cards)


def _four(numbers: Iterable[int]) -> tuple[int, int, int, int]:
    clubs, diamonds, hearts, spades = numbers
    return clubs, diamonds, hearts, spades


def _line(text: str, convention: str, rows: list[Row], ranges: Mapping[Row, HandSummary]) -> MeaningLine:
    around = reduce(HandSummary.__or__, (ranges[row] for row in rows))
    entries = tuple({row.entry.id: row.entry for row in rows}.values())
    return MeaningLine(text or convention or around.words() or "any hand", convention, around, entries)
