"""The auctions that sections serve: that of a literal section, and some of those of a pattern or situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.game.auction import Auction
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.pattern_listing import all_listed, auctions, continued
from bidbase.language.pattern_search import Calls
from bidbase.lazy import lazy_property
from bidbase.systems import Entry, System

MAX_AUCTIONS = 100  # auctions that are known of a section for many auctions
MAX_STARTS = 20  # auctions of one named entry from which patterns with that name are continued


class ServedAuctions:
    """Knows auctions for each section of a system. Results that take long to find are kept.

    Of a section that serves many, at most `most` are known. Some of them are `robot_auctions`, which are asked for when
    they are first needed.
    """

    def __init__(
        self, system: System, robot_auctions: Callable[[], RobotAuctions], *, most: int = MAX_AUCTIONS
    ) -> None:
        self.system = system
        self._robot_auctions, self._most = robot_auctions, most
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
            reached = self._bid.by_section.get(name, ())[: self._most // 2]
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
        return [*listed, *continued(key.pattern, self._bid.calls, self._most)] if anywhere else listed

    @lazy_property
    def _entries_with_names(self) -> list[tuple[str, Entry]]:
        """All entries, each with the name of its convention in the form in which patterns ask for it."""
        return [(str(entry.convention or "").casefold(), entry) for entry in self.system.entries]

    def _ending_with(self, entry: Entry) -> Iterator[Calls]:
        for calls in self.of(entry)[:MAX_STARTS]:
            auction = Auction.of(calls)
            yield from ((*calls, call) for call in entry.calls() if not auction.why_illegal(call))

    @lazy_property
    def _bid(self) -> RobotAuctions:
        return self._robot_auctions()
