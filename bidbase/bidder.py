"""The bidder: one lookup gives the call, the entry it comes from, and on request the trace of all that was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b

from bidbase.auction import PASS, Auction, Call
from bidbase.cards import SUITS_DOWN, Hand, Seat, Strain, holding_text
from bidbase.compiler import CompiledSection, Draw, Place
from bidbase.compiler.features import HoldingFeature, TotalFeature
from bidbase.compiler.place import drawn
from bidbase.compiler.rows import Condition, Row
from bidbase.disclosure import row_range
from bidbase.language.bids import PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.language.fields import FIELD
from bidbase.language.patterns import Binding
from bidbase.language.strength import PointsKnown
from bidbase.prospects import Simulation
from bidbase.systems import Entry, System
from bidbase.systems.binding import asks_for_points, asks_who_bid, bound_entry

Names = tuple[str | None, ...]
SectionKey = tuple[object, ...]  # the name, and whatever else a compiled section depends on
MOST_PLACES = 20_000  # kept before they are made anew; a place is a few hundred bytes


class Source(Enum):
    """What made a call: an entry of a literal section, of a pattern's, or nothing in the system."""

    BOOK = "book"
    PATTERN = "pattern"
    SIMULATION = "simulation"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Decision:
    """A call, and where it comes from. `row` and `section` are None when no entry made it.

    `simulation` is what was found, where a simulation was made because no entry fitted.
    """

    call: Call
    source: Source
    row: Row | None = None
    section: CompiledSection | None = None
    simulation: Simulation | None = None

    @property
    def entry(self) -> Entry | None:
        """The entry that made the call."""
        return self.row.entry if self.row else None


@dataclass(frozen=True, slots=True)
class Failure:
    """One spec of an entry that did not hold: what was needed, and what there was instead."""

    field: str
    needed: str
    had: str

    @property
    def label(self) -> str:
        """The label of the field."""
        return FIELD[self.field].label


@dataclass(frozen=True, slots=True)
class Tried:
    """An entry that was tried, with the specs that failed; none means that it fitted."""

    entry: Entry
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A decision with each entry tried before it, in order; the entry that made the call comes last."""

    decision: Decision
    tried: tuple[Tried, ...] = field(default=())


def percentage_draw(seed: str, seat: Seat) -> Draw:
    """The draw that decides percentages: on this deal and seat always the same for a section and order number."""

    def draw(section: str, order: str) -> int:
        digest = blake2b(f"{seed} {seat.letter} {section} {order}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") % 100

    return draw


class Bidder:
    """Bids from one system. Sections are compiled when they are first met, and kept."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._naming = [key for key in system.patterns if key.reads_names]
        self._names_read: dict[tuple[Call, Call], bool] = {}  # whether an auction that ends so may fit one of these
        self._sections: dict[SectionKey, CompiledSection] = {}
        self._asking: dict[str, tuple[bool, bool]] = {}
        self._places: dict[tuple[str, Circumstances, Names], Place] = {}

    def place(self, auction: Auction, now: Circumstances, names: Names | None = None) -> Place:
        """What the system says to the player whose turn it is, in these circumstances.

        `names` has for each call the convention that it carries, None for none; patterns may ask for it. Left out, they
        are those of this system for both sides.
        """
        if not self.reads_names(auction):
            names = ()
        elif names is None:
            names = names_of(
                auction,
                lambda before, read: self.place(before, Circumstances.of(before, now.scoring, now.user), read),
            )
        key = auction.prior_bids, now, names
        try:
            return self._places[key]
        except KeyError:
            if len(self._places) >= MOST_PLACES:
                self.forget_places()
            place = self._places[key] = Place(auction, now, self._sections_for(auction, now, names))
            return place

    def reads_names(self, auction: Auction) -> bool:
        """Whether a pattern that may fit here, or where this side called before, asks for the names of calls."""
        calls, read = auction.calls, self._names_read
        for at in range(len(calls), 1, -2):
            ends = calls[at - 2], calls[at - 1]
            if ends not in read:
                read[ends] = any(key.may_end(ends) for key in self._naming)
            if read[ends]:
                return True
        return False

    def forget_places(self) -> None:
        """Drop the places that are kept; sections stay compiled."""
        self._places.clear()

    def _sections_for(self, auction: Auction, now: Circumstances, names: Names) -> Iterator[CompiledSection]:
        """The literal section, then those of the patterns that fit, the most specific first."""
        here = auction, now, names
        if entries := self.system.sections.get(auction.prior_bids):
            yield self._compiled(auction.prior_bids, entries, {}, here)
        for key in self.system.patterns_after(auction.calls, auction.leading_passes):
            if (binding := key.match(auction.calls, auction.leading_passes, names)) is not None:
                name = str(key)
                yield self._compiled(name, self.system.sections[name], binding, here)

    def _compiled(
        self, name: str, entries: tuple[Entry, ...], binding: Binding, here: tuple[Auction, Circumstances, Names]
    ) -> CompiledSection:
        """A section with its variables bound. One that asks for more than them is compiled for each answer."""
        key: SectionKey = (name, *sorted(binding.items()))
        asks_points, asks_seats = self._asks(name)
        if asks_points:
            key = (*key, known := self._points_known(*here))
        if asks_seats:
            key = (*key, here[0].prior_bids)
        section = self._sections.get(key)
        if section is None:
            if asks_points or name != here[0].prior_bids:
                prior_bids = PriorBids(here[0].calls[here[0].leading_passes :])
                counted = known if asks_points else PointsKnown()
                entries = tuple(bound_entry(entry, binding, prior_bids, counted) for entry in entries)
            section = self._sections[key] = CompiledSection(name, entries, self.system)
        return section

    def _asks(self, name: str) -> tuple[bool, bool]:
        """Whether some entry of a section counts points from the auction, and whether one asks who bid which suit."""
        asks = self._asking.get(name)
        if asks is None:
            entries = self.system.sections[name]
            asks = self._asking[name] = any(map(asks_for_points, entries)), any(map(asks_who_bid, entries))
        return asks

    def _points_known(self, auction: Auction, now: Circumstances, names: Names) -> PointsKnown:
        """What partner's calls and the bidder's own notrump opening say of points."""
        turn = len(auction.calls)
        partner = 0
        for index in range((turn - 2) % 4, turn, 4):
            before = auction.before(index)
            place = self.place(before, Circumstances.of(before, now.scoring, now.user), names[:index])
            partner = max(partner, least_expected(place, auction.calls[index]))
        own = [call for call in auction.calls[turn % 4 :: 4] if call is not PASS]
        opened = own[0].level if own and own[0].is_bid and own[0].strain is Strain.NOTRUMP else 0
        return PointsKnown(partner, self.system.notrump_openings, opened)


