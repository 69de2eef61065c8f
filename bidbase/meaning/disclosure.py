"""What a call discloses: the meaning of each call in a place, from the agreements alone and never from a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bidbase.compiler import Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import DOUBLE, PASS, Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.auction_state import ANYTHING, Expected
from bidbase.language.disclosures import Asks, Length, Strength
from bidbase.lazy import lazy_property
from bidbase.meaning.hand_summary import CLEARLY, HandSummary, expectation, expected_lengths
from bidbase.meaning.inference import negative_inferences, rows_told
from bidbase.meaning.kinds import around, by_long_suits, by_points, range_words
from bidbase.meaning.natural import NaturalReading, natural_reading
from bidbase.meaning.row_summary import shown_summary
from bidbase.systems import Entry

_ALERT_ORDER = ("none", "alert", "announce", "pre-alert")
_SAID = {
    "1": r"(?<!not )\bforcing\b",
    "G": r"\bforcing to game\b|\bgame-forcing\b",
    "O": r"\binvit",
    "SO": r"\bto play\b|\bsign-off\b",
}
"""Words of a text that say what a code asks."""


@dataclass(frozen=True, slots=True)
class MeaningLine:
    """Hands that make a call: the text about them, their convention, the range of each kind and the entries.

    `usual` are the kinds with the points that most of the hands have; empty where these are no fewer.
    """

    text: str
    convention: str
    kinds: tuple[HandSummary, ...]
    entries: tuple[Entry, ...]
    usual: tuple[HandSummary, ...] = ()

    @property
    def summary(self) -> HandSummary:
        """The range around all kinds."""
        return around(self.kinds)

    @property
    def range_words(self) -> str:
        """`6–10 HCP, 6♥ or 6♠`."""
        return range_words(self.kinds)

    @property
    def usual_summary(self) -> HandSummary:
        """The range around what most of the hands have."""
        return around(self.usual or self.kinds)

    @property
    def front_words(self) -> str:
        """The range that is read first: `usually 12–21 HCP, 3+♦`, `6–10 HCP, 6♥ or 6♠`."""
        return f"usually {range_words(self.usual)}" if self.usual else self.range_words

    def words(self) -> str:
        """`Weak (6–9 HCP)`; the range alone where there is no text."""
        ranges = self.front_words
        return f"{self.text} ({ranges})" if ranges not in ("", self.text) else self.text

    def narrowed_by(self, held: HandSummary) -> MeaningLine | None:
        """What is left of the line when its player has shown `held`; None where that rules out every kind."""
        kinds = tuple(filter(None, (kind.narrowed_by(held) for kind in self.kinds)))
        return replace(self, kinds=kinds) if kinds else None


@dataclass(frozen=True, slots=True)
class Told:
    """What a call adds to what its player has shown: what robots need of a meaning, without the words.

    The fields are those of the `Meaning`. `agreed` is False where there is no agreement, and `name` is the convention
    that the call carries.
    """

    agreed: bool
    name: str | None
    summary: HandSummary | None
    expected: Expected
    named: frozenset[Strain]
    asks: str
    asked: tuple[str, ...]
    strength: Strength | None
    names_points: bool
    suit_notes: str


@dataclass(frozen=True)
class Meaning:
    """What a call means by agreement. `lines` is empty where there is no agreement; `natural` is then what it would be
    taken for.

    `asked` has the codes of what it asks, `asks` the words. `strength` is the class of strength that its entries name;
    with `names_points` they name points as well, which tell more. `nothing_else` marks a pass that may also be made
    because no entry fits. `expected` is what partner plays for; of the suits in `named` an entry says the length that
    may be expected, and `lengths` has all that entries say of suits for partner. `left` is False where no hand that
    made the player's calls so far comes to this one: by agreement it means the same all the same. `denied` says that
    the player's earlier calls rule out the points that it shows, so people are not told of these.
    `rare` are lines for so few hands that people are not told of them.
    """

    call: Call
    lines: tuple[MeaningLine, ...] = ()
    alert: str = "none"
    asks: str = ""
    asked: tuple[str, ...] = ()
    strength: Strength | None = None
    names_points: bool = False
    nothing_else: bool = False
    expected: Expected = ANYTHING
    named: frozenset[Strain] = frozenset()
    lengths: tuple[tuple[Strain, Length], ...] = ()
    left: bool = True
    denied: bool = False
    forced_by: str = ""
    silent: bool = False
    rare: tuple[MeaningLine, ...] = ()
    natural: NaturalReading | None = None

    @property
    def offered(self) -> bool:
        """Whether there is an agreement about the call and a hand left for it; or a hand that nothing else fits."""
        return (bool(self.lines) and self.left) or self.nothing_else

    @lazy_property
    def summary(self) -> HandSummary | None:
        """The range around all lines, rare ones too; None where there is no agreement or anything may be held."""
        return self._around if self.lines and not self.nothing_else else None

    @property
    def points(self) -> tuple[int, int]:
        """The high-card points of the hands that all lines tell of."""
        return self._around.hcp if self.lines else (0, MAX_HCP)

    def told(self, name: str | None = None) -> Told:
        """What the call adds to what its player has shown; `name` is the convention that it carries."""
        return Told(
            bool(self.lines or self.nothing_else),
            name,
            self.summary,
            self.expected,
            self.named,
            self.asks,
            self.asked,
            self.strength,
            self.names_points,
            self.suit_notes,
        )

    @property
    def _around(self) -> HandSummary:
        return around(line.summary for line in (*self.lines, *self.rare))

    def narrowed_by(self, held: HandSummary | None) -> Meaning:
        """What is left of the meaning when earlier calls have shown `held`: without the lines that this rules out.

        Where it rules out all of them they stay as they are, and no hand is left. A class of strength that says no more
        than the points that were shown is left out.
        """
        if held is None or not self.lines:
            return self
        lines = tuple(filter(None, (line.narrowed_by(held) for line in self.lines)))
        if not lines:
            return replace(self, left=False, denied=True)
        low, high = max(self.expected.points[0], held.hcp[0]), min(self.expected.points[1], held.hcp[1])
        points = (low, high) if low <= high and self.expected.points != ANYTHING.points else self.expected.points
        if points == held.hcp:
            points = ANYTHING.points  # that is known
        least = _four(
            0 if cards <= held.lengths[suit][0] else cards
            for suit, cards in zip(SUITS, self.expected.least, strict=True)
        )
        known = self.strength is not None and (
            _lies_in(held.hcp, self.strength.points) or held.hcp[1] - held.hcp[0] <= CLEARLY
        )
        strength = None if known else self.strength
        expected = replace(self.expected, points=points, least=least)
        return replace(self, lines=lines, expected=expected, strength=strength)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The conventions its lines belong to."""
        return tuple(dict.fromkeys(line.convention for line in self.lines if line.convention))

    @property
    def expectation(self) -> str:
        """What partner plays for, `22+ HCP`, `4♦`, where it says more than the range; nothing without an agreement.

        Of lengths that is the one of the suit that is bid: those of the other suits were shown before.
        """
        if not self.lines:
            return ""
        points = expectation(self.expected.points, self._around, None if self.names_points else self.strength)
        bid = [self.call.strain] if self.call.is_bid and self.call.strain is not Strain.NOTRUMP else []
        return ", ".join(filter(None, (points, *expected_lengths(self.expected.least, self._around, bid))))

    @property
    def suit_notes(self) -> str:
        """What else entries say of suits: `needs help in clubs`, `a control in diamonds`, `short in hearts`.

        Where the call asks for help there, that is said already.
        """
        notes = (
            length.words(suit.title)
            for suit, length in self.lengths
            if (length.mark == "H" and f"H{suit.letter}" not in self.asked)
            or length.mark in ("C", "/")
            or (length.mark == "S" and self._around.lengths[suit][1] > 1)
        )
        return ", ".join(notes) if self.lines else ""

    @property
    def announcement(self) -> str:
        """What is announced, where the call is to be announced: `Hearts`, `15 to 17`, as its text begins.

        The rest of the text, after a comma, a colon or a bracket, is for those who ask.
        """
        return re.split(r"[,:;]| \(", self.lines[0].text)[0] if self.alert == "announce" and self.lines else ""

    @property
    def asks_beside(self) -> str:
        """What it asks, as far as no line says so."""
        texts = "; ".join([*(line.text for line in self.lines), *([self.natural.text] if self.natural else [])])
        said = {code for code, words in _SAID.items() if re.search(words, texts, re.IGNORECASE)}
        said |= {code for code in self.asked if Asks((code,)).words() in texts.lower()}
        if self.call is DOUBLE and re.search(r"penali", texts, re.IGNORECASE):
            said.add("1")  # partner may leave it in
        unsaid = tuple(code for code in self.asked if code not in said)
        return self.asks if unsaid == self.asked else Asks(unsaid).words()

    @property
    def beside_lines(self) -> str:
        """What is said after the lines, or in place of them: of a pass which hands pass besides, else nothing."""
        if self.silent:
            return "not bidding"
        if self.forced_by:
            return "" if self.lines else f"{self.forced_by}: no pass"
        if self.nothing_else:
            return f"{'or ' if self.lines else ''}no suitable bid"
        if self.lines:
            return "contradicts the calls before" if self.denied else ""
        reading = self.natural.words() if self.natural else ""
        return f"no agreement; {reading[0].lower()}{reading[1:]}" if reading else "no agreement"

    def words(self) -> str:
        """The whole meaning on one line of text."""
        lines = (line.text if self.denied and line.text != line.range_words else line.words() for line in self.lines)
        parts = [*lines, *filter(None, [self.beside_lines])]
        beside = ", ".join(filter(None, (self.asks_beside, self.suit_notes)))
        return "; ".join(dict.fromkeys(parts)) + (f". {beside[0].upper()}{beside[1:]}" if beside else "")


