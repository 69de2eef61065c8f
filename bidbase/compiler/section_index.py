"""The sections of a system that serve many auctions, indexed by what they ask of an auction."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from bidbase.compiler.pattern_index import NameOf, PatternIndex
from bidbase.compiler.situation_index import SituationIndex
from bidbase.game.auction import Call
from bidbase.language.auction_state import AuctionState
from bidbase.language.bids import PatternKey
from bidbase.language.patterns import Binding
from bidbase.language.situations import SituationKey
from bidbase.systems import System

ManyKey = TypeVar("ManyKey", PatternKey, SituationKey)


class SectionIndex:
    """Finds the pattern and the situation sections of one system that apply in an auction.

    With `base`, the index of another system, it asks the base, and itself only about the keys that the base has not.
    """

    def __init__(self, system: System, base: SectionIndex | None = None) -> None:
        self._system = system
        self._base = base
        known: Container[str] = base._system.sections if base is not None else ()
        self._patterns = PatternIndex([key for key in system.patterns if str(key) not in known])
        self._situations = SituationIndex([key for key in system.situations if str(key) not in known])

    @property
    def _keys(self) -> tuple[list[PatternKey], list[SituationKey]]:
        return self._system.patterns, self._system.situations

    @classmethod
    def of(cls, system: System, base: SectionIndex | None) -> SectionIndex:
        """The index of a system, which is the base itself where the keys are the same."""
        keys = (system.patterns, system.situations)
        return base if base is not None and base._keys == keys else cls(system, base)

    def patterns_fitting(self, calls: Sequence[Call], name_of: NameOf) -> Sequence[tuple[PatternKey, Binding]]:
        """The pattern keys that an auction fits, the most specific first, with the strains of their variables.

        `name_of` gives the name of the call with an index, where a pattern asks for it.
        """
        fits = self._patterns.match(calls, name_of).fits
        return fits if self._base is None else self._merged(self._base.patterns_fitting(calls, name_of), fits)

    def situations_met(self, state: AuctionState) -> Iterable[tuple[SituationKey, Binding]]:
        """The situation keys that an auction meets, the most demanding first, with the suits of their variables."""
        met = self._situations.met(state)
        return met if self._base is None else self._merged(self._base.situations_met(state), met)

    def _merged(
        self, found_by_base: Iterable[tuple[ManyKey, Binding]], found: Iterable[tuple[ManyKey, Binding]]
    ) -> list[tuple[ManyKey, Binding]]:
        """What the base has found, as far as this system has the keys, and what was found here, in order."""
        together = [fit for fit in found_by_base if str(fit[0]) in self._system.sections]
        together += found
        return sorted(together, key=lambda fit: self._system.rank(fit[0]))
