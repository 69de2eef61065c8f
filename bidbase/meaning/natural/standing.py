"""How an auction stands for the natural reading of the next call: who has shown which suits, and how many points."""

from __future__ import annotations

from bidbase.game.auction import PASS
from bidbase.game.cards import SUITS, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language.auction_state import BID_SUIT, LIMITED_RANGE, AuctionState

PASSED = 11  # the most points of a hand that did not open
SILENT = 15  # the most of one that has passed over a bid
PRESUMED = 9  # points that a partner has on average who has not bid yet
WIDE = 4  # points of a wide range, of which partner may be expected to have one more than the least


def shows(state: AuctionState, player: int, strain: Strain) -> bool:
    """Whether a player, counted to the left from whose turn it is, has shown a suit: a minor may be opened on three."""
    least = (state.own, state.opponents[0], state.partner, state.opponents[1])[player].least[strain]
    return least >= BID_SUIT or (least >= BID_SUIT - 1 and has_bid(state, player, strain))


def has_bid(state: AuctionState, player: int, strain: Strain) -> bool:
    calls = state.auction.calls
    return any(call.is_bid and call.strain is strain for call in calls[(len(calls) + player) % 4 :: 4])


def is_theirs(state: AuctionState, strain: Strain) -> bool:
    return shows(state, 1, strain) or shows(state, 3, strain)


def unbid(state: AuctionState) -> list[Strain]:
    return [suit for suit in SUITS if not any(shows(state, player, suit) for player in range(4))]


def partners_points(state: AuctionState) -> int:
    """The points that a player may count on: the least shown, and one more of a wide range."""
    if not state.acted(2):
        return min(PRESUMED, state.partner.points[1])
    low, high = state.partner.points
    return low + (high - low >= WIDE)


def most_points(state: AuctionState) -> int:
    """The most points that the player can have after their own calls, where these have limited the hand.

    An opening limits it too, and so does a pass: somebody did not open, or did not come in.
    """
    low, high = state.own.points
    most = high if high - low <= LIMITED_RANGE or opened(state) else MAX_HCP
    if passed_hand(state):
        most = min(most, PASSED)
    elif not state.acted(0) and PASS in state.auction.calls[len(state.auction.calls) % 4 :: 4]:
        most = min(most, SILENT)
    return most


def opened(state: AuctionState) -> bool:
    """Whether the player whose turn it is made the first bid."""
    calls = state.auction.calls
    first = next((index for index, call in enumerate(calls) if call is not PASS), None)
    return first is not None and (len(calls) - first) % 4 == 0


def passed_hand(state: AuctionState) -> bool:
    """Whether the player whose turn it is had the chance to open and passed."""
    calls = state.auction.calls
    first = len(calls) % 4
    return len(calls) >= 4 and calls[: first + 1].count(PASS) == first + 1
