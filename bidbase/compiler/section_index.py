"""The sections of a system that serve many auctions, indexed by what they ask of an auction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bidbase.compiler.pattern_index import NameOf, PatternIndex
from bidbase.compiler.situation_index import SituationIndex
from bidbase.game.auction import Call
from bidbase.language.auction_state import AuctionState
from bidbase.language.bids import PatternKey
from bidbase.language.patterns import Binding
from bidbase.language.situations import SituationKey
from bidbase.systems import System


class SectionIndex:
    """Finds the pattern and the situation sections of one system that apply in an auction."""

    def __init__(self, system: System) -> None:
        self._patterns = PatternIndex(system.patterns)
        self._situations = SituationIndex(system.situations)

    def patterns_fitting(self, calls: Sequence[Call], name_of: NameOf) -> tuple[tuple[PatternKey, Binding], ...]:
        """The pattern keys that an auction fits, the most specific first, with the strains of their variables.

        `name_of` gives the name of the call with an index, where a pattern asks for it.
        """
        return self._patterns.match(calls, name_of).fits

    def situations_met(self, state: AuctionState) -> Iterator[tuple[SituationKey, Binding]]:
        """The situation keys that an auction meets, the most demanding first, with the suits of their variables."""
        return self._situations.met(state)
