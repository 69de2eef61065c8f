"""What all rules look at: a system, and the places in which each of its entries is in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from random import Random

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.drawing import random_deals
from bidbase.checks.hands import Hands
from bidbase.checks.listing import all_listed, auctions, continued
from bidbase.compiler import HandBatch, Place
from bidbase.errors import IllegalCall
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SEATS, Deal, Vulnerability
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.language.pattern_search import Calls
from bidbase.lazy import lazy_property
from bidbase.systems import Entry

MOST_AUCTIONS = 100  # in which an entry that serves many is tried
MOST_PLACES = 800  # in which it is tried, in all circumstances together
MOST_STARTS = 20  # that one entry gives to patterns that ask for its name
ROBOT_DEALS = 150  # bid by robots, to know auctions that nobody has listed


class Survey:
    """A system as the rules see it. What takes long to find out is kept.

    An entry that serves many auctions is tried in at most `most_auctions`. Some of them come from robots, who bid so
    many deals: that takes a second, and with `robot_deals` 0 it is left out.
    """

    def __init__(self, bidder: Bidder, *, most_auctions: int = MOST_AUCTIONS, robot_deals: int = ROBOT_DEALS) -> None:
        self.bidder = bidder
        self._most_auctions, self._robot_deals = most_auctions, robot_deals
        self.system = bidder.system
        self.hands = Hands(bidder)
        self.failing: dict[str, str] = {}
        """Why the test hand of an entry does not come out, by its id, as far as it has been tried."""
        self.made: dict[tuple[Calls, Call], bool] = {}
        """Whether entries make a call after an auction, as far as somebody has asked."""
        self._auctions: dict[str, list[Calls]] = {}
        self._in_order: dict[str, tuple[Entry, ...]] = {}
        self._tried: dict[tuple[Calls, Vulnerability], Auction | None] = {}

    def place(self, auction: Auction, scoring: Scoring = Scoring.IMP, user: User = User.WE) -> Place:
        """What the system says here to the player whose turn it is."""
        return self.bidder.place(auction, Circumstances.of(auction, scoring, user))

    def places_of(self, entry: Entry, served: list[Calls] | None = None) -> Iterator[tuple[Auction, Place]]:
        """The places in which an entry is in use and its bid legal, the plainest first, each after its auction.

        They are looked for in the auctions `served`; left out, in those that the section serves, or some of them.
        """
        served = self.auctions_of(entry) if served is None else served
        circumstances = product(_scorings(entry), _users(entry, self), Vulnerability, range(4))
        candidates = ((calls, *now) for now in circumstances for calls in served)
        for calls, scoring, user, vulnerability, leading in islice(candidates, MOST_PLACES):
            auction = self._auction((*[PASS] * leading, *calls), vulnerability)
            if auction is not None:
                place = self.place(auction, scoring, user)
                if place.uses(entry):
                    yield auction, place

    def _auction(self, calls: Calls, vulnerability: Vulnerability) -> Auction | None:
        """The auction of these calls, None where one is not legal. The entries of a section are tried in the same."""
        key = calls, vulnerability
        if key not in self._tried:
            try:
                self._tried[key] = Auction.of(calls, vulnerability=vulnerability)
            except IllegalCall:
                self._tried[key] = None
        return self._tried[key]

    def auctions_of(self, entry: Entry) -> list[Calls]:
        """The auctions that its section serves: one, or some of those that a section for many serves.

        First those that robots come to, the most frequent first, then those named for test hands, then those that the
        pattern lists, or its names lead to, the plainest first.
        """
        if isinstance(entry.key, PriorBids):
            return [entry.key.calls]
        name = entry.section
        if name not in self._auctions:
            self._auctions[name] = []  # a pattern may lead to itself
            named = [one.get(fields.TEST_AUCTION) for one in self.system.sections[name]]
            met = self._met.get(name, [])[: self._most_auctions // 2]
            listed = self._listed(entry.key) if isinstance(entry.key, PatternKey) else []
            found = dict.fromkeys([*met, *(one.calls for one in named if one is not None), *listed])
            self._auctions[name] = list(found)[: self._most_auctions]
        return self._auctions[name]

    def serves_only(self, entry: Entry) -> bool:
        """Whether `auctions_of` gives all auctions that its section serves."""
        if not isinstance(entry.key, PatternKey):
            return isinstance(entry.key, PriorBids)
        return all_listed(entry.key) and len(self.auctions_of(entry)) < self._most_auctions

    def _listed(self, key: PatternKey) -> list[Calls]:
        """Auctions in which a pattern may fit: those that its names lead to, else those that it lists."""
        elements = [element for sub in key.pattern.alternatives for element in sub.elements]
        names = {element.name.casefold() for element in elements if element.name is not None}
        if names:
            carrying = (one for name, one in self._with_names if name in names)
            starts = [calls for one in carrying for calls in self._with_bid(one)]
            Random(0).shuffle(starts)  # so that the first are not all alike
            return continued(key.pattern, starts, self._most_auctions)
        listed = auctions(key.pattern, self._most_auctions)
        anywhere = any(sub.anywhere for sub in key.pattern.alternatives)
        return [*listed, *continued(key.pattern, self._robots, self._most_auctions)] if anywhere else listed

    @lazy_property
    def _with_names(self) -> list[tuple[str, Entry]]:
        """The entries with the names of their conventions, as patterns ask for them."""
        return [(str(one.convention or "").casefold(), one) for one in self.system.entries]

    def _with_bid(self, entry: Entry) -> Iterator[Calls]:
        """Auctions that end with the bid of an entry."""
        for calls in self.auctions_of(entry)[:MOST_STARTS]:
            auction = Auction.of(calls)
            yield from ((*calls, call) for call in entry.calls() if not auction.why_illegal(call))

    @lazy_property
    def _robots(self) -> list[Calls]:
        """The auctions that robots come to, from the first call that is not a pass, the most frequent first."""
        deals = random_deals(self._robot_deals, seed=0)
        found: Counter[Calls] = Counter()
        for index in range(self._robot_deals):
            deal = Deal(HandBatch(deals[seat, :, index : index + 1]).hand(0) for seat in SEATS)
            auction = Auction()
            while not auction.finished:
                auction = auction.with_call(decide(self.place(auction), deal[auction.turn]).call)
            calls = auction.calls[auction.leading_passes :]
            found.update(calls[:count] for count in range(1, len(calls) - 2))
        return [calls for calls, _ in found.most_common()]

    @lazy_property
    def _met(self) -> dict[str, list[Calls]]:
        """By section for many auctions, those that robots come to in which it speaks."""
        met: dict[str, list[Calls]] = {}
        for calls in self._robots:
            for section in self.place(Auction.of(calls)).sections:
                if not section.literal:
                    met.setdefault(section.name, []).append(calls)
        return met

    def switched_off(self, entry: Entry) -> bool:
        """Whether its own codes, or those of its convention, keep an entry from being used by anybody."""
        usage = entry.usage
        if usage.off or usage.percent_off:
            return True
        return not any(usage.user in (None, user) and self.system.selects(entry, user) for user in User)

    def idle(self, entry: Entry) -> bool:
        """Whether an entry is for use against a convention that nobody here has bid in any auction tried."""
        return entry.get(fields.USE_AGAINST) is not None and next(self.places_of(entry), None) is None

    def in_order(self, section: str) -> tuple[Entry, ...]:
        """The entries of a section that are not switched off, in the order in which they are tried."""
        if section not in self._in_order:
            entries = self.system.sections[section]
            self._in_order[section] = tuple(one for one in entries if not self.switched_off(one))
        return self._in_order[section]


def _scorings(entry: Entry) -> list[Scoring]:
    return [entry.usage.scoring] if entry.usage.scoring else list(Scoring)


def _users(entry: Entry, survey: Survey) -> list[User]:
    users = [entry.usage.user] if entry.usage.user else list(User)
    return [user for user in users if survey.system.selects(entry, user)]
