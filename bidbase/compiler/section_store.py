"""The compiled sections of one system, made when they are first needed and kept."""

from __future__ import annotations

from functools import reduce
from operator import or_

from bidbase.compiler.binding import AuctionFacts, RequiredFacts, bound_entry, cells_bound, required_facts
from bidbase.compiler.section import CompiledSection
from bidbase.game.auction import Auction
from bidbase.language.bids import PriorBids
from bidbase.language.patterns import Binding
from bidbase.systems import System

SectionKey = tuple[object, ...]
"""The name of a section, and whatever else its compiled form depends on."""
MAX_SECTIONS = 6_000  # kept before they are compiled anew; one takes some ten kilobytes


class SectionStore:
    """Compiles sections and keeps them, so that one that comes out the same in many auctions is compiled once.

    Threads may share a store: two that miss the same section both compile it, and the first one stands.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._by_facts: dict[SectionKey, CompiledSection] = {}
        self._by_content: dict[SectionKey, CompiledSection] = {}
        self._required: dict[str, RequiredFacts] = {}

    def required_facts(self, name: str) -> RequiredFacts:
        """What the entries of a section must know of the auction before it can be compiled."""
        required = self._required.get(name)
        if required is None:
            each = (required_facts(entry) for entry in self.system.sections[name])
            required = self._required[name] = reduce(or_, each, RequiredFacts.NOTHING)
        return required

    def compiled(self, name: str, binding: Binding, facts: AuctionFacts, auction: Auction) -> CompiledSection:
        """The section of this name in an auction, with its variables bound and these facts filled in."""
        required = self.required_facts(name)
        seats = (auction.prior_bids,) if RequiredFacts.SEATS in required else ()
        key: SectionKey = (name, *sorted(binding.items()), *((facts,) if required else ()), *seats)
        section = self._by_facts.get(key)
        if section is None:
            if len(self._by_facts) >= MAX_SECTIONS:
                self.clear()
            section = self._by_facts.setdefault(key, self._shared(name, binding, facts, auction, seats))
        return section

    def _shared(
        self, name: str, binding: Binding, facts: AuctionFacts, auction: Auction, seats: tuple[str, ...]
    ) -> CompiledSection:
        """The section compiled, the same one for all facts with which it comes out the same."""
        entries = self.system.sections[name]
        if not self.required_facts(name) and name == auction.prior_bids:
            return CompiledSection(name, entries, self.system)
        prior_bids = PriorBids(auction.calls[auction.leading_passes :])
        bound = tuple(bound_entry(entry, binding, prior_bids, facts) for entry in entries)
        key: SectionKey = (name, *map(cells_bound, entries, bound), *seats)
        section = self._by_content.get(key)
        if section is None:
            section = self._by_content.setdefault(key, CompiledSection(name, bound, self.system))
        return section

    def clear(self) -> None:
        """Drop what is kept: what has been shown makes sections of situations in ever new variants."""
        self._by_facts.clear()
        self._by_content.clear()
