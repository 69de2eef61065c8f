"""The bidder: one lookup gives the call and the entry it comes from. Why it is so, and others not, tells `tracing`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from hashlib import blake2b
from operator import or_

from bidbase.auction import PASS, Auction, Call
from bidbase.cards import Hand, Seat, Strain
from bidbase.compiler import CompiledSection, Draw, Place
from bidbase.compiler.rows import Row
from bidbase.disclosure import Meaning, meaning
from bidbase.language.bids import PriorBids
from bidbase.language.circumstances import Circumstances, User
from bidbase.language.patterns import Binding
from bidbase.language.standing import Standing
from bidbase.language.strength import PointsKnown
from bidbase.lazy import lazy_property
from bidbase.prospects import Simulation
from bidbase.shown import Told
from bidbase.systems import Entry, System
from bidbase.systems.binding import NO_POINTS, NOTHING_KNOWN, Known, Needs, bound_entry, cells_bound, needs_of

SectionKey = tuple[object, ...]  # the name, and whatever else a compiled section depends on
PlaceKey = tuple[str, Circumstances, "Bidder"]
MeaningKey = tuple[Call, tuple[tuple[CompiledSection, int], ...]]
MOST_PLACES = 20_000  # kept before they are made anew; a place is a few hundred bytes
MOST_MEANINGS = 20_000  # likewise; a meaning is a kilobyte
MOST_SECTIONS = 6_000  # likewise; a compiled section is some ten kilobytes


class Source(Enum):
    """What made a call: an entry of a literal section, a pattern's or a situation's, or nothing in the system."""

    BOOK = "book"
    PATTERN = "pattern"
    SITUATION = "situation"
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
        self._sections: dict[SectionKey, CompiledSection] = {}
        self._alike: dict[SectionKey, CompiledSection] = {}
        self._needs: dict[str, Needs] = {}
        self._places: dict[PlaceKey, Place] = {}
        self._told: dict[PlaceKey, Told] = {}
        self._meanings: dict[MeaningKey, tuple[Meaning, str | None]] = {}

    def place(self, auction: Auction, now: Circumstances, opponents: Bidder | None = None) -> Place:
        """What the system says to the player whose turn it is, in these circumstances.

        `opponents` bids for the other side; left out, they play the same system.
        """
        key = auction.prior_bids, now, opponents or self
        try:
            return self._places[key]
        except KeyError:
            if len(self._places) >= MOST_PLACES:
                self.forget_places()
            place = self._places[key] = Place(auction, now, self._sections_for(auction, now, opponents or self))
            return place

    def forget_places(self) -> None:
        """Drop the places that are kept, and what was told; sections stay compiled."""
        self._places.clear()
        self._told.clear()

    def forget(self) -> None:
        """Drop all that is kept: what has been shown makes sections of situations in ever new variants."""
        self.forget_places()
        self._sections.clear()
        self._alike.clear()
        self._meanings.clear()

    def told(self, auction: Auction, now: Circumstances, opponents: Bidder | None = None) -> Told:
        """What the calls so far tell, `now` being that of the player whose turn it is.

        Each call is read in the system of the side that made it.
        """
        bidder, other, at = self, opponents or self, auction
        unread: list[tuple[Bidder, PlaceKey, Bidder, Place, Call]] = []  # the last call first
        while (told := bidder._told.get(key := (at.prior_bids, now, other))) is None and at.calls:
            last, at = at.calls[-1], at.before(len(at.calls) - 1)
            now = Circumstances.of(at, now.scoring, now.user.other if other is bidder else User.WE)
            unread.append((bidder, key, other, other.place(at, now, bidder), last))
            bidder, other = other, bidder
        told = told or Told()
        for bidder, key, caller, place, call in reversed(unread):
            told = bidder._told[key] = told.after(*caller._said(place, call))
        return told

    def _said(self, place: Place, call: Call) -> tuple[Meaning, str | None]:
        """What a call means in a place of this system, and its name. The same entries in use say the same."""
        key = call, place.makers(call)
        said = self._meanings.get(key)
        if said is None:
            if len(self._meanings) >= MOST_MEANINGS:
                self._meanings.clear()
            said = self._meanings[key] = meaning(place, call), place.name_of(call)
        return said

    def _sections_for(self, auction: Auction, now: Circumstances, opponents: Bidder) -> Iterator[CompiledSection]:
        """The literal section, then those of patterns that fit, then situations; of each the most specific first."""
        here = _Here(self, auction, now, opponents)
        if entries := self.system.sections.get(auction.prior_bids):
            yield self._compiled(auction.prior_bids, entries, {}, here)
        for key, binding in self.system.patterns_fitting(auction.calls, lambda index: here.told.names[index]):
            yield self._compiled(str(key), self.system.sections[str(key)], binding, here)
        if self.system.situations:
            for situation, binding in self.system.situations_met(here.standing):
                yield self._compiled(str(situation), self.system.sections[str(situation)], binding, here)

    def _compiled(self, name: str, entries: tuple[Entry, ...], binding: Binding, here: _Here) -> CompiledSection:
        """A section with its variables bound. One that asks for more than them is compiled for each answer."""
        needs = self._needs_of(name)
        known = here.known(needs) if needs else NOTHING_KNOWN
        key: SectionKey = (name, *sorted(binding.items()), *((known,) if needs else ()))
        if needs & Needs.SEATS:
            key = (*key, here.auction.prior_bids)
        section = self._sections.get(key)
        if section is None:
            if len(self._sections) >= MOST_SECTIONS:
                self.forget()
            section = self._sections[key] = self._shared(name, entries, binding, known, here.auction)
        return section

    def _shared(
        self, name: str, entries: tuple[Entry, ...], binding: Binding, known: Known, auction: Auction
    ) -> CompiledSection:
        """A section for this binding, the same one for all that come out alike."""
        if not self._needs_of(name) and name == auction.prior_bids:
            return CompiledSection(name, entries, self.system)
        prior_bids = PriorBids(auction.calls[auction.leading_passes :])
        bound = tuple(bound_entry(entry, binding, prior_bids, known) for entry in entries)
        key = (
            name,
            *map(cells_bound, entries, bound),
            *((auction.prior_bids,) if self._needs_of(name) & Needs.SEATS else ()),
        )
        if key not in self._alike:
            self._alike[key] = CompiledSection(name, bound, self.system)
        return self._alike[key]

    def _needs_of(self, name: str) -> Needs:
        """What the entries of a section must know of the auction."""
        if name not in self._needs:
            each = (needs_of(entry) for entry in self.system.sections[name])
            self._needs[name] = reduce(or_, each, Needs.NOTHING)
        return self._needs[name]


@dataclass
class _Here:
    """An auction as the player whose turn it is sees it; what it tells is worked out when a section asks for it."""

    bidder: Bidder
    auction: Auction
    now: Circumstances
    opponents: Bidder

    @lazy_property
    def told(self) -> Told:
        return self.bidder.told(self.auction, self.now, self.opponents)

    @lazy_property
    def standing(self) -> Standing:
        return self.told.standing(self.auction)

    def known(self, needs: Needs) -> Known:
        """What entries with these needs are told of the auction."""
        return Known(
            self._points() if Needs.POINTS in needs else NO_POINTS,
            self.standing.partner.least if Needs.LENGTHS in needs else (0, 0, 0, 0),
            self.auction.last_bid if Needs.LEVEL in needs else None,
            self._theirs() if Needs.AGAINST in needs else None,
        )

    def _theirs(self) -> str | None:
        """The convention that the opponents' last call carries, passes left out."""
        turn = len(self.auction.calls)
        acted = (index for index in range(turn - 1, -1, -2) if self.auction.calls[index] is not PASS)
        return next((self.told.names[index] for index in acted), None)

    def _points(self) -> PointsKnown:
        turn = len(self.auction.calls)
        own = [call for call in self.auction.calls[turn % 4 :: 4] if call is not PASS]
        opened = own[0].level if own and own[0].is_bid and own[0].strain is Strain.NOTRUMP else 0
        return PointsKnown(*self.standing.partner.points, self.bidder.system.notrump_openings, opened)


