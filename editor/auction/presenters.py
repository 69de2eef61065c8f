"""A point of the auction as a reader of a system sees it: the calls there, what they mean, and where they lead."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import reduce

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.compiler import CompiledSection, Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.language import fields
from bidbase.language.bids import PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.disclosure import Meaning
from bidbase.systems import Entry, System
from editor.entries.presenters import hand_words, trail

ROLES = ("opener", "opener's left-hand opponent", "responder", "opener's right-hand opponent")


@dataclass(frozen=True)
class Onward:
    """A point further on: the calls that lead there, whose turn it is then, and how many calls are agreed there."""

    calls: tuple[Call, ...]
    prior_bids: str
    role: str
    agreed: int


@dataclass(frozen=True)
class Step:
    """One call: its meaning, the entries that make it, and where it leads, the most natural first."""

    call: Call
    meaning: Meaning
    entries: tuple[Entry, ...]
    onward: tuple[Onward, ...]


@dataclass(frozen=True)
class ListedEntry:
    """An entry of the section; `out_of_use` says why it never makes a call here; empty when it may."""

    entry: Entry
    out_of_use: str

    @property
    def hand_words(self) -> str:
        """What it asks of a hand."""
        return hand_words(self.entry)


@dataclass(frozen=True)
class AuctionPage:
    """What the system says at one point of the auction: the calls, and the entries in the order they are tried in.

    `silent` counts the legal calls that are left out because there is no agreement about them.
    """

    auction: Auction
    prior_bids: PriorBids
    steps: tuple[Step, ...]
    entries: tuple[ListedEntry, ...]
    silent: int

    @property
    def role(self) -> str:
        """Whose turn it is."""
        return role(self.auction)

    @property
    def tried(self) -> list[ListedEntry]:
        """The entries that may make a call here."""
        return [listed for listed in self.entries if not listed.out_of_use]

    @property
    def never_tried(self) -> list[ListedEntry]:
        """The entries that never do, with the reason."""
        return [listed for listed in self.entries if listed.out_of_use]

    @property
    def trail(self) -> list[tuple[Call, str]]:
        """Each call since the opening, with the prior bids that it ends."""
        return trail(self.prior_bids)


def role(auction: Auction) -> str:
    """Whose turn it is, named by who opened."""
    return ROLES[auction.player - 1] if auction.prior_bids else "whoever may open"


def auction_page(bidder: Bidder, auction: Auction, circumstances: Circumstances) -> AuctionPage:
    """What the system says after these calls, in these circumstances."""
    place = bidder.place(auction, circumstances)
    meanings = Table(bidder, bidder, circumstances.scoring, auction.turn.side).meanings(auction)
    beginnings = _beginnings(bidder.system)
    steps = [
        Step(
            call,
            meaning,
            tuple(entry for line in meaning.lines for entry in line.entries),
            _onward(bidder, auction, circumstances, call, meaning, beginnings),
        )
        for call, meaning in meanings.items()
    ]
    worth_telling = tuple(step for step in steps if (step.meaning.lines and step.meaning.left) or step.onward)
    return AuctionPage(
        auction,
        PriorBids(auction.calls[auction.leading_passes :]),
        worth_telling,
        tuple(_listed(place)),
        len(steps) - len(worth_telling),
    )


def _listed(place: Place) -> Iterator[ListedEntry]:
    """The entries in the order in which they are tried; nothing comes after one that any hand meets."""
    rows = [row for made in place.calls.values() for _, row in made]
    in_use = {row.entry.id for row in rows}
    met_by_all = {row.entry.id for row in rows if not row.conditions and not _is_partly_used(row.entry)}
    reached = True
    for section in place.sections:
        for entry in section.entries:
            if entry.id not in in_use:
                why = _switched_off(section, entry, place.circumstances) or _closed(entry, place.auction)
            else:
                why = "" if reached else "an entry before it takes every hand"
            yield ListedEntry(entry, why)
            reached = reached and entry.id not in met_by_all


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


def _onward(
    bidder: Bidder,
    auction: Auction,
    circumstances: Circumstances,
    call: Call,
    meaning: Meaning,
    beginnings: Set[str],
) -> tuple[Onward, ...]:
    """Where a call leads: after a pass and at once, if anything is agreed there.

    After a call without an agreement situations still speak; that is worth a link where a section leads further.
    """
    leads_to = []
    for calls in ((call,),) if call is PASS else ((call, PASS), (call,)):
        there = reduce(Auction.with_call, calls, auction)
        if there.finished or not there.prior_bids:
            continue
        agreed = len(bidder.place(there, Circumstances.of(there, circumstances.scoring)).calls)
        if agreed if meaning.offered else there.prior_bids in beginnings:
            leads_to.append(Onward(calls, there.prior_bids, role(there), agreed))
    return tuple(leads_to)
