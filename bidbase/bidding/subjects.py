"""What a student can be asked about: the entries of a convention, of a section or of an auction, or one entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, Vulnerability
from bidbase.language.circumstances import Scoring, User
from bidbase.language.pattern_search import Calls
from bidbase.systems import Entry, System

STUDENT = Seat.SOUTH


@dataclass(frozen=True)
class Subject:
    """What is asked about: entries, each as often as another. `name` tells one subject of a system from another.

    With `calls` they are asked after this auction, otherwise wherever they are in use. Where the subject is a
    `convention`, the student is to notice whether it comes up at all: a decoy is then a hand with another purpose.
    """

    name: str
    entries: tuple[Entry, ...]
    calls: Calls | None = None
    convention: bool = False

    def holds(self, entry: Entry | None) -> bool:
        """Whether an entry is one of these."""
        return entry is not None and any(entry.id == own.id for own in self.entries)


def subject_of_convention(system: System, name: str) -> Subject:
    """The entries of a convention and its subcategories."""
    found = (entry for entry in system.entries if entry.convention and name in entry.convention.chain())
    return Subject(f"convention {name}", that_may_be_asked(system, found), convention=True)


def subject_of_section(system: System, section: str) -> Subject:
    """The entries of a section."""
    return Subject(f"section {section}", that_may_be_asked(system, system.sections.get(section, ())))


def subject_of_entry(system: System, ref: str) -> Subject:
    """One entry."""
    entry = system.by_id.get(ref)
    return Subject(f"entry {ref}", that_may_be_asked(system, [entry] if entry else []))


def subject_of_auction(bidder: Bidder, calls: Calls) -> Subject:
    """All that the system says after these calls. Raises `IllegalCall`."""
    auction = seated(calls, Vulnerability.NONE)
    table = Table(bidder, bidder, student=auction.turn.side)
    rows = [row for rows in table.place(auction).calls.values() for _, row in rows]
    own = {row.entry.id: bidder.system.by_id[row.entry.id] for row in rows}
    return Subject(f"auction {auction}", that_may_be_asked(bidder.system, own.values()), auction.calls)


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
