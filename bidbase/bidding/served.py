"""The auctions that sections serve: that of a literal section, and some of those of a pattern or situation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.game.auction import Auction
from bidbase.language import fields
from bidbase.language.bids import Key, PatternKey, PriorBids
from bidbase.language.pattern_listing import all_listed, auctions, continued
from bidbase.language.pattern_search import Calls
from bidbase.language.patterns import Pattern, belongs_to
from bidbase.lazy import LazyList, lazy_property
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
        self._known: dict[str, LazyList[Calls]] = {}
        self._being_listed: set[str] = set()

    def of(self, entry: Entry) -> Iterable[Calls]:
        """The auction that the section of an entry serves, or some of them if it serves many.

        Those that robots reach come first, the most frequent first, then those given for test hands, then those that
        the pattern lists or that follow a call it names, the plainest first. They are looked for as they are asked for.
        """
        if isinstance(entry.key, PriorBids):
            return (entry.key.calls,)
        name = entry.section
        if name in self._being_listed:  # a pattern may follow a call of its own entries
            return ()
        if name not in self._known:
            self._known[name] = LazyList(islice(_each_once(self._served_by_section(name, entry.key)), self._most))
        return self._known[name]

    def _served_by_section(self, name: str, key: Key) -> Iterator[Calls]:
        yield from self.bid.by_section.get(name, ())[: self._most // 2]
        given = (entry.get(fields.TEST_AUCTION) for entry in self.system.sections[name])
        yield from (prior_bids.calls for prior_bids in given if prior_bids is not None)
        if isinstance(key, PatternKey):
            self._being_listed.add(name)
            listed = self._listed(key.pattern)
            self._being_listed.discard(name)
            yield from listed

    def all_known(self, entry: Entry) -> bool:
        """Whether `of` gives all auctions that the section of an entry serves."""
        if not isinstance(entry.key, PatternKey):
            return isinstance(entry.key, PriorBids)
        return all_listed(entry.key) and sum(1 for _ in self.of(entry)) < self._most

    def _listed(self, pattern: Pattern) -> list[Calls]:
        """Auctions that a pattern may fit: of alternatives that name calls those that follow one, otherwise all."""
        asking = tuple(sub for sub in pattern.alternatives if any(element.name for element in sub.elements))
        plain = tuple(sub for sub in pattern.alternatives if sub not in asking)
        found = auctions(replace(pattern, alternatives=plain), self._most) if plain else []
        if any(sub.anywhere for sub in plain):
            found += continued(replace(pattern, alternatives=plain), self.bid.calls, self._most)
        if asking:
            found += self._after_named_calls(replace(pattern, alternatives=asking))
        return found

    def _after_named_calls(self, pattern: Pattern) -> list[Calls]:
        """Auctions that follow a call of a convention for which the pattern asks."""
        asked = {(element.name, element.possible) for sub in pattern.alternatives for element in sub.elements}
        named = [(name, frozenset(possible)) for name, possible in asked if name is not None]
        starts = [
            calls
            for name, entries in self._by_convention.items()
            for entry in entries
            if any(belongs_to(name, wanted) and not possible.isdisjoint(entry.calls()) for wanted, possible in named)
            for calls in self._ending_with(entry)
        ]
        Random(0).shuffle(starts)  # so that the first ones differ
        return continued(pattern, starts, self._most)

    @lazy_property
    def _by_convention(self) -> dict[str, list[Entry]]:
        """The entries of each convention."""
        entries: dict[str, list[Entry]] = {}
        for entry in self.system.entries:
            if entry.convention is not None:
                entries.setdefault(str(entry.convention), []).append(entry)
        return entries

    def _ending_with(self, entry: Entry) -> Iterator[Calls]:
        for calls in islice(self.of(entry), MAX_STARTS):
            auction = Auction.of(calls)
            yield from ((*calls, call) for call in entry.calls() if not auction.why_illegal(call))

    @lazy_property
    def bid(self) -> RobotAuctions:
        """What robots bid."""
        return self._robot_auctions()


def _each_once(found: Iterable[Calls]) -> Iterator[Calls]:
    seen: set[Calls] = set()
    for calls in found:
        if calls not in seen:
            seen.add(calls)
            yield calls
