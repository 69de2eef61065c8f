"""A bid that is to be read naturally, and how it stands to what has been shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bidbase.game.auction import BIDS, Call
from bidbase.game.cards import SUITS, Strain
from bidbase.language.auction_state import AuctionState, fits
from bidbase.lazy import lazy_property
from bidbase.meaning.hand_summary import ANY_HCP, MAX_TOTAL, HandSummary
from bidbase.meaning.natural.reading import ANY_LENGTH, SURPRISING, Limits, NaturalReading
from bidbase.meaning.natural.standing import most_points, partners_points, shows

NEEDED = {1: 18, 2: 20, 3: 23, 4: 26, 5: 29, 6: 33, 7: 37}
"""The points of both partners together for a suit at each level."""
LIMIT = 5  # points between the least and the most of a bid that partner may pass
TOO_STRONG = 5  # points above the most that the player can have: then the call is none that anybody expects
GAME, FIVE = 4, 5  # levels: of most games, and above those in a major


@dataclass(frozen=True)
class NaturalBid:
    """A bid, and how it stands to what has been shown."""

    state: AuctionState
    call: Call

    @property
    def level(self) -> int:
        return self.call.level

    @property
    def strain(self) -> Strain:
        return self.call.strain

    @lazy_property
    def jump(self) -> int:
        """How many levels it is above the cheapest bid of its strain."""
        cheapest = next(bid for bid in BIDS if bid.strain is self.strain and not self.state.auction.why_illegal(bid))
        return self.level - cheapest.level

    @lazy_property
    def agreed(self) -> Strain | None:
        """The suit of eight cards or more that both partners have shown."""
        return next(iter(fits(self.state)), None)

    @lazy_property
    def partners_suit(self) -> Strain | None:
        """The suit that partner has shown last."""
        calls, shown = self.state.auction.calls, self.state.partner.least
        bids = [call.strain for call in calls[(len(calls) + 2) % 4 :: 4] if call.is_bid]
        suits = [*reversed(bids), *sorted(SUITS, key=lambda suit: -shown[suit])]
        return next((suit for suit in suits if suit in SUITS and shows(self.state, 2, suit)), None)

    @property
    def we_acted(self) -> bool:
        return self.state.acted(0) or self.state.acted(2)

    @property
    def forced(self) -> bool:
        """Whether it may be made without points for it: the side goes on to game, or partner's double asks for it."""
        answers_double = self.state.asks_now and not self.state.auction.calls[-2].is_bid
        return self.state.game_forced or answers_double

    def reading(
        self,
        text: str,
        points: Limits = (0, MAX_TOTAL),
        least: int = 0,
        asks: Iterable[str] = (),
        title: str = "",
        hcp: Limits = ANY_HCP,
    ) -> NaturalReading:
        """One kind of hand: total points between limits, and at least so many cards of the suit."""
        low, high = points
        shown, most = self.state.own.points[0], most_points(self.state)
        if max(low, hcp[0]) >= most + TOO_STRONG:
            text, title, asks, low, hcp = SURPRISING, "", (), shown, (shown, most)
        low, hcp = min(low, most), (min(hcp[0], most), min(hcp[1], most))
        lengths = tuple((least, 13) if suit is self.strain else ANY_LENGTH for suit in SUITS)
        hands = HandSummary((max(hcp[0], low - LIMIT, shown, 0), hcp[1]), lengths, False, (max(low, hcp[0]), high))
        return NaturalReading(text, (hands,), tuple(asks), title)

    def surprising(self) -> NaturalReading:
        """A bid that no hand makes which has called so far as the player has."""
        return self.reading(SURPRISING)

    def wanted(self, needed: Mapping[int, int]) -> int:
        """The points that the player needs of what both need at this level; never fewer than they have shown."""
        return max(self.state.own.points[0], needed[self.level] - partners_points(self.state))
