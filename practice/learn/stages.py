"""The stage of the auction at which a player calls: what natural bidding is taught by."""

from __future__ import annotations

from enum import StrEnum

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import Strain

TWO_CLUBS = Call.parse("2C")


class Stage(StrEnum):
    """What a player does with their next call. The values are the names in topics.toml."""

    OPENING = "opening"
    RESPONSE_TO_MAJOR = "response to a major"
    RESPONSE_TO_MINOR = "response to a minor"
    OPENERS_REBID = "opener's rebid"
    RESPONDERS_REBID = "responder's rebid"
    LATER = "later call"
    AFTER_NOTRUMP = "after our notrump opening"
    AFTER_TWO_CLUBS = "after our two-club opening"
    AFTER_PREEMPT = "after our preempt"
    RESPONSE_IN_COMPETITION = "response in competition"
    COMPETING = "later competition"
    OVERCALL = "overcall"
    BALANCING = "balancing"
    OVER_NOTRUMP = "over their notrump opening"
    OVER_PREEMPT = "over their preempt"
    ADVANCE = "advance of an overcall"
    ADVANCE_OF_DOUBLE = "advance of a takeout double"
    DOUBLE = "double"
    SLAM = "slam"


def stage_of(auction: Auction, call: Call) -> Stage:
    """The stage of the player who is to call after `auction`; `call` is the right call.

    Doubles and bids in the slam zone have stages of their own, whenever they are made.
    """
    if not auction.prior_bids:
        return Stage.OPENING
    since = auction.calls[auction.leading_passes :]
    # The opening side makes the calls with an even index; the player to call has an even index if they belong to it.
    we_opened = len(since) % 2 == 0
    theirs = since[1::2] if we_opened else since[::2]
    contested = any(other is not PASS for other in theirs)
    if call in (DOUBLE, REDOUBLE):
        return Stage.DOUBLE
    if call.is_bid and (call.level >= 6 or (call.level == 5 and we_opened and not contested)):
        return Stage.SLAM
    return _stage_of_opening_side(since, contested) if we_opened else _stage_of_defenders(since)


def _stage_of_opening_side(since: tuple[Call, ...], contested: bool) -> Stage:
    opening = since[0]
    if contested:
        return Stage.RESPONSE_IN_COMPETITION if len(since) == 2 else Stage.COMPETING
    if opening is TWO_CLUBS:
        return Stage.AFTER_TWO_CLUBS
    if opening.strain is Strain.NOTRUMP:
        return Stage.AFTER_NOTRUMP
    if opening.level > 1:
        return Stage.AFTER_PREEMPT
    if len(since) == 2:
        is_major = opening.strain in (Strain.HEARTS, Strain.SPADES)
        return Stage.RESPONSE_TO_MAJOR if is_major else Stage.RESPONSE_TO_MINOR
    return {4: Stage.OPENERS_REBID, 6: Stage.RESPONDERS_REBID}.get(len(since), Stage.LATER)


def _stage_of_defenders(since: tuple[Call, ...]) -> Stage:
    opening = since[0]
    own_calls = [made for made in since[-4::-4] if made is not PASS]
    partners_calls = [made for made in since[-2::-4] if made is not PASS]
    if own_calls:
        return Stage.COMPETING
    if partners_calls:
        return Stage.ADVANCE_OF_DOUBLE if partners_calls[0] is DOUBLE else Stage.ADVANCE
    if opening.strain is Strain.NOTRUMP:
        return Stage.OVER_NOTRUMP
    if opening.level > 1:
        return Stage.OVER_PREEMPT
    highest = max(call for call in since if call.is_bid)
    return Stage.BALANCING if since[-2:] == (PASS, PASS) and highest.level <= 3 else Stage.OVERCALL
