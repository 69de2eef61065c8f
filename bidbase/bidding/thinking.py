"""Thinking: where the book says little, a robot weighs the calls that its hand might make before it calls.

`roll_outs` weighs them. The book's call stands unless another is clearly better; a pass for want of an entry does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bidbase.bidding.bidder import Decision, Source
from bidbase.bidding.simulation import contracts_to_set
from bidbase.bidding.weighed import Weighed
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import BIDS, DOUBLE, PASS, Call
from bidbase.game.cards import SUITS, Hand
from bidbase.language.auction_state import BID_SUIT, FIT, AuctionState, fits

ACES = frozenset({"A", "KC", "K"})  # what asks for aces, key cards or kings
GAMES = frozenset(map(Call.parse, ("3N", "4H", "4S", "5C", "5D")))
HIGH = 3  # the level from which competition is thought about in a player's first call too
SLAM_ZONE = 4  # the level from which every call is thought about
POINTS = 2  # by which a similar hand may differ
LONG = 6  # cards of the own suit that are worth another bid
RAISES = 2  # the lowest so many raises of a suit
TOTAL_TRUMPS = 3  # tricks above the trumps known to be held that a raise may bid for
SMALL_SLAM = 6  # the level of a slam
HIGHEST_RAISE = 5  # slams are left to the book


def worth_thinking(state: AuctionState, decision: Decision) -> bool:
    """Whether the book says little at a turn: a situation decides or nothing does, or the bidding is contested or high.

    Who is asked for aces answers. The first calls of a contested auction are left to the book, which knows them well.
    """
    if state.high is None or not ACES.isdisjoint(state.asks):
        return False
    if decision.source in (Source.SITUATION, Source.NONE) or state.high.level >= SLAM_ZONE:
        return True
    return (state.contested or not state.we_hold) and (state.acted(0) or state.high.level >= HIGH)


def calls_to_weigh(place: Place, hand: Hand, state: AuctionState, book: Call) -> tuple[Call, ...]:
    """The book's call and the others that a hand might make.

    They are those that the book makes with a similar hand, so that partner is not misled by much, then pass, unless it
    breaks a force, a double by a side that has bid, and raises.
    """
    similar = place.calls_of(similar_hands(hand))
    doubles = [DOUBLE] if state.acted(0) or state.acted(2) else []
    wanted = [book, PASS, *sorted(similar), *doubles, *_raises(state, hand)]
    return tuple(
        call
        for call in dict.fromkeys(wanted)
        if call is book or not (place.auction.why_illegal(call) or (call is PASS and state.forced))
    )


def similar_hands(hand: Hand) -> HandBatch:
    """The hands that differ from one by a card and are worth the same but for a few points."""
    held = [(suit, card) for suit in SUITS for card in range(13) if hand.holdings[suit] >> card & 1]
    missing = [(suit, card) for suit in SUITS for card in range(13) if not hand.holdings[suit] >> card & 1]
    changes = [(old, new) for old in held for new in missing if abs(_points(new[1]) - _points(old[1])) <= POINTS]
    holdings = np.tile(np.array(hand.holdings, dtype=np.intp)[:, None], len(changes))
    for number, ((suit, card), (other, instead)) in enumerate(changes):
        holdings[suit, number] ^= 1 << card
        holdings[other, number] |= 1 << instead
    return HandBatch(holdings)


def _points(card: int) -> int:
    """The high-card points of a card, counted from the two: 4 for the ace."""
    return max(0, card - 8)


def _raises(state: AuctionState, hand: Hand) -> Iterator[Call]:
    """The lowest raises of partner's suits where there is a fit, and rebids of a long suit of one's own."""
    if state.we_hold and not state.below_game:
        return
    for suit in SUITS:
        trumps = hand.lengths[suit] + state.partner.least[suit]
        raises = state.partner.least[suit] >= BID_SUIT and trumps >= FIT
        rebids = state.own.least[suit] >= BID_SUIT and hand.lengths[suit] >= LONG
        if raises or rebids:
            bids = [bid for bid in BIDS if bid.strain is suit and not state.auction.why_illegal(bid)][:RAISES]
            yield from (bid for bid in bids if bid.level <= min(HIGHEST_RAISE, max(trumps, FIT - 1) + TOTAL_TRUMPS - 6))


def calls_beyond_book(place: Place, hand: Hand, state: AuctionState, book: Call) -> tuple[Call, ...]:
    """The calls to weigh for a hand that its calls have not shown: the games too that it can bid to play.

    Where a fit is known that is the small slam in it as well.
    """
    slams = [Call.bid(SMALL_SLAM, suit) for suit in fits(state)]
    wanted = [call for call in contracts_to_set(place, hand, state.forced) if call in GAMES or call in slams]
    calls = dict.fromkeys((*calls_to_weigh(place, hand, state, book), *wanted))
    return tuple(call for call in calls if not (call is PASS and state.forced))


def thought(decision: Decision, weighed: Weighed) -> Decision:
    """What a robot decides that has weighed its calls, given the book's decision."""
    if weighed.chosen is decision.call:
        return replace(decision, weighed=weighed)
    return Decision(weighed.chosen, Source.THINKING, weighed=weighed)
