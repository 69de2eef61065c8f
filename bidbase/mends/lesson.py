"""A lesson: with this hand, after this auction, the player is to make this call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder, Others
from bidbase.compiler import CompiledSection, Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand
from bidbase.language.circumstances import Circumstances
from bidbase.systems import Entry

Changes = Mapping[str, Entry]
"""Entries of a system that are changed or new, by id."""


@dataclass(frozen=True)
class Lesson:
    """What a system is to learn. Left out, the opponents play the same system."""

    bidder: Bidder
    auction: Auction
    circumstances: Circumstances
    hand: Hand
    call: Call
    opponents: Bidder | None = None

    @property
    def place(self) -> Place:
        """Where the call is to be made, in the system as it is."""
        return self._place_of(self.bidder)

    def changed(self, changes: Changes) -> Bidder:
        """The system with changes."""
        return Bidder(self.bidder.system.changed(entries=changes), self.bidder)

    def place_with(self, changes: Changes) -> Place:
        """Where the call is to be made, in the system with changes."""
        return self._place_of(self.changed(changes))

    def _place_of(self, bidder: Bidder) -> Place:
        return bidder.place(self.auction, self.circumstances, self.others(bidder))

    def others(self, bidder: Bidder) -> Others | None:
        """Who bids in the other seats where the player and partner play this system; None where all play it."""
        return (self.opponents, bidder, self.opponents) if self.opponents else None

    def is_learned(self, place: Place) -> bool:
        """Whether the hand makes the call there, whatever the draw of the percentages.

        Without an entry a hand passes, unless a simulation is asked for.
        """
        for _, row in place.matches(self.hand):
            if row.call is not self.call:
                return False
            if row.entry.usage.percent is None:
                return True
        return self.call is PASS and not place.simulated(self.hand)

    def catcher(self, place: Place) -> tuple[CompiledSection, Row] | None:
        """The first row that takes the hand there to another call, with its section; None where there is none."""
        return next((found for found in place.matches(self.hand) if found[1].call is not self.call), None)
