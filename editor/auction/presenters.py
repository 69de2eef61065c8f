"""A point of the auction as a reader of a system sees it: the calls there, what they mean, and where they lead."""

from collections.abc import Set
from dataclasses import dataclass
from functools import reduce

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.compiler import CompiledSection
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
    """An entry of the section; `out_of_use` says what switches it off here; empty when nothing does."""

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
        tuple(
            ListedEntry(entry, _out_of_use(section, entry, circumstances))
            for section in place.sections
            for entry in section.entries
        ),
        len(steps) - len(worth_telling),
    )


def _out_of_use(section: CompiledSection, entry: Entry, circumstances: Circumstances) -> str:
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
