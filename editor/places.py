"""A place in the auction as a reader of a system sees it: the calls there, what they mean, and where they lead."""

from collections.abc import Set
from dataclasses import dataclass
from functools import reduce

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.compiler import CompiledSection
from bidbase.game.auction import PASS, Auction, Call
from bidbase.language import fields
from bidbase.language.bids import Key, PatternKey, PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.disclosure import Meaning
from bidbase.systems import Entry, System
from editor.spoken import hand_words

ROLES = ("opener", "opener's left-hand opponent", "responder", "opener's right-hand opponent")


@dataclass(frozen=True)
class Onward:
    """A place further on: the calls that lead there, whose turn it is then, and how many calls are agreed there."""

    calls: tuple[Call, ...]
    prior_bids: str
    role: str
    agreed: int


@dataclass(frozen=True)
class Step:
    """One call: its meaning, the entries that make it, and the places it leads to, the most natural first."""

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
class Place:
    """What the system says at one point of the auction. `silent` counts the legal calls left out: without agreement."""

    auction: Auction
    prior_bids: PriorBids
    steps: tuple[Step, ...]
    standing: tuple[ListedEntry, ...]
    silent: int

    @property
    def role(self) -> str:
        """Whose turn it is."""
        return role(self.auction)

    @property
    def trail(self) -> list[tuple[Call, str]]:
        """Each call since the opening, with the prior bids that it ends."""
        return trail(self.prior_bids)


def trail(key: Key) -> list[tuple[Call, str]]:
    """Each call with the prior bids that it ends: `1N` with `1N`, then Pass with `1N-P`; nothing for a pattern."""
    calls = key.calls if isinstance(key, PriorBids) else ()
    return [(call, str(PriorBids(calls[: index + 1]))) for index, call in enumerate(calls)]


def role(auction: Auction) -> str:
    """Whose turn it is, named by who opened."""
    return ROLES[auction.player - 1] if auction.prior_bids else "whoever may open"


def place_at(bidder: Bidder, auction: Auction, now: Circumstances) -> Place:
    """What the system says after these calls, in these circumstances."""
    here, told = bidder.place(auction, now), Table(bidder, bidder, now.scoring, auction.turn.side).meanings(auction)
    beyond = _beginnings(bidder.system)
    steps = [
        Step(call, one, _entries(one), _onward(bidder, auction, now, call, one, beyond)) for call, one in told.items()
    ]
    worth_telling = tuple(step for step in steps if step.meaning.lines or step.onward)
    standing = tuple(
        ListedEntry(entry, _out_of_use(section, entry, now)) for section in here.sections for entry in section.entries
    )
    prior_bids = PriorBids(auction.calls[auction.leading_passes :])
    return Place(auction, prior_bids, worth_telling, standing, len(steps) - len(worth_telling))


def _entries(meaning: Meaning) -> tuple[Entry, ...]:
    return tuple(entry for line in meaning.lines for entry in line.entries)


def _out_of_use(section: CompiledSection, entry: Entry, now: Circumstances) -> str:
    switch = section.why_inactive(entry, now)
    if switch is None:
        return ""
    if switch is fields.CONVENTION:
        return f"{entry.convention} is switched off"
    return f"only {switch.say(entry.get(switch))}"


def _beginnings(system: System) -> set[str]:
    """Each beginning of an auction that has a section of its own, or leads to one."""
    names = (name for name, entries in system.sections.items() if not isinstance(entries[0].key, PatternKey))
    return {
        "-".join(calls[:count]) for name in names for calls in (name.split("-"),) for count in range(1, len(calls) + 1)
    }


def _onward(
    bidder: Bidder, auction: Auction, now: Circumstances, call: Call, meaning: Meaning, beginnings: Set[str]
) -> tuple[Onward, ...]:
    """Where a call leads: after a pass and at once, if anything is agreed there.

    After a call without an agreement situations still speak; that is worth a link where a section leads further.
    """
    places = []
    for calls in ((call,),) if call is PASS else ((call, PASS), (call,)):
        there = reduce(Auction.with_call, calls, auction)
        if there.finished or not there.prior_bids:
            continue
        agreed = len(bidder.place(there, Circumstances.of(there, now.scoring)).calls)
        if agreed if meaning.lines or meaning.nothing_else else there.prior_bids in beginnings:
            places.append(Onward(calls, there.prior_bids, role(there), agreed))
    return tuple(places)
