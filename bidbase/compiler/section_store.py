"""The compiled sections of a system, made when they are first needed and kept, in memory and on the shelf.

A section is known by what it says and not by its system, so that systems that say the same share it on the shelf.
"""

from __future__ import annotations

from functools import partial, reduce
from operator import or_

from bidbase.compiler.binding import (
    NO_FACTS,
    AuctionFacts,
    RequiredFacts,
    bound_entry,
    cells_bound_text,
    required_facts,
)
from bidbase.compiler.section import BindEntry, CompiledSection
from bidbase.compiler.shelved_tables import keep_tables, kept_tables
from bidbase.game.auction import Auction
from bidbase.kept import Kept
from bidbase.language.bids import PriorBids
from bidbase.language.patterns import Binding
from bidbase.shelf import key_of, shelf
from bidbase.systems import Entry, System
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
        self._shelf = shelf()

    def required_facts(self, name: str) -> RequiredFacts:
        """What the entries of a section must know of the auction before it can be compiled."""
        store = self._store_of(name)
        required = store._required.get(name)
        if required is None:
            required = store._required[name] = self._required_facts(name)
        return required

    def _required_facts(self, name: str) -> RequiredFacts:
        key = key_of("required facts", self.system.digest_of(name))
        if (content := self._shelf.get(key)) is not None:
            return RequiredFacts(int.from_bytes(content, "big"))
        each = (required_facts(entry) for entry in self.system.sections[name])
        required = reduce(or_, each, RequiredFacts.NOTHING)
        self._shelf.keep(key, lambda: required.value.to_bytes(1, "big"))
        return required

    def compiled(self, name: str, binding: Binding, facts: AuctionFacts, auction: Auction) -> CompiledSection:
        """The section of this name in an auction, with its variables bound and these facts filled in."""
        store = self._store_of(name)
        required = self.required_facts(name)
        seats = auction.prior_bids if RequiredFacts.SEATS in required else None
        key: SectionKey = (store, name, *sorted(binding.items()), *((facts,) if required else ()), seats)
        section = self._by_facts.get(key)
        if section is None:
            section = self._by_facts.keep(key, store._made(name, binding, facts if required else None, auction, seats))
        return section

    def _store_of(self, name: str) -> SectionStore:
        """The store that compiles a section: the store of the base, if both systems say the same there."""
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

    def _made(
        self, name: str, binding: Binding, facts: AuctionFacts | None, auction: Auction, seats: str | None
    ) -> CompiledSection:
        """The section from the shelf or compiled, the same one for all facts with which it comes out the same.

        The shelf has two keys for it: what is asked leads to what comes out of it, and that to the tables.
        """
        written, digest = self.system.sections[name], self.system.digest_of(name)
        prior_bids = PriorBids(auction.calls[auction.leading_passes :])
        bind = partial(bound_entry, binding=binding, prior_bids=prior_bids, facts=facts or NO_FACTS)
        if facts is None and name == auction.prior_bids:
            return self._kept(name, digest) or self._compiled(name, digest)
        asked = key_of("section", digest, sorted(binding.items()), facts, seats)
        if (key := self._shelf.get(asked)) is not None and (section := self._kept(name, key, bind)) is not None:
            return section
        bound = tuple(map(bind, written))
        key = key_of("bound", digest, [*map(cells_bound_text, written, bound)], seats)
        self._shelf.keep(asked, lambda: key)
        return self._kept(name, key, bind) or self._compiled(name, key, bound)

    def _kept(self, name: str, key: bytes, bind: BindEntry | None = None) -> CompiledSection | None:
        """The section with this key, if it is kept in memory or on the shelf."""
        section = self._by_content.get((self, key))
        if section is None and (tables := kept_tables(self._shelf, key)) is not None:
            section = CompiledSection(name, self.system.sections[name], self.system, tables, bind, key)
            section = self._by_content.keep((self, key), section)
        return section

    def _compiled(self, name: str, key: bytes, bound: tuple[Entry, ...] | None = None) -> CompiledSection:
        written = self.system.sections[name]
        section = CompiledSection.of(name, bound or written, self.system, written, key)
        keep_tables(self._shelf, key, section.tables)
        return self._by_content.keep((self, key), section)
