"""The compiled sections of a system, made when they are first needed and kept."""

from __future__ import annotations

from functools import reduce
from operator import or_

from bidbase.compiler.binding import AuctionFacts, RequiredFacts, bound_entry, cells_bound, required_facts
from bidbase.compiler.section import CompiledSection
from bidbase.game.auction import Auction
from bidbase.kept import Kept
from bidbase.language.bids import PriorBids
from bidbase.language.patterns import Binding
from bidbase.systems import System
from bidbase.systems.differences import switched_conventions

SectionKey = tuple[object, ...]
"""The store and the name of a section, and whatever else its compiled form depends on."""
MAX_SECTIONS = 6_000  # kept of all systems that stand on one base; one takes some ten kilobytes


class SectionStore:
    """Compiles sections and keeps them, so that one that comes out the same in many auctions is compiled once.

    With `base`, the store of another system, a section of which both systems say the same is compiled there. What is
    compiled here counts toward the limit of the base. Threads may share a store: two that miss the same section both
    compile it, and the first one stands.
    """

    def __init__(self, system: System, base: SectionStore | None = None) -> None:
        self.system = system
        self._base = base
        self._switched = switched_conventions(base.system, system) if base is not None else set[str]()
        self._by_facts: Kept[SectionKey, CompiledSection] = base._by_facts if base is not None else Kept(MAX_SECTIONS)
        self._by_content: Kept[SectionKey, CompiledSection] = (
            base._by_content if base is not None else Kept(MAX_SECTIONS)
        )
        self._compiled_by: dict[str, SectionStore] = {}  # the store that compiles each section that was asked for
        self._required: dict[str, RequiredFacts] = {}

    def required_facts(self, name: str) -> RequiredFacts:
        """What the entries of a section must know of the auction before it can be compiled."""
        store = self._store_of(name)
        required = store._required.get(name)
        if required is None:
            each = (required_facts(entry) for entry in self.system.sections[name])
            required = store._required[name] = reduce(or_, each, RequiredFacts.NOTHING)
        return required

    def compiled(self, name: str, binding: Binding, facts: AuctionFacts, auction: Auction) -> CompiledSection:
        """The section of this name in an auction, with its variables bound and these facts filled in."""
        store = self._store_of(name)
        required = self.required_facts(name)
        seats = (auction.prior_bids,) if RequiredFacts.SEATS in required else ()
        key: SectionKey = (store, name, *sorted(binding.items()), *((facts,) if required else ()), *seats)
        section = self._by_facts.get(key)
        if section is None:
            section = self._by_facts.keep(key, store._shared(name, binding, facts, auction, seats))
        return section

    def _store_of(self, name: str) -> SectionStore:
        """The store that compiles a section: that of the base, if both systems say the same there."""
        store = self._compiled_by.get(name)
        if store is None:
            base = self._base
            same = base is not None and self._is_same(name, base.system, self._switched)
            store = self._compiled_by[name] = base._store_of(name) if base is not None and same else self
        return store

    def differing(self, other: System) -> frozenset[str]:
        """The names of the sections of which this system and another one do not say the same; all that either has."""
        switched = switched_conventions(self.system, other)
        names = frozenset((*self.system.sections, *other.sections))
        differing = frozenset(name for name in names if not self._is_same(name, other, switched))
        if self.system.notrump_openings != other.notrump_openings:
            counting = (name for name in self.system.sections if RequiredFacts.POINTS in self.required_facts(name))
            differing = differing.union(counting)
        return differing

    def _is_same(self, name: str, other: System, switched: set[str]) -> bool:
        """Whether a section has the same entries as elsewhere, which count hands and are switched on as there.

        `switched` are the names of the conventions whose selection codes differ.
        """
        entries = self.system.sections.get(name, ())
        if other.sections.get(name, ()) != entries or other.valuations != self.system.valuations:
            return False
        conventions = (entry.convention for entry in entries)
        return not any(switched.intersection(name.switches()) for name in conventions if name is not None)

    def _shared(
        self, name: str, binding: Binding, facts: AuctionFacts, auction: Auction, seats: tuple[str, ...]
    ) -> CompiledSection:
        """The section compiled, the same one for all facts with which it comes out the same."""
        entries = self.system.sections[name]
        if not self.required_facts(name) and name == auction.prior_bids:
            return CompiledSection(name, entries, self.system)
        prior_bids = PriorBids(auction.calls[auction.leading_passes :])
        bound = tuple(bound_entry(entry, binding, prior_bids, facts) for entry in entries)
        key: SectionKey = (self, name, *map(cells_bound, entries, bound), *seats)
        section = self._by_content.get(key)
        if section is None:
            section = self._by_content.keep(key, CompiledSection(name, bound, self.system))
        return section
