"""Natural doubles and redoubles: for takeout, for penalties, for a lead; strength, or a cry for help."""

from __future__ import annotations

from collections.abc import Sequence

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Call
from bidbase.game.cards import SUITS, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language.auction_state import BID_SUIT, AuctionState, fits
from bidbase.meaning.hand_summary import ANY_HCP, HandSummary
from bidbase.meaning.natural.bid import GAME, LIMIT
from bidbase.meaning.natural.reading import ANY_LENGTH, NaturalReading
from bidbase.meaning.natural.standing import PASSED, has_bid, is_theirs, most_points, partners_points, unbid

TAKEOUT = {1: 12, 2: 13, 3: 15, 4: 16}
"""The points of a takeout double at each level opposite a partner who has shown nothing."""
ANY_SHAPE = 18  # points with which a hand doubles whatever its shape
FREELY = 6  # points above which partner's count toward a takeout double of ours
BALANCING = 3  # points that a double may be lighter where a pass would end the auction
OURS = 21  # points of both partners together with which a contract of the opponents may be doubled
OVER_THEIR_NOTRUMP = {1: 24, 2: 22}
REDOUBLED = 22  # points of both partners together with which a redouble shows strength
KING = 4  # of honors that count 8-4-2-1


def double(state: AuctionState) -> NaturalReading:
    """The natural reading of a double."""
    high = state.high
    assert high is not None, "there is something to double"
    if high.strain is Strain.NOTRUMP:
        return _penalty_of_notrump(state, high)
    if not is_theirs(state, high.strain):
        return _lead_directing(state, high.strain)
    if _is_takeout(state, high):
        return _takeout(state, high)
    return _penalty(state, high)


def _is_takeout(state: AuctionState, high: Call) -> bool:
    """Whether a double of a suit asks partner to choose another: the opponents are low, and we have found no suit."""
    partner_weak = state.acted(2) and state.partner.points[1] <= PASSED
    partner_in_notrump = has_bid(state, 2, Strain.NOTRUMP) or has_bid(state, 0, Strain.NOTRUMP)
    if REDOUBLE in state.auction.calls or partner_in_notrump or partner_weak or fits(state):
        return False
    highest = Call.bid(3, Strain.SPADES) if state.acted(2) else Call.bid(GAME, Strain.HEARTS)
    return high <= highest and bool(unbid(state))


def _takeout(state: AuctionState, high: Call) -> NaturalReading:
    """Short in their suits, three cards or more in the others; or too strong for anything else."""
    others, low = unbid(state), TAKEOUT[high.level]
    if state.acted(2):
        low = max(6, low + FREELY - partners_points(state))
    elif state.passout:
        low -= BALANCING
    lengths = tuple(
        (_cards_for_takeout(state, suit, others), 13)
        if suit in others
        else (0, 3)
        if is_theirs(state, suit)
        else ANY_LENGTH
        for suit in SUITS
    )
    most = most_points(state)
    usual = HandSummary((min(low, most), most), lengths, False)
    strong = HandSummary((ANY_SHAPE, MAX_HCP), (ANY_LENGTH,) * 4, False)
    kinds = (usual,) if most < ANY_SHAPE else (usual, strong)
    return NaturalReading("Takeout", kinds, ("1",), "be for takeout")


def _cards_for_takeout(state: AuctionState, suit: Strain, others: Sequence[Strain]) -> int:
    """Three; four of the only suit that is left, and of a major where partner has bid, who raises it on four."""
    majors = state.acted(2) and suit >= Strain.HEARTS
    return BID_SUIT if majors or len(others) == 1 else 3


def _penalty(state: AuctionState, high: Call) -> NaturalReading:
    """Tricks against their contract: trumps behind them, or the balance of strength."""
    strong = max(6, OURS - partners_points(state))
    trumps = tuple((BID_SUIT, 13) if suit is high.strain else ANY_LENGTH for suit in SUITS)
    by_strength = HandSummary((strong, MAX_HCP), (ANY_LENGTH,) * 4, False)
    by_trumps = HandSummary((max(0, strong - LIMIT), MAX_HCP), trumps, False)
    return NaturalReading("For penalties", (by_strength, by_trumps), title="be for penalties")


def _penalty_of_notrump(state: AuctionState, high: Call) -> NaturalReading:
    low = max(6, OVER_THEIR_NOTRUMP.get(high.level, 19) - partners_points(state))
    hands = HandSummary((low, MAX_HCP), (ANY_LENGTH,) * 4, False)
    return NaturalReading("For penalties", (hands,), title="be for penalties")


def _lead_directing(state: AuctionState, suit: Strain) -> NaturalReading:
    """Of a suit that the opponents bid and have not shown: a good suit to lead."""
    lengths = tuple((BID_SUIT, 13) if other is suit else ANY_LENGTH for other in SUITS)
    honors = tuple((KING if other is suit else 0, 15) for other in SUITS)
    hands = HandSummary(ANY_HCP, lengths, False, honors=honors)
    return NaturalReading(f"Good {suit.title}, asks for the lead", (hands,), title=f"ask for a lead in {suit.title}")


def redouble(state: AuctionState) -> NaturalReading:
    """Strength over a takeout double; a cry for help where the double was passed and partner can still run."""
    calls = state.auction.calls
    passed_for_penalties = calls[-3:-1] == (DOUBLE, PASS) and calls[-1:] == (PASS,)
    low = state.high is not None and state.high.level <= 2
    hands = HandSummary(ANY_HCP, (ANY_LENGTH,) * 4, False)
    if low and passed_for_penalties:
        return NaturalReading("Rescue", (hands,), ("1",), "ask partner to run to another suit")
    strong = HandSummary((max(6, REDOUBLED - partners_points(state)), MAX_HCP), (ANY_LENGTH,) * 4, False)
    return NaturalReading("Strength", (strong,), title="show strength")