def meaning(place: Place, call: Call) -> Meaning:
    """The meaning of one call in this place: the one agreed, else what the call would be taken for."""
    return naturally(agreed_meaning(place, call), place)


def naturally(meaning: Meaning, place: Place) -> Meaning:
    """The meaning with its natural reading, where there is no agreement: that says what the call shows and asks."""
    natural = None if meaning.lines else natural_reading(place.state, meaning.call)
    if natural is None:
        return meaning
    asks = _asks_words(Asks(natural.asks), meaning.call) if natural.asks else ""
    return replace(meaning, natural=natural, asked=natural.asks, asks=asks, expected=natural.expected)


def agreed_meaning(place: Place, call: Call) -> Meaning:
    """What entries say of one call in this place."""
    ranges = {
        row: shown_summary(row, negative_inferences(section, index, allowed))
        for section, index, allowed, row in rows_told(place, call)
    }
    rows = list(ranges)
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((str(row.entry.convention or ""), row.entry.disclosure), []).append(row)
    lines = tuple(
        _line(text, convention, kind, ranges)
        for (convention, text), group in groups.items()
        for kind in by_points(group, ranges.__getitem__)
    )
    entries = [row.entry for row in rows]
    alerts = [entry.text("alert") or "none" for entry in entries]
    asks = next(filter(None, (entry.get(fields.ASKS) for entry in entries)), None)
    lengths = ((suit, row.entry.get(fields.SHOWN[suit])) for row in rows for suit in SUITS_DOWN)
    return Meaning(
        call,
        lines,
        max(alerts, key=_ALERT_ORDER.index, default="none"),
        _asks_words(asks, call) if asks is not None else "",
        asks.codes if asks is not None else (),
        next(filter(None, (entry.get(fields.STRENGTH) for entry in entries)), None),
        names_points=any(entry.get(fields.EXPECTED_POINTS) for entry in entries),
        nothing_else=call is PASS,
        expected=_expected(rows, ranges) if rows else ANYTHING,
        named=frozenset(suit for suit in SUITS if any(_named_length(row, suit) for row in rows)),
        lengths=tuple(dict.fromkeys((suit, length) for suit, length in lengths if length is not None)),
    )


