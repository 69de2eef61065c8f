"""The sections that apply at a turn of an auction, found one after the other as they are asked for."""

from __future__ import annotations

from collections.abc import Mapping

from bidbase.compiler.binding import NO_FACTS, AuctionFacts, RequiredFacts
from bidbase.compiler.section import CompiledSection
from bidbase.compiler.section_index import SectionIndex
from bidbase.compiler.section_store import SectionStore
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SUITS, Strain
from bidbase.language.auction_state import AuctionState
from bidbase.language.patterns import Binding
from bidbase.language.ranges import Range, Ranges
from bidbase.language.strength import NOTHING, Hcp, PointsKnown
from bidbase.lazy import lazy_property

NATURAL = 3  # cards that a bid shows in its suit where it is natural: a minor may be opened on three
STOPPED = 2  # a stopper, where 1 is half of one
SectionNames = tuple[tuple[str, Binding], ...]
"""Names of sections, each with the strains of its variables."""


class SectionFinder:
    """Finds the sections for the player whose turn it is: the literal one, then patterns, then situations.

    Of patterns and of situations the most specific come first. Where opponents have doubled forcing calls of ours, the
    sections of the auction without these doubles stand before the situations. Patterns and situations are matched only
    when a section of theirs is asked for. Called with a number, it gives that section, None after the last one.
    """

    def __init__(self, index: SectionIndex, store: SectionStore, state: AuctionState) -> None:
        self._index = index
        self._store = store
        self._state = state

    def __call__(self, number: int) -> CompiledSection | None:
        by_calls = self._by_calls
        if number < len(by_calls):
            return self._compiled(*by_calls[number])
        situations = self._situations
        if number - len(by_calls) < len(situations):
            return self._compiled(*situations[number - len(by_calls)])
        return None

    @lazy_property
    def _by_calls(self) -> SectionNames:
        """The sections that the calls alone lead to."""
        found = self._after(self._state.auction)
        undoubled = self._state.undoubled
        if undoubled is None:
            return found
        return (*found, *(section for section in self._after(undoubled) if section not in found))

    def _after(self, auction: Auction) -> SectionNames:
        """The sections that the calls of an auction lead to, in which calls may carry the names of this one."""
        names = self._state.names
        literal: SectionNames = ()
        if auction.prior_bids in self._store.system.sections:
            literal = ((auction.prior_bids, {}),)
        fitting = self._index.patterns_fitting(auction.calls, lambda index: names[index])
        return (*literal, *((str(key), binding) for key, binding in fitting))

    @lazy_property
    def _situations(self) -> SectionNames:
        """The sections that what has been shown leads to."""
        return tuple((str(key), binding) for key, binding in self._index.situations_met(self._state))

    def _compiled(self, name: str, binding: Binding) -> CompiledSection:
        required = self._store.required_facts(name)
        facts = self._facts(required) if required else NO_FACTS
        return self._store.compiled(name, binding, facts, self._state.auction)

    def _facts(self, required: RequiredFacts) -> AuctionFacts:
        """What the auction says about these facts, for the entries that require them."""
        return AuctionFacts(
            self._points() if RequiredFacts.POINTS in required else NO_FACTS.points,
            self._state.partner.least if RequiredFacts.LENGTHS in required else NO_FACTS.lengths,
            self._state.auction.last_bid if RequiredFacts.LEVEL in required else NO_FACTS.last_bid,
            self._their_convention() if RequiredFacts.AGAINST in required else NO_FACTS.theirs,
            self._partners_suits() if RequiredFacts.PARTNERS_SUITS in required else NO_FACTS.partners_suits,
        )

    def _their_convention(self) -> str | None:
        """The convention that the opponents' last call carries, passes left out."""
        calls, names = self._state.auction.calls, self._state.names
        theirs = range(len(calls) - 1, -1, -2)
        return next((names[index] for index in theirs if calls[index] is not PASS), None)

    def _partners_suits(self) -> frozenset[Strain]:
        """The suits that partner has bid naturally, with cards or a stopper shown there."""
        calls, partner = self._state.auction.calls, self._state.partner
        strains = (call.strain for call in calls[(len(calls) - 2) % 4 :: 4] if call.is_bid)
        return frozenset(
            strain
            for strain in strains
            if strain in SUITS and (partner.least[strain] >= NATURAL or partner.stops[strain] >= STOPPED)
        )

    def _points(self) -> PointsKnown:
        openings = self._store.system.notrump_openings
        return PointsKnown(*self._state.partner.points, openings, self._own_notrump(dict(openings)))

    def _own_notrump(self, openings: Mapping[int, Hcp]) -> Hcp:
        """The range of the notrump that the bidder has bid: the basic one of an opening, else what was shown."""
        auction = self._state.auction
        own = [
            index for index in range(len(auction.calls) % 4, len(auction.calls), 4) if auction.calls[index] is not PASS
        ]
        first = auction.calls[own[0]] if own else PASS
        if not first.is_bid or first.strain is not Strain.NOTRUMP:
            return NOTHING
        shown = Hcp(Ranges((Range(*self._state.own.points),)))
        return openings.get(first.level, shown) if own[0] == auction.leading_passes else shown
