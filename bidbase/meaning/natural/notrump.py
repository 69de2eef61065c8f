"""Natural bids in notrump: balanced hands with stoppers, and 4NT and 5NT as what they ask."""

from __future__ import annotations

from collections.abc import Iterable

from bidbase.game.cards import SUITS, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.game.scoring import is_game
from bidbase.meaning.hand_summary import ANY_HCP, MAX_TOTAL, HandSummary
from bidbase.meaning.natural.bid import FIVE, GAME, LIMIT, TOO_STRONG, NaturalBid
from bidbase.meaning.natural.reading import SURPRISING, Limits, NaturalReading
from bidbase.meaning.natural.standing import is_theirs, most_points

NEEDED_AT_NOTRUMP = {1: 18, 2: 23, 3: 25, 4: 30, 5: 33, 6: 33, 7: 37}
"""The points of both partners together for notrump at each level."""
STOPPER = 2  # where 1 is half of one


def in_notrump(bid: NaturalBid) -> NaturalReading:
    """The natural reading of a bid in notrump."""
    return _ace_asking(bid) or _two_places(bid) or _slam_invitation(bid) or _notrump(bid)


def _ace_asking(bid: NaturalBid) -> NaturalReading | None:
    """4NT and 5NT where a suit is set, and as an opening."""
    suits = (bid.agreed, bid.partners_suit, _own_suit(bid))
    suit_is_set = any(suit is not None for suit in suits)
    over_notrump = _notrump_last(bid) and bid.agreed is None
    opening = bid.state.high is None
    if bid.level not in (GAME, FIVE) or not (opening or (suit_is_set and not over_notrump)):
        return None
    least = (min(bid.wanted({GAME: 30, FIVE: 34}), most_points(bid.state)), MAX_TOTAL)
    if bid.level == GAME:
        return bid.reading("Asks for aces", least, asks=("A",), title="ask for aces")
    return bid.reading("Grand slam try", least, asks=("1",), title="be a try for a grand slam")


def _notrump_last(bid: NaturalBid) -> bool:
    """Whether the last bid of the own side is in notrump."""
    calls = bid.state.auction.calls
    ours = [call for index, call in enumerate(calls) if (len(calls) - index) % 2 == 0 and call.is_bid]
    return bool(ours) and ours[-1].strain is Strain.NOTRUMP


def _own_suit(bid: NaturalBid) -> Strain | None:
    return next((suit for suit in SUITS if bid.state.own.least[suit] >= 6), None)


def _two_places(bid: NaturalBid) -> NaturalReading | None:
    """4NT of a side without a suit over their suit: two suits to choose from."""
    if bid.level != GAME or not bid.state.contested or bid.state.we_hold or bid.state.high is None:
        return None
    if bid.state.high.strain is Strain.NOTRUMP:
        return None
    title = "ask partner to choose between two long suits"
    return bid.reading("Two long suits", (14, MAX_TOTAL), asks=("P",), title=title)


def _slam_invitation(bid: NaturalBid) -> NaturalReading | None:
    if bid.level not in (GAME, FIVE):
        return None
    if bid.level == FIVE:
        return bid.reading("Asks partner to choose a slam", asks=("1",), hcp=(bid.wanted({FIVE: 33}), MAX_HCP))
    low = bid.wanted({GAME: 31})
    return _balanced(bid, "Invites a slam in notrump", (low, low + 1), asks=("O",))


def _notrump(bid: NaturalBid) -> NaturalReading:
    """A balanced hand with their suits stopped."""
    if bid.forced:
        return _balanced(bid, "Natural", ANY_HCP)
    if not bid.we_acted and bid.level == 1:
        low = 15 if not bid.state.passout else 11
        return _balanced(bid, "Natural", (low, low + 3))
    low = bid.wanted(NEEDED_AT_NOTRUMP)
    if is_game(bid.call):
        return _balanced(bid, "To play", (low, MAX_HCP), asks=("SO",))
    return _balanced(bid, "Natural", (low, low + LIMIT - 1))


def _balanced(bid: NaturalBid, text: str, hcp: Limits, asks: Iterable[str] = ()) -> NaturalReading:
    shown, most = bid.state.own.points[0], most_points(bid.state)
    if hcp[0] >= most + TOO_STRONG:
        text, asks, hcp = SURPRISING, (), (shown, most)
    hcp = max(min(hcp[0], most), shown), min(hcp[1], most)
    stops = tuple(STOPPER if is_theirs(bid.state, suit) else 0 for suit in SUITS)
    return NaturalReading(text, (HandSummary(hcp, ((2, 13),) * 4, False, stops=stops),), tuple(asks))
