"""What a student can be asked about: the entries of a convention, of a section or of an auction, or one entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, Vulnerability
from bidbase.language.circumstances import Scoring, User
from bidbase.language.pattern_search import Calls
from bidbase.lazy import lazy_property
from bidbase.systems import Entry, System

STUDENT = Seat.SOUTH


class Level(IntEnum):
    """How far a question about conventions is from the call that begins them."""

    BEGIN = 1  # whether to begin one, or what to answer at once
    FOLLOW = 2  # what follows
    CONTESTED = 3  # both, where the opponents call more than it takes


@dataclass(frozen=True)
class Subject:
    """What is asked about: entries, as often as they come up. `name` tells one subject of a system from another.

    With `auctions` they are asked after these, otherwise wherever they are in use. Where the subject is a `convention`,
    or several that belong together, the student is to notice whether it comes up at all: a decoy is then a hand with
    another purpose. With a `level` only what belongs to it is asked.
    """

    name: str
    entries: tuple[Entry, ...]
    auctions: tuple[Calls, ...] = ()
    convention: bool = False
    level: Level | None = None

    def holds(self, entry: Entry | None) -> bool:
        """Whether an entry is one of these."""
        return entry is not None and entry.id in self._ids

    @lazy_property
    def _ids(self) -> frozenset[str]:
        return frozenset(entry.id for entry in self.entries)


def subject_of_conventions(system: System, names: Iterable[str], level: Level | None = None) -> Subject:
    """The entries of conventions that belong together, and of their subcategories."""
    wanted = {*names}
    found = (entry for entry in system.entries if entry.convention and wanted.intersection(entry.convention.chain()))
    name = f"convention {' '.join(sorted(wanted))} {level or ''}"
    return Subject(name, that_may_be_asked(system, found), convention=True, level=level)


def subject_of_section(system: System, section: str) -> Subject:
    """The entries of a section."""
    return Subject(f"section {section}", that_may_be_asked(system, system.sections.get(section, ())))


def subject_of_entry(system: System, ref: str) -> Subject:
    """One entry."""
    entry = system.by_id.get(ref)
    return Subject(f"entry {ref}", that_may_be_asked(system, [entry] if entry else []))


def subject_of_auctions(bidder: Bidder, auctions: Iterable[Calls]) -> Subject:
    """All that the system says after any of these calls. Raises `IllegalCall`."""
    begun = [seated(calls, Vulnerability.NONE) for calls in auctions]
    own: dict[str, Entry] = {}
    for auction in begun:
        calls = Table(bidder, bidder, student=auction.turn.side).place(auction).calls
        own |= {row.entry.id: bidder.system.by_id[row.entry.id] for rows in calls.values() for _, row in rows}
    name = f"auction {' '.join(map(str, begun))}"
    return Subject(name, that_may_be_asked(bidder.system, own.values()), tuple(auction.calls for auction in begun))


def that_may_be_asked(system: System, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Those of some entries that the student may be asked about."""
    return tuple(entry for entry in entries if may_be_asked(system, entry))


def may_be_asked(system: System, entry: Entry) -> bool:
    """Whether the student's side may use an entry at IMPs, and without a simulation."""
    usage = entry.usage
    if usage.off or usage.percent_off or usage.analysis:
        return False
    may_use = usage.user in (None, User.WE) and usage.scoring in (None, Scoring.IMP)
    return may_use and system.selects(entry, User.WE)


def seated(calls: Calls, vulnerability: Vulnerability) -> Auction:
    """The auction with these calls, dealt so that it is the student's turn."""
    return Auction.of(calls, STUDENT.plus(-len(calls)), vulnerability)
