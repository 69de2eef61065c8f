"""A point of the auction as a reader of a system sees it: the calls there, what they mean, and where they lead."""

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from functools import reduce

from bidbase.bidding.bidder import Bidder, Source, source_of
from bidbase.bidding.random_hands import CallFrequencies
from bidbase.bidding.robots import Table
from bidbase.compiler import CompiledSection, Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.language import fields
from bidbase.language.bids import Key, PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.disclosure import Meaning
from bidbase.systems import Entry, System
from editor.store.entries.presenters import entry_words, trail

LEAST_SHARE = 0.01  # what is less often is said so
KINDS = {Source.BOOK: "this auction", Source.PATTERN: "pattern", Source.SITUATION: "situation"}
ROLES = ("opener", "opener's left-hand opponent", "responder", "opener's right-hand opponent")


@dataclass(frozen=True)
class Onward:
    """A point further on: the calls that lead there, and whose turn it is then."""

    calls: tuple[Call, ...]
    prior_bids: str
    role: str


@dataclass(frozen=True)
class Step:
    """One call: its meaning, how often it is made, the entries that make it, and where it leads, the likeliest first.

    `often` is empty where too few hands are left to tell.
    """

    call: Call
    meaning: Meaning
    often: str
    entries: tuple[Entry, ...]
    onward: tuple[Onward, ...]


@dataclass(frozen=True)
class ListedEntry:
    """An entry as it stands at this point, with its suits filled in, and how often it makes a call.

    `out_of_use` says why it never makes one here; empty when it may.
    """

    entry: Entry
    out_of_use: str
    often: str = ""

    @property
    def words(self) -> str:
        """What it asks of a hand, and when."""
        return entry_words(self.entry)

    @property
    def kind(self) -> str:
        """Whether its call is alerted or announced; empty for neither."""
        alert = self.entry.text("alert")
        return "" if alert == "none" else alert


@dataclass(frozen=True)
class AskedSection:
    """A section that is asked here: its name, what kind it is, and its entries in the order in which they are tried."""

    name: str
    kind: str
    entries: tuple[ListedEntry, ...]

    @property
    def in_use(self) -> tuple[ListedEntry, ...]:
        """The entries of the section that may make a call here."""
        return tuple(listed for listed in self.entries if not listed.out_of_use)


@dataclass(frozen=True)
class AuctionPage:
    """What the system says at one point of the auction: the calls, and the sections in the order they are asked in.

    `silent` counts the legal calls that are left out because there is no agreement about them.
    """

    auction: Auction
    prior_bids: PriorBids
    steps: tuple[Step, ...]
    sections: tuple[AskedSection, ...]
    silent: int

    @property
    def role(self) -> str:
        """Whose turn it is."""
        return role(self.auction)

    @property
    def entries(self) -> list[ListedEntry]:
        """All entries that apply here, in the order in which they are tried."""
        return [listed for section in self.sections for listed in section.entries]

    @property
    def tried(self) -> list[ListedEntry]:
        """The entries that may make a call here."""
        return [listed for listed in self.entries if not listed.out_of_use]

    @property
    def asked(self) -> list[AskedSection]:
        """The sections with the entries that may make a call here."""
        asked = (replace(section, entries=section.in_use) for section in self.sections)
        return [section for section in asked if section.entries]

    @property
    def never_tried(self) -> list[ListedEntry]:
        """The entries that never do, with the reason."""
        return [listed for listed in self.entries if listed.out_of_use]

    @property
    def trail(self) -> list[tuple[Call, str]]:
        """Each call since the opening, with the prior bids that it ends."""
        return trail(self.prior_bids)


@dataclass(frozen=True)
class SectionPage:
    """A section that serves many auctions, as its entries are written."""

    key: Key
    entries: tuple[ListedEntry, ...]


def section_page(system: System, key: Key) -> SectionPage | None:
    """The section of a pattern or a situation; None where the system has none of it."""
    entries = system.sections.get(str(key))
    return SectionPage(key, tuple(ListedEntry(entry, "") for entry in entries)) if entries else None


def role(auction: Auction) -> str:
    """Whose turn it is, named by who opened."""
    return ROLES[auction.player - 1] if auction.prior_bids else "whoever may open"


