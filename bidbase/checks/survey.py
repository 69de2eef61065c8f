"""What all rules look at: a system, and the places in which its entries are in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from random import Random

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.drawing import random_deals
from bidbase.checks.hands import HandSupply
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

MAX_AUCTIONS = 100  # auctions in which an entry of a section for many auctions is tried
MAX_PLACES = 800  # places in which an entry is tried, in all circumstances together
MAX_STARTS = 20  # auctions of one named entry from which patterns with that name are continued
ROBOT_DEALS = 150  # deals that robots bid, to find auctions that no section lists


class Survey:
    """A system as the rules see it. Results that take long to find are kept.

    An entry that serves many auctions is tried in at most `most_auctions`. Some of them come from robots, who bid so
    many deals: that takes a second, and with `robot_deals` 0 it is left out.
    """

    def __init__(self, bidder: Bidder, *, most_auctions: int = MAX_AUCTIONS, robot_deals: int = ROBOT_DEALS) -> None:
        self.bidder = bidder
        self._most_auctions, self._robot_deals = most_auctions, robot_deals
        self.system = bidder.system
        self.hands = HandSupply(bidder)
        self.test_hand_faults: dict[str, str] = {}
        """Why the test hand of an entry does not reach it, by the id of the entry, as far as tried."""
        self.call_is_made: dict[tuple[Calls, Call], bool] = {}
        """Whether entries make a call after an auction, as far as tried."""
        self._auctions: dict[str, list[Calls]] = {}
        self._active_entries: dict[str, tuple[Entry, ...]] = {}
        self._legal_auctions: dict[tuple[Calls, Vulnerability], Auction | None] = {}

    def place(self, auction: Auction, scoring: Scoring = Scoring.IMP, user: User = User.WE) -> Place:
        """The place of the player whose turn it is after this auction."""
        return self.bidder.place(auction, Circumstances.of(auction, scoring, user))

    def places_of(self, entry: Entry, served: list[Calls] | None = None) -> Iterator[tuple[Auction, Place]]:
        """The places in which an entry is in use and its bid legal, the plainest first, each with its auction.

        They are searched in the auctions `served`; by default in those that its section serves, or some of them.
        """
        served = self.auctions_of(entry) if served is None else served
        circumstances = product(_scorings(entry), _users(entry, self), Vulnerability, range(4))
        candidates = ((calls, *factors) for factors in circumstances for calls in served)
        for calls, scoring, user, vulnerability, passes in islice(candidates, MAX_PLACES):
            auction = self._auction((*[PASS] * passes, *calls), vulnerability)
            if auction is not None:
                place = self.place(auction, scoring, user)
                if place.uses(entry):
                    yield auction, place

    def _auction(self, calls: Calls, vulnerability: Vulnerability) -> Auction | None:
        """The auction with these calls, None if it is illegal. All entries of a section are tried in the same ones."""
        key = calls, vulnerability
        if key not in self._legal_auctions:
            try:
                self._legal_auctions[key] = Auction.of(calls, vulnerability=vulnerability)
            except IllegalCall:
                self._legal_auctions[key] = None
        return self._legal_auctions[key]

    def auctions_of(self, entry: Entry) -> list[Calls]:
        """The auction that the section of an entry serves, or some of them if it serves many.

        Those that robots reach come first, the most frequent first, then those given for test hands, then those that
        the pattern lists or that follow a call it names, the plainest first.
        """
        if isinstance(entry.key, PriorBids):
            return [entry.key.calls]
        name = entry.section
        if name not in self._auctions:
            self._auctions[name] = []  # a pattern may follow a call of its own entries
            given = [section_entry.get(fields.TEST_AUCTION) for section_entry in self.system.sections[name]]
            reached = self._robot_auctions_by_section.get(name, [])[: self._most_auctions // 2]
            listed = self._listed(entry.key) if isinstance(entry.key, PatternKey) else []
            named = [prior_bids.calls for prior_bids in given if prior_bids is not None]
            found = dict.fromkeys([*reached, *named, *listed])
            self._auctions[name] = list(found)[: self._most_auctions]
        return self._auctions[name]

    def knows_all_auctions(self, entry: Entry) -> bool:
        """Whether `auctions_of` gives all auctions that the section of an entry serves."""
        if not isinstance(entry.key, PatternKey):
            return isinstance(entry.key, PriorBids)
        return all_listed(entry.key) and len(self.auctions_of(entry)) < self._most_auctions

    def _listed(self, key: PatternKey) -> list[Calls]:
        """Auctions that a pattern may fit: those that follow a call it names, otherwise those that it lists."""
        elements = [element for sub in key.pattern.alternatives for element in sub.elements]
        names = {element.name.casefold() for element in elements if element.name is not None}
        if names:
            named = (entry for name, entry in self._entries_with_names if name in names)
            starts = [calls for entry in named for calls in self._auctions_ending_with(entry)]
            Random(0).shuffle(starts)  # so that the first ones differ
            return continued(key.pattern, starts, self._most_auctions)
        listed = auctions(key.pattern, self._most_auctions)
        anywhere = any(sub.anywhere for sub in key.pattern.alternatives)
        return [*listed, *continued(key.pattern, self._robot_auctions, self._most_auctions)] if anywhere else listed

    @lazy_property
    def _entries_with_names(self) -> list[tuple[str, Entry]]:
        """All entries, each with the name of its convention in the form in which patterns ask for it."""
        return [(str(entry.convention or "").casefold(), entry) for entry in self.system.entries]

    def _auctions_ending_with(self, entry: Entry) -> Iterator[Calls]:
        for calls in self.auctions_of(entry)[:MAX_STARTS]:
            auction = Auction.of(calls)
            yield from ((*calls, call) for call in entry.calls() if not auction.why_illegal(call))

    @lazy_property
    def _robot_auctions(self) -> list[Calls]:
        """The auctions that robots reach, from the first call that is not a pass, the most frequent first."""
        deals = random_deals(self._robot_deals, seed=0)
        count_by_auction: Counter[Calls] = Counter()
        for index in range(self._robot_deals):
            deal = Deal(HandBatch(deals[seat, :, index : index + 1]).hand(0) for seat in SEATS)
            auction = Auction()
            while not auction.finished:
                auction = auction.with_call(decide(self.place(auction), deal[auction.turn]).call)
            calls = auction.calls[auction.leading_passes :]
            count_by_auction.update(calls[:count] for count in range(1, len(calls) - 2))
        return [calls for calls, _ in count_by_auction.most_common()]

    @lazy_property
    def _robot_auctions_by_section(self) -> dict[str, list[Calls]]:
        """For each section of a pattern or situation, the auctions that robots reach in which it applies."""
        by_section: dict[str, list[Calls]] = {}
        for calls in self._robot_auctions:
            for section in self.place(Auction.of(calls)).sections:
                if not section.literal:
                    by_section.setdefault(section.name, []).append(calls)
        return by_section

    def is_switched_off(self, entry: Entry) -> bool:
        """Whether nobody uses an entry because of its own usage codes or those of its convention."""
        usage = entry.usage
        if usage.off or usage.percent_off:
            return True
        return not any(usage.user in (None, user) and self.system.selects(entry, user) for user in User)

    def is_idle(self, entry: Entry) -> bool:
        """Whether an entry is for use against a convention that nobody has bid in any of the auctions tried."""
        return entry.get(fields.USE_AGAINST) is not None and next(self.places_of(entry), None) is None

    def active_entries(self, section: str) -> tuple[Entry, ...]:
        """The entries of a section that are not switched off, in the order in which they are tried."""
        if section not in self._active_entries:
            entries = self.system.sections[section]
            self._active_entries[section] = tuple(entry for entry in entries if not self.is_switched_off(entry))
        return self._active_entries[section]


def _scorings(entry: Entry) -> list[Scoring]:
    return [entry.usage.scoring] if entry.usage.scoring else list(Scoring)


def _users(entry: Entry, survey: Survey) -> list[User]:
    users = [entry.usage.user] if entry.usage.user else list(User)
    return [user for user in users if survey.system.selects(entry, user)]