def names_of(auction: Auction, place: Callable[[Auction, Names], Place]) -> Names:
    """The convention that each call carries. `place` gives the place after some calls whose names are told."""
    names: Names = ()
    for index, call in enumerate(auction.calls):
        names += (place(auction.before(index), names).name_of(call),)
    return names


def least_expected(place: Place, call: Call) -> int:
    """The least points that partner expects of this call: as an entry says, else the least that its entries allow."""
    rows = [row for _, row in place.calls.get(call, [])]
    named = [cell.ranges.least() for row in rows if (cell := row.entry.get("expected_points"))]
    allowed = [row_range(row).hcp[0] for row in rows]
    return min(named or allowed, default=0) if call is not PASS or named else 0


def decide(place: Place, hand: Hand, draw: Draw | None = None) -> Decision:
    """The call for this hand. Without `draw` every percentage counts as drawn."""
    found = place.find(hand, draw)
    if found is None:
        return Decision(PASS, Source.NONE)
    section, row = found
    source = Source.BOOK if section.literal else Source.PATTERN
    return Decision(row.call, source, row, section)


def chances(place: Place, hand: Hand) -> dict[Call, float]:
    """How often the draws of the percentages give this hand each call, 0 to 1; the first entries come first.

    Entries of one order number share one draw; each order number of each section has its own.
    """
    result: dict[Call, float] = {}
    left, order, taken = 1.0, ("", ""), 0  # what earlier order numbers leave, and the percentages taken in this one
    for section, row in place.matches(hand):
        if order != (section.name, row.entry.order):
            left, order, taken = left * (100 - taken) / 100, (section.name, row.entry.order), 0
        share = section.shares.get(row.entry.id)
        percent = min(100 - taken, len(share) if share else 100)
        result[row.call] = result.get(row.call, 0.0) + left * percent / 100
        taken += percent
        if taken == 100:
            return result
    result[PASS] = result.get(PASS, 0.0) + left * (100 - taken) / 100
    return result