def auction_page(bidder: Bidder, auction: Auction, circumstances: Circumstances) -> AuctionPage:
    """What the system says after these calls, in these circumstances."""
    place = bidder.place(auction, circumstances)
    frequencies = bidder.frequencies(auction, circumstances)
    meanings = Table(bidder, bidder, circumstances.scoring, auction.turn.side).meanings(auction)
    beginnings = _beginnings(bidder.system)
    steps = [
        Step(
            call,
            meaning,
            often_words(frequencies.of_call(call)) if frequencies.known else "",
            tuple(entry for line in meaning.lines for entry in line.entries),
            _onward(bidder.system, auction, call, meaning, beginnings),
        )
        for call, meaning in meanings.items()
    ]
    worth_telling = tuple(step for step in steps if (step.meaning.lines and step.meaning.left) or step.onward)
    return AuctionPage(
        auction,
        PriorBids(auction.calls[auction.leading_passes :]),
        worth_telling,
        tuple(_asked(place, frequencies)),
        len(steps) - len(worth_telling),
    )


def often_words(share: float) -> str:
    """How often something is done, of all hands that could be held: `12 %`."""
    if not share:
        return "almost never"
    return f"{share:.0%}".replace("%", " %") if share >= LEAST_SHARE else "less than 1 %"


def _asked(place: Place, frequencies: CallFrequencies) -> Iterator[AskedSection]:
    """The sections in the order in which they are asked; nothing comes after an entry that any hand meets."""
    rows = [row for made in place.calls.values() for _, row in made]
    in_use = {row.entry.id for row in rows}
    met_by_all = {row.entry.id for row in rows if not row.conditions and not _is_partly_used(row.entry)}
    reached = True
    for section in place.sections:
        entries = []
        for entry in section.entries:
            if entry.id not in in_use:
                why = _switched_off(section, entry, place.circumstances) or _closed(entry, place.auction)
            else:
                why = "" if reached else "an entry before it takes every hand"
            told = frequencies.known and not why
            entries.append(ListedEntry(entry, why, often_words(frequencies.of_entry(entry.id)) if told else ""))
            reached = reached and entry.id not in met_by_all
        yield AskedSection(section.name, KINDS[source_of(place, section)], tuple(entries))


def _is_partly_used(entry: Entry) -> bool:
    """Whether hands that meet an entry go on to the next: it has a percentage, or serves after a simulation alone."""
    return entry.usage.percent is not None or entry.usage.analysis


def _closed(entry: Entry, auction: Auction) -> str:
    call = entry.bid.call
    if call is not None and auction.why_illegal(call):
        return f"{call.title} is not legal"
    return "entries before it define this call"


def _switched_off(section: CompiledSection, entry: Entry, circumstances: Circumstances) -> str:
    switch = section.why_inactive(entry, circumstances)
    if switch is None:
        return ""
    if switch is fields.CONVENTION:
        return f"{entry.convention} is switched off"
    return f"only {switch.say(entry.get(switch))}"


def _beginnings(system: System) -> set[str]:
    """Each beginning of an auction that has a section of its own, or leads to one."""
    names = (name for name, entries in system.sections.items() if isinstance(entries[0].key, PriorBids))
    return {
        "-".join(calls[:count]) for name in names for calls in (name.split("-"),) for count in range(1, len(calls) + 1)
    }


def _onward(system: System, auction: Auction, call: Call, meaning: Meaning, beginnings: Set[str]) -> tuple[Onward, ...]:
    """Where a call leads: after a pass and at once.

    Patterns and situations speak nearly everywhere, so an agreed call is followed by something in a system that has
    them. After a call without an agreement that is worth a link only where a section leads further.
    """
    speaks_everywhere = bool(system.patterns or system.situations)
    leads_to = []
    for calls in ((call,),) if call is PASS else ((call, PASS), (call,)):
        there = reduce(Auction.with_call, calls, auction)
        if there.finished or not there.prior_bids:
            continue
        agreed = speaks_everywhere or there.prior_bids in system.sections
        if agreed if meaning.offered else there.prior_bids in beginnings:
            leads_to.append(Onward(calls, there.prior_bids, role(there)))
    return tuple(leads_to)
