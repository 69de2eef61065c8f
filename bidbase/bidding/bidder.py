"""The bidder: how a call comes about.

`Bidder.turn` walks through the auction and works out what its calls have disclosed. That, with the system, gives the
sections that apply at a turn (`Place`), and `decide` looks the hand up in them. `tracing` explains why a call was
chosen and why other entries were not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b

from bidbase.bidding.prospects import Simulation
from bidbase.bidding.random_hands import CallFrequencies, frequencies, hands_left, held_at, unmade_calls
from bidbase.bidding.weighed import Weighed
from bidbase.compiler import CompiledSection, HandBatch, PercentageDraw, Place
from bidbase.compiler.section_finder import SectionFinder
from bidbase.compiler.section_index import SectionIndex
from bidbase.compiler.section_store import SectionStore
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Seat
from bidbase.kept import Kept
from bidbase.language.circumstances import Circumstances, User
from bidbase.meaning.disclosure import Meaning, Told, agreed_meaning, naturally
from bidbase.meaning.held import HeldHands
from bidbase.meaning.shelved_meanings import Makers, shelved
from bidbase.meaning.shown import NOTHING_DISCLOSED, AuctionDisclosure
from bidbase.shelf import shelf
from bidbase.systems import Entry, System

MAX_TURNS = 8_000  # kept of all systems that stand on one base; one takes five kilobytes or more
MAX_HELD = 2_000  # likewise; one takes five kilobytes or more
MAX_MEANINGS = 10_000  # likewise; one takes two kilobytes


class Source(Enum):
    """What made a call: an entry of a literal section, a pattern's or a situation's, a simulation, or nothing at all.

    `SILENT` is the pass of a seat that always passes: its system was not asked. `BEYOND` is the contract that a
    simulation finds best for a hand of which the book says nothing true, since its calls have shown another hand.
    `THINKING` is a call that roll-outs found clearly better than the book's.
    """

    BOOK = "book"
    PATTERN = "pattern"
    SITUATION = "situation"
    SIMULATION = "simulation"
    NONE = "none"
    SILENT = "silent"
    BEYOND = "beyond"
    THINKING = "thinking"


@dataclass(frozen=True, slots=True)
class Decision:
    """A call, and where it comes from: the number of a row in a section; both are None when no entry made it.

    `simulation` is what was found, where a simulation was made because no entry fitted. `weighed` is what came of it
    where a robot thought: it may have kept the book's call.
    """

    call: Call
    source: Source
    section: CompiledSection | None = None
    number: int | None = None
    simulation: Simulation | None = None
    weighed: Weighed | None = None

    @property
    def written(self) -> Entry | None:
        """The entry that made the call, as it is written: its section is the pattern or the situation."""
        return None if self.section is None or self.number is None else self.section.as_written(self.number)

    @property
    def entry(self) -> Entry | None:
        """The entry that made the call, as it is in this auction."""
        return None if self.section is None or self.number is None else self.section.entry_of(self.number)

    @property
    def compared(self) -> tuple[Call, ...]:
        """The calls that a simulation or roll-outs compared; none without them."""
        if self.weighed:
            return tuple(weighed.call for weighed in self.weighed.calls)
        return tuple(prospect.call for prospect in self.simulation.prospects) if self.simulation else ()


def percentage_draw(seed: str, seat: Seat) -> PercentageDraw:
    """The draw that decides percentages: on this deal and seat always the same for a section and order number."""

    def draw(section: str, order: str) -> int:
        digest = blake2b(f"{seed} {seat.letter} {section} {order}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") % 100

    return draw


Lineup = tuple["Bidder", "Bidder", "Bidder", "Bidder"]
"""The bidders of the four players in the order of the deal, that of the player whose turn it is first."""
Others = tuple["Bidder", "Bidder", "Bidder"]
"""The bidders of the other three players: left-hand opponent, partner, right-hand opponent."""
Views = tuple[AuctionDisclosure, AuctionDisclosure, AuctionDisclosure, AuctionDisclosure]
"""What the calls so far have told each player, in the order of a lineup."""


def systems_meet(lineup: Lineup) -> bool:
    """Whether some system is played on both sides."""
    return not {lineup[0], lineup[2]}.isdisjoint((lineup[1], lineup[3]))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn in an auction: what the calls so far have told each player, and what the next call can mean.

    `place` is that of the player who is to call. Where partner plays another system, `partners_place` is what the
    call can mean to the partner; else it is the same object.
    """

    views: Views
    place: Place
    partners_place: Place

    @property
    def disclosure(self) -> AuctionDisclosure:
        """What the calls so far have told the player who is to call."""
        return self.views[0]

    def views_after(self, call: Call, lineup: Lineup) -> Views:
        """What each player knows after a call, in the order of the next turn.

        The caller's system tells the opponents what the call means; partner reads it in the system that partner plays.
        """
        own, left, partner, right = self.views
        told = lineup[0].told(self.place, call)
        read = told if self.partners_place is self.place else lineup[2].told(self.partners_place, call)
        if read is told and own is left is partner is right:  # so it stays while nobody differs
            own = own.after(told)
            return own, own, own, own
        return left.after(told), partner.after(read), right.after(told), own.after(told)