def trace(place: Place, hand: Hand, draw: Draw | None = None, decision: Decision | None = None) -> Trace:
    """The decision with every entry tried on the way to it; those for after a simulation come last.

    `decision` is that of the hand's table, which may have made a simulation; left out, none is made.
    """
    decision = decision or decide(place, hand, draw)
    entries = [(section, entry) for section in place.sections for entry in section.entries]
    tried: list[Tried] = []
    for section, entry in sorted(entries, key=lambda pair: pair[1].usage.analysis):
        if entry is decision.entry:
            return Trace(decision, (*tried, Tried(entry, ())))
        broken = failures(place, section, entry, hand, draw)
        if entry.usage.analysis and not broken:
            broken = (_not_best(entry, decision),)
        tried.append(Tried(entry, broken))
    return Trace(decision, tuple(tried))


def _not_best(entry: Entry, decision: Decision) -> Failure:
    best = decision.simulation.best.title if decision.simulation else "no simulation was made"
    return Failure("best_contract", _needed("best_contract", entry), best)


def judge(place: Place, call: Call, hand: Hand) -> list[Tried]:
    """Each entry that makes this call here, with the specs that the hand does not meet."""
    entries = {(section.name, row.entry.id): (section, row.entry) for section, row in place.calls.get(call, [])}
    return [Tried(entry, failures(place, section, entry, hand)) for section, entry in entries.values()]


def failures(
    place: Place, section: CompiledSection, entry: Entry, hand: Hand, draw: Draw | None = None
) -> tuple[Failure, ...]:
    """The specs of an entry that keep it from being used: by the circumstances, the hand, or its percentage."""
    if name := section.why_inactive(entry, place.now):
        return (_circumstance_failure(name, entry, place.now),)
    rows = section.rows_of[entry.id]
    if not rows:
        return (Failure("bid", _needed("bid", entry), "no suit left that may be the X suit"),)
    # A row that fails only because another suit is the X suit explains nothing.
    failed = min(
        (_failed(row, hand) for row in rows),
        key=lambda broken: (any(condition.rival for condition in broken), len(broken)),
    )
    if failed:
        by_field = {condition.field: condition for condition in failed}
        return tuple(Failure(name, _needed(name, entry), _had(c, entry, hand)) for name, c in by_field.items())
    if draw is not None and not drawn(section, entry, draw):
        return (Failure("usage", _needed("usage", entry), "not drawn this time"),)
    return ()


def _failed(row: Row, hand: Hand) -> list[Condition]:
    return [condition for condition in row.conditions if not condition.truth[condition.feature.of(hand)]]


def _needed(name: str, entry: Entry) -> str:
    return FIELD[name].say(entry.get(name))


def _circumstance_failure(name: str, entry: Entry, now: Circumstances) -> Failure:
    had = {
        "convention": "this convention is switched off",
        "usage": f"scoring is {now.scoring.value}" if entry.usage.scoring else "not in use",
        "vulnerability": now.vulnerability_words(),
        "position": now.position_words(),
    }
    return Failure(name, _needed(name, entry), had[name])


def _had(condition: Condition, entry: Entry, hand: Hand) -> str:
    """What the hand has in the matter of a condition that it fails."""
    name, suit = condition.field, FIELD[condition.field].suit
    match condition.feature:
        case TotalFeature() as total:
            return f"{total.count(hand):g} {_unit(name, entry)}"
        case _ if name in ("x_num", "x_points"):
            return ", ".join(_holding(hand, suit) for suit in entry.x_suits())
        case HoldingFeature(suit=suit):
            return _holding(hand, suit)
    if suit is None:
        return f"{shape_text(hand)} shape"
    name = suit.title if hand.lengths[suit] != 1 else suit.title[:-1]
    return f"{hand.lengths[suit]} {name} ({shape_text(hand)})"


def _unit(name: str, entry: Entry) -> str:
    if name == "distribution":
        return "total points" if entry.get(name).total else "distribution points"
    if name in ("suit_value", "notrump_value"):
        return f"by {entry.text('valuation')}"
    if name == "winners":
        return "running winners" if entry.get(name).running else "winners"
    return _UNITS.get(name, "HCP")


_UNITS = {
    "knr": "KnR points",
    "custom_points": "custom points",
    "losers": "losers",
    "quick_tricks": "quick tricks",
    "suits_stopped": "suits stopped",
    "intermediates": "intermediates",
}


def _holding(hand: Hand, suit: Strain) -> str:
    return f"{suit.symbol}{holding_text(hand.holdings[suit])}" if hand.holdings[suit] else f"no {suit.title}"


def shape_text(hand: Hand) -> str:
    """The lengths of a hand, spades first: `4=3=3=3`."""
    return "=".join(str(hand.lengths[suit]) for suit in SUITS_DOWN)