def _asks_words(asks: Asks, call: Call) -> str:
    """What a call asks. A takeout double asks for a bid, but a hand with length in the suit may pass it."""
    return "asks partner to bid" if asks.codes == ("1",) and call is DOUBLE else asks.words()


def _expected(rows: list[Row], ranges: Mapping[Row, HandSummary]) -> Expected:
    """What these rows together lead partner to expect: as their entries say, else what their specs allow.

    The points of a notrump opening are those of its basic entry, whatever hands are opened so as well.
    """
    each = [_expected_of(row, ranges[row]) for row in rows]
    basic = [expected for row, expected in zip(rows, each, strict=True) if row.entry.is_basic_notrump]
    points = [expected.points for expected in basic or each]
    return Expected(
        (min(low for low, _ in points), max(high for _, high in points)),
        _four(min(expected.least[suit] for expected in each) for suit in SUITS),
        _four(max(expected.most[suit] for expected in each) for suit in SUITS),
        _four(min(expected.stops[suit] for expected in each) for suit in SUITS),
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
        _four(allowed.stops),
    )


def _lies_in(points: tuple[int, int], others: tuple[int, int]) -> bool:
    return others[0] <= points[0] and points[1] <= others[1]


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
    kinds = by_long_suits(ranges[row] for row in rows)
    entries = tuple({row.entry.id: row.entry for row in rows}.values())
    return MeaningLine(text or convention or range_words(kinds) or "any hand", convention, kinds, entries)