TurnKey = tuple[str, Circumstances, Lineup]
"""Prior bids, the circumstances of the player who is to call, and the four bidders."""
MeaningKey = tuple[Call, Makers]
"""A call, and the sections that make it."""


class Knowledge:
    """What bidders have worked out. Those whose systems stand on one base share it, and so its limits."""

    def __init__(self) -> None:
        self.turns: Kept[TurnKey, Turn] = Kept(MAX_TURNS)
        self.told: Kept[MeaningKey, Told] = Kept(MAX_MEANINGS)
        self.meanings: Kept[MeaningKey, Meaning] = Kept(MAX_MEANINGS)
        self.unmade_calls: Kept[TurnKey, frozenset[Call]] = Kept(MAX_TURNS)
        self.held: Kept[TurnKey, HeldHands] = Kept(MAX_HELD)


class Bidder:
    """Bids from one system. What has been worked out is kept; threads may share a bidder.

    No lock is held: two threads that miss the same turn both work it out, and the results are the same. With `base`,
    the bidder of another system, usually the one that this system changes, it bids as without, but shares with the base
    the indexes and all sections of which the two systems say the same. A thousand such bidders share one memory.
    """

    def __init__(self, system: System, base: Bidder | None = None) -> None:
        self.system = system
        self._index: SectionIndex = SectionIndex.of(system, base._index if base is not None else None)
        self._store: SectionStore = SectionStore(system, base._store if base is not None else None)
        self._knowledge: Knowledge = base._knowledge if base is not None else Knowledge()
        self._shelf = shelf()

    def place(self, auction: Auction, circumstances: Circumstances, others: Others | None = None) -> Place:
        """What the system says to the player whose turn it is, in these circumstances.

        `others` bid for the other players; left out, all play the same system.
        """
        return self.turn(auction, circumstances, others).place

    def turn(self, auction: Auction, circumstances: Circumstances, others: Others | None = None) -> Turn:
        """The turn of the player who is to call; `circumstances` are those of this player.

        It goes back to the last turn that is known, and from there forward call by call: each player adds the meaning
        that the call has for them to what they have been told before.
        """
        lineup = self._lineup(others)
        users = circumstances.user, circumstances.user.other if systems_meet(lineup) else User.WE
        unknown: list[tuple[Lineup, Auction, Circumstances]] = []  # the last turn comes first
        while (turn := lineup[0]._knowledge.turns.get((auction.prior_bids, circumstances, lineup))) is None:
            unknown.append((lineup, auction, circumstances))
            if not auction.calls:
                break
            auction, users = auction.before(len(auction.calls) - 1), users[::-1]
            circumstances = Circumstances.of(auction, circumstances.scoring, users[0])
            lineup = lineup[3], lineup[0], lineup[1], lineup[2]
        for later, auction, circumstances in reversed(unknown):
            views = _NOTHING_TOLD if turn is None else turn.views_after(auction.calls[-1], lineup)
            turn, lineup = _keep(auction, circumstances, later, views), later
        assert turn is not None, "the turn was known, or was the last of those worked out"
        return turn

    def _found(self, auction: Auction, circumstances: Circumstances, told: AuctionDisclosure) -> Place:
        """What the system says to somebody who has been told this."""
        state = told.state(auction)
        return Place(state, circumstances, SectionFinder(self._index, self._store, state))

    def _lineup(self, others: Others | None) -> Lineup:
        return (self, *others) if others else (self, self, self, self)

    def unmade_calls(
        self, auction: Auction, circumstances: Circumstances, others: Others | None = None
    ) -> frozenset[Call]:
        """The calls that have a meaning at this turn but that no hand of the player makes.

        The arguments are those of `turn`. A page asks this each time it is drawn, so the answer is kept.
        """
        key = auction.prior_bids, circumstances, self._lineup(others)
        known = self._knowledge.unmade_calls.get(key)
        if known is None:
            place, held = self.place(auction, circumstances, others), self.held_at(auction, circumstances, others)
            known = self._knowledge.unmade_calls.keep(key, unmade_calls(place, held))
        return known

    def held_at(self, auction: Auction, circumstances: Circumstances, others: Others | None = None) -> HeldHands:
        """The random hands that the player whose turn it is could hold, by points, and which entry takes them.

        The answer is kept, as that of `unmade_calls`.
        """
        key = auction.prior_bids, circumstances, self._lineup(others)
        known = self._knowledge.held.get(key)
        if known is None:
            place = self.place(auction, circumstances, others)
            earlier = self._earlier_calls(auction, circumstances, others)
            known = self._knowledge.held.keep(key, held_at(place, earlier, self._shelf))
        return known

    def frequencies(self, auction: Auction, circumstances: Circumstances) -> CallFrequencies:
        """How often the player whose turn it is makes each call, where all play the same system."""
        return frequencies(self.held_at(auction, circumstances))

    def hands_at(self, auction: Auction, circumstances: Circumstances, others: Others | None = None) -> HandBatch:
        """Random hands with which the player whose turn it is could have made their earlier calls."""
        return hands_left(self._earlier_calls(auction, circumstances, others))

    def _earlier_calls(
        self, auction: Auction, circumstances: Circumstances, others: Others | None
    ) -> Iterator[tuple[Place, Call]]:
        """The earlier calls of the player whose turn it is, each with the place in which it was made."""
        for index in range(len(auction.calls) % 4, len(auction.calls), 4):
            before = auction.before(index)
            circumstances_then = Circumstances.of(before, circumstances.scoring, circumstances.user)
            yield self.place(before, circumstances_then, others), auction.calls[index]

    def told(self, place: Place, call: Call) -> Told:
        """What a call adds to what its player has shown."""
        key = call, place.makers(call)
        known = self._knowledge.told.get(key)
        if known is None:
            found = shelved(self._shelf, Told, *key, lambda: self._agreed(place, call).told(place.name_of(call)))
            known = self._knowledge.told.keep(key, found)
        return known if known.agreed else self.read(place, call).told()

    def read(self, place: Place, call: Call) -> Meaning:
        """What a call means in a place."""
        return naturally(self._agreed(place, call), place)

    def _agreed(self, place: Place, call: Call) -> Meaning:
        """What a call means by agreement: the same wherever the same entries are in use."""
        key = call, place.makers(call)
        known = self._knowledge.meanings.get(key)
        if known is None:
            found = shelved(self._shelf, Meaning, *key, lambda: agreed_meaning(place, call))
            known = self._knowledge.meanings.keep(key, found)
        return known

    def differing_sections(self, other: Bidder) -> frozenset[str]:
        """The names of the sections of which this system and another one, which it changes, do not say the same."""
        return self._store.differing(other.system)

    def forget_turns(self) -> None:
        """Drop the turns that are kept, those of the systems on the same base too; sections stay compiled."""
        self._knowledge.turns.clear()
        self._knowledge.unmade_calls.clear()
        self._knowledge.held.clear()


_NOTHING_TOLD: Views = (NOTHING_DISCLOSED, NOTHING_DISCLOSED, NOTHING_DISCLOSED, NOTHING_DISCLOSED)


def _keep(auction: Auction, circumstances: Circumstances, lineup: Lineup, views: Views) -> Turn:
    """A turn that was not known, kept from now on."""
    bidder, _, partner, _ = lineup
    place = bidder._found(auction, circumstances, views[0])
    partners_place = place if partner is bidder else partner._found(auction, circumstances, views[2])
    turn = Turn(views, place, partners_place)
    return bidder._knowledge.turns.keep((auction.prior_bids, circumstances, lineup), turn)


def decide(place: Place, hand: Hand, draw: PercentageDraw | None = None) -> Decision:
    """The call for this hand. Without `draw` every percentage counts as drawn."""
    found = place.look_up(hand, draw)
    if found is None:
        return Decision(PASS, Source.NONE)
    section, number = found
    return Decision(section.row_calls[number], source_of(place, section), section, number)


def source_of(place: Place, section: CompiledSection) -> Source:
    """What kind of section it is in this place."""
    if place.is_literal(section):
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
