"""The turns that the checks of a section look at, and so the sections on which their findings depend."""

from __future__ import annotations

from bidbase.bidding.bidder import Bidder
from bidbase.compiler import Place
from bidbase.game.auction import Auction, Call
from bidbase.language.auction_state import AuctionState
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.disclosure import Meaning
from bidbase.meaning.shown import Shown

Look = tuple[Auction, Circumstances]


class WatchedTurns:
    """Gives the places of one bidder, and remembers which were asked for since `forget` was last called."""

    def __init__(self, bidder: Bidder) -> None:
        self._bidder = bidder
        self._looks: dict[Look, None] = {}
        self._names: set[str] = set()
        self._leading_to: dict[Look, frozenset[str]] = {}

    def place(self, auction: Auction, circumstances: Circumstances) -> Place:
        """The place of the player whose turn it is; the opponents play the same system."""
        self._looks[auction, circumstances] = None
        return self._bidder.place(auction, circumstances)

    def state(self, auction: Auction, circumstances: Circumstances) -> AuctionState:
        """What each has shown to the player whose turn it is, and what the last calls demand of this player."""
        self._looks[auction, circumstances] = None
        return self._bidder.place(auction, circumstances).state

    def shown(self, place: Place) -> Shown:
        """What the player whose turn it is has shown so far, at a place that was asked for."""
        players = self._bidder.turn(place.auction, place.circumstances).disclosure.players
        return players[len(place.auction.calls) % len(players)]

    def meaning(self, place: Place, call: Call) -> Meaning:
        """What a call means at a place that was asked for."""
        return self._bidder.read(place, call)

    def look_at(self, section: str) -> None:
        """Remember a section of which something was read without a turn at which it applies."""
        self._names.add(section)

    def forget(self) -> None:
        """Begin anew."""
        self._looks.clear()
        self._names.clear()

    def sections_met(self) -> frozenset[str]:
        """The names of the sections that were found at these turns and at those before them, or looked at.

        The prior bids of each turn are among them: a section of that name would have been found there. While none of
        these sections changes, and none that serves many auctions is new, all that was read at these turns stays as it
        is.
        """
        return frozenset(self._names).union(
            *(self._met(auction, circumstances) for auction, circumstances in self._looks)
        )

    def _met(self, auction: Auction, circumstances: Circumstances) -> frozenset[str]:
        found = self._bidder.place(auction, circumstances).found
        return self._met_before(auction, circumstances) | {auction.prior_bids, *(section.name for section in found)}

    def _met_before(self, auction: Auction, circumstances: Circumstances) -> frozenset[str]:
        """The names met while the calls of an auction are read, each as the bidder reads it."""
        if not auction.calls:
            return frozenset()
        key = auction, circumstances
        if key not in self._leading_to:
            user = circumstances.user.other
            before = auction.before(len(auction.calls) - 1)
            then = Circumstances.of(before, circumstances.scoring, user)
            place = self._bidder.place(before, then)
            place.makers(auction.calls[-1])  # finds the sections on which the meaning of the call depends
            self._leading_to[key] = self._met(before, then)
        return self._leading_to[key]
