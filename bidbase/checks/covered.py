"""What a section does with the hands that reach it, as numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bidbase.bidding.estimates import Share
from bidbase.compiler import HandBatch
from bidbase.compiler.rows import Row
from bidbase.game.arrays import HCP_OF_HOLDING
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language.circumstances import Circumstances
from bidbase.lazy import lazy_property
from bidbase.systems import Entry


@dataclass(frozen=True)
class PlacedHands:
    """The hands that reach a place, its rows, and for each hand the index of the first row that it meets, or -1."""

    auction: Auction
    hands: HandBatch
    rows: list[Row]
    first: np.ndarray

    @property
    def unfit_share(self) -> float:
        """The share of the hands that meet no row."""
        return float((self.first < 0).mean())

    @lazy_property
    def points(self) -> np.ndarray:
        """The high-card points of each hand: shape (n,)."""
        return HCP_OF_HOLDING[self.hands.holdings].sum(axis=0, dtype=int)

    def made_by(self, chosen: Callable[[Row | None], bool]) -> np.ndarray:
        """For each hand whether its call is made by one of the rows that are chosen; None stands for no row."""
        of_row = np.array([*map(chosen, self.rows), chosen(None)])
        made: np.ndarray = of_row[self.first]
        return made


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
