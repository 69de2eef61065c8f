"""The auctions that sections serve: that of a literal section, and some of those of a pattern or situation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.drawing import random_deals
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Deal
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.pattern_listing import all_listed, auctions, continued
from bidbase.language.pattern_search import Calls
from bidbase.lazy import lazy_property
from bidbase.systems import Entry

MAX_AUCTIONS = 100  # auctions that are known of a section for many auctions
MAX_STARTS = 20  # auctions of one named entry from which patterns with that name are continued
ROBOT_DEALS = 150  # deals that robots bid, to find auctions that no section lists


class ServedAuctions:
    """Knows auctions for each section of a system. Results that take long to find are kept.

    Of a section that serves many, at most `most` are known. Some of them come from robots, who bid `robot_deals` deals:
    150 take a second, and with 0 it is left out.
    """

    def __init__(self, bidder: Bidder, *, most: int = MAX_AUCTIONS, robot_deals: int = ROBOT_DEALS) -> None:
        self.bidder = bidder
        self.system = bidder.system
        self._most, self._robot_deals = most, robot_deals
        self._known: dict[str, list[Calls]] = {}

    def of(self, entry: Entry) -> list[Calls]:
        """The auction that the section of an entry serves, or some of them if it serves many.

        Those that robots reach come first, the most frequent first, then those given for test hands, then those that
        the pattern lists or that follow a call it names, the plainest first.
        """
        if isinstance(entry.key, PriorBids):
            return [entry.key.calls]
        name = entry.section
        if name not in self._known:
            self._known[name] = []  # a pattern may follow a call of its own entries
            given = [section_entry.get(fields.TEST_AUCTION) for section_entry in self.system.sections[name]]
            reached = self._robot_auctions_by_section.get(name, [])[: self._most // 2]
            listed = self._listed(entry.key) if isinstance(entry.key, PatternKey) else []
            named = [prior_bids.calls for prior_bids in given if prior_bids is not None]
            found = dict.fromkeys([*reached, *named, *listed])
            self._known[name] = list(found)[: self._most]
        return self._known[name]

    def all_known(self, entry: Entry) -> bool:
        """Whether `of` gives all auctions that the section of an entry serves."""
        if not isinstance(entry.key, PatternKey):
            return isinstance(entry.key, PriorBids)
        return all_listed(entry.key) and len(self.of(entry)) < self._most

    def _listed(self, key: PatternKey) -> list[Calls]:
        """Auctions that a pattern may fit: those that follow a call it names, otherwise those that it lists."""
        elements = [element for sub in key.pattern.alternatives for element in sub.elements]
        names = {element.name.casefold() for element in elements if element.name is not None}
        if names:
            named = (entry for name, entry in self._entries_with_names if name in names)
            starts = [calls for entry in named for calls in self._ending_with(entry)]
            Random(0).shuffle(starts)  # so that the first ones differ
            return continued(key.pattern, starts, self._most)
        listed = auctions(key.pattern, self._most)
        anywhere = any(sub.anywhere for sub in key.pattern.alternatives)
        return [*listed, *continued(key.pattern, self._robot_auctions, self._most)] if anywhere else listed

    @lazy_property
    def _entries_with_names(self) -> list[tuple[str, Entry]]:
        """All entries, each with the name of its convention in the form in which patterns ask for it."""
        return [(str(entry.convention or "").casefold(), entry) for entry in self.system.entries]

    def _ending_with(self, entry: Entry) -> Iterator[Calls]:
        for calls in self.of(entry)[:MAX_STARTS]:
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
                auction = auction.with_call(decide(self._place(auction), deal[auction.turn]).call)
            calls = auction.calls[auction.leading_passes :]
            count_by_auction.update(calls[:count] for count in range(1, len(calls)))
        return [calls for calls, _ in count_by_auction.most_common()]

    @lazy_property
    def _robot_auctions_by_section(self) -> dict[str, list[Calls]]:
        """For each section of a pattern or situation, the auctions that robots reach in which it applies."""
        by_section: dict[str, list[Calls]] = {}
        for calls in self._robot_auctions:
            for section in self._place(Auction.of(calls)).sections:
                if not section.literal:
                    by_section.setdefault(section.name, []).append(calls)
        return by_section

    def _place(self, auction: Auction) -> Place:
        return self.bidder.place(auction, Circumstances.of(auction, Scoring.IMP))