def decide(place: Place, hand: Hand, draw: Draw | None = None) -> Decision:
    """The call for this hand. Without `draw` every percentage counts as drawn."""
    found = place.find(hand, draw)
    if found is None:
        return Decision(PASS, Source.NONE)
    section, row = found
    return Decision(row.call, source_of(section), row, section)


def source_of(section: CompiledSection) -> Source:
    """What kind of section it is."""
    if section.literal:
        return Source.BOOK
    return Source.SITUATION if section.name.startswith("@") else Source.PATTERN


def chances(place: Place, hand: Hand) -> dict[Call, float]:
    """How often the draws of the percentages give this hand each call, 0 to 1; the first entries come first.

    Entries of one order number share one draw; each order number of each section has its own.
    """
    result: dict[Call, float] = {}
    left, order, taken = 1.0, ("", ""), 0  # what earlier order numbers leave, and the percentages taken in this one
    for section, row in place.matches(hand):
        if order != (section.name, row.entry.order):
            left, order, taken = left * (100 - taken) / 100, (section.name, row.entry.order), 0
        share = place.share(section, row.entry)
        percent = min(100 - taken, len(share) if share else 100)
        result[row.call] = result.get(row.call, 0.0) + left * percent / 100
        taken += percent
        if taken == 100:
            return result
    result[PASS] = result.get(PASS, 0.0) + left * (100 - taken) / 100
    return result
