"""What a section does with the hands that reach it, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.estimates import Share
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language.circumstances import Circumstances
from bidbase.systems import Entry


@dataclass(frozen=True, slots=True)
class CoveredByEntry:
    """How many of the hands make a call by an entry. The entry can be one of another section, which comes later."""

    call: Call
    entry: Entry
    hands: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """What becomes of `hands` hands that reach a section after an auction.

    `by_entry` has the entries that make a call with some of them, in the order in which they are tried. No entry fits
    `unfit` hands, of which `example` is a typical one; None where every hand has an entry. `deals` is the share of
    random deals in which the auction comes up when all four players use the system; None where it has a call that no
    entry makes. `switched` says that the seat and the vulnerability switch entries of the section.
    """

    auction: Auction
    switched: bool
    deals: Share | None
    hands: int
    by_entry: tuple[CoveredByEntry, ...]
    unfit: int
    example: Hand | None

    @property
    def by_call(self) -> dict[Call, int]:
        """How many of the hands make each call, in the order in which the calls are tried."""
        hands_by_call: dict[Call, int] = {}
        for made in self.by_entry:
            hands_by_call[made.call] = hands_by_call.get(made.call, 0) + made.hands
        return hands_by_call

    @property
    def circumstances(self) -> str:
        """The seat and the vulnerability in words; empty where they do not matter."""
        if not self.switched:
            return ""
        circumstances = Circumstances.of(self.auction)
        return f"{circumstances.position_words()}, {circumstances.vulnerability_words()}"
