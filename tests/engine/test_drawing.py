"""The deals that an auction still allows, and the picture they give of each seat."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.drawing import Frequencies, random_deals, redealt, sample_deals
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, SUITS, Deal, Hand, Seat, Strain
from bidbase.game.holdings import HCP
from tests.engine.making import make_bidder, make_system
from tests.engine.test_shown import TABLE

ALL = (1 << 13) - 1
NORTH_SOUTH = (Seat.NORTH, Seat.SOUTH)
STAYMAN = Auction.parse("1N-P-2C-P-2S")  # about one deal in 700


def assert_deals(holdings):
    assert (np.bitwise_or.reduce(holdings, axis=0) == ALL).all(), "every card of every suit is dealt"
    assert (holdings.sum(axis=0) == ALL).all(), "and to one seat only"
    lengths = np.bitwise_count(holdings).sum(axis=1)
    assert (lengths == 13).all(), "thirteen cards each"


def test_random_deals_are_deals_and_repeat():
    holdings = random_deals(200, seed=3)
    assert (holdings == random_deals(200, seed=3)).all()
    assert (holdings != random_deals(200, seed=4)).any()
    assert_deals(holdings)


@given(st.lists(st.sampled_from(SEATS), unique=True, max_size=4))
def test_hands_that_are_kept_stay_and_the_others_change(kept):
    before = random_deals(20, seed=5)
    after = redealt(before, kept, seed=6)
    assert_deals(after)
    for seat in SEATS:
        same = (before[seat] == after[seat]).all(axis=0)
        assert same.all() if seat in kept or len(kept) == 3 else not same.any()


@pytest.mark.parametrize("most", [400_000, 3_000], ids=["at random", "in stages"])
@pytest.mark.parametrize("auction", ["1N-P-2C-P-2S", "P-P-1S", "1N-P-3N-P-P-P"])
def test_every_drawn_deal_would_have_been_bid_so(auction, most):
    drawn = sample_deals(TABLE, Auction.parse(auction), wanted=40, most=most)
    assert len(drawn) == 40
    assert_deals(drawn.holdings)
    for deal in drawn.deals():
        bid_so_far = Auction()
        for call in Auction.parse(auction).calls:
            assert TABLE.decide(deal[bid_so_far.turn], bid_so_far).call == call
            bid_so_far = bid_so_far.with_call(call)


def test_stages_give_the_same_shares_as_chance():
    by_chance = sample_deals(TABLE, STAYMAN, wanted=1000, most=2_000_000)
    in_stages = sample_deals(TABLE, STAYMAN, wanted=1000, most=200_000)
    assert by_chance.tried > 200_000 >= in_stages.tried
    assert in_stages.share == pytest.approx(by_chance.share, rel=0.1)
    for seat in SEATS:
        straight, staged = by_chance.picture(seat), in_stages.picture(seat)
        assert straight.points.mean == pytest.approx(staged.points.mean, abs=0.4)
        for suit in SUITS:
            assert straight.lengths[suit].mean == pytest.approx(staged.lengths[suit].mean, abs=0.2)


def test_drawing_repeats():
    first, again = (sample_deals(TABLE, STAYMAN, wanted=30, most=3_000) for _ in range(2))
    assert (first.holdings == again.holdings).all()


def test_figures_of_drawn_deals_are_those_of_their_hands():
    drawn = sample_deals(TABLE, Auction.parse("1N"), wanted=20, most=100_000)
    deals = list(drawn.deals())
    assert [isinstance(deal, Deal) for deal in deals] == [True] * 20
    for seat in SEATS:
        points = [sum(HCP[holding] for holding in deal[seat].holdings) for deal in deals]
        assert drawn.points(seat).tolist() == points
        assert drawn.picture(seat).points.mean == pytest.approx(sum(points) / 20)
        for suit in SUITS:
            lengths = [deal[seat].lengths[suit] for deal in deals]
            assert drawn.lengths(seat, suit).tolist() == lengths
            shares = drawn.picture(seat).lengths[suit].shares
            assert [round(share * 20) for share in shares] == [lengths.count(length) for length in range(len(shares))]


def test_an_impossible_auction_draws_nothing():
    drawn = sample_deals(TABLE, Auction.parse("1S-P-1N-P-2N"), wanted=10, most=5_000)
    assert (len(drawn), drawn.variety, drawn.share) == (0, 0, 0)
    assert drawn.tried <= 5_000


def test_variety_counts_the_hands_of_the_seat_that_has_fewest():
    drawn = sample_deals(TABLE, STAYMAN, wanted=300, most=3_000)
    assert drawn.variety == min(len({deal[seat] for deal in drawn.deals()}) for seat in SEATS) < 300


def test_a_call_without_an_agreement_is_read_naturally():
    drawn = sample_deals(TABLE, Auction.parse("P-2H-P-2N"), wanted=30, most=100_000)
    assert all(deal[Seat.EAST].lengths[Strain.HEARTS] >= 5 for deal in drawn.deals())
    assert all(min(deal[Seat.WEST].lengths) >= 2 for deal in drawn.deals())


def test_the_pass_of_a_silent_seat_tells_nothing():
    bidder = make_bidder({"bid": "1C", "hcp": "0-36"})
    table, auction = Table(bidder, bidder), Auction.parse("1C-P")
    assert len(sample_deals(table, Auction.parse("P"), wanted=10, most=2_000)) == 0
    assert len(sample_deals(table, Auction.parse("P"), wanted=10, most=2_000, silent=NORTH_SOUTH)) == 10
    assert len(sample_deals(table, auction, wanted=10, most=2_000, silent=NORTH_SOUTH)) == 10


def test_every_call_that_some_draw_allows_is_drawn():
    system = make_system({"bid": "1S", "usage": "1"}, {"order": "200000", "bid": "1N"})
    table = Table(Bidder(system), Bidder(system))
    for call in ("1S", "1N"):
        assert len(sample_deals(table, Auction.parse(call), wanted=50, most=50)) == 50


# (numbers, part of them, range, why)
MOST = [
    ([3], 0.9, (3, 3), "one number"),
    ([0, 0, 1], 1.0, (0, 1), "all of them"),
    ([1] * 9 + [7], 0.9, (1, 1), "just enough"),
    ([1] * 8 + [5, 7], 0.9, (1, 5), "what is nearer"),
    ([2, 3, 3, 4, 4, 4, 5, 5, 9, 9], 0.8, (2, 5), "the ends left out"),
    ([1, 1, 2, 3, 3, 3], 0.6, (2, 3), "of two ranges alike in width the one that holds more"),
]


@pytest.mark.parametrize(("numbers", "part", "span", "why"), MOST)
def test_the_range_that_holds_most(numbers, part, span, why):
    assert Frequencies.of(np.array(numbers)).most(part) == span, why


def test_a_distribution_in_words():
    numbers = Frequencies.of(np.array([15, 15, 16, 18]))
    assert (str(numbers), numbers.mean) == ("15: 50  16: 25  18: 25", 16)


@pytest.mark.parametrize("most", [400_000, 3_000], ids=["at random", "in stages"])
def test_a_known_hand_is_in_every_deal_and_the_others_fit_the_auction(most):
    own = Hand.parse("K432.A32.9876.32")
    drawn = sample_deals(TABLE, Auction.parse("1N-P-2C-P-2S-P"), wanted=40, most=most, known={Seat.SOUTH: own})
    assert len(drawn) == 40
    assert_deals(drawn.holdings)
    assert {deal[Seat.SOUTH] for deal in drawn.deals()} == {own}
    assert len({deal[Seat.NORTH] for deal in drawn.deals()}) > 10
    for deal in drawn.deals():
        bid_so_far = Auction()
        for call in Auction.parse("1N-P-2C-P-2S-P").calls:
            assert bid_so_far.turn is Seat.SOUTH or TABLE.decide(deal[bid_so_far.turn], bid_so_far).call == call
            bid_so_far = bid_so_far.with_call(call)


def test_what_a_known_hand_has_called_is_not_asked():
    yarborough = Hand.parse("5432.432.432.432")
    drawn = sample_deals(TABLE, Auction.parse("1N"), wanted=5, most=2_000, known={Seat.NORTH: yarborough})
    assert {deal[Seat.NORTH] for deal in drawn.deals()} == {yarborough}
