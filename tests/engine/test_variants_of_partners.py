"""Two partners who play two variants: whose system a call comes from, and who understands it in which."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.bids import parse_convention
from bidbase.systems.conventions import Convention
from tests.engine.making import make_bidder, make_entry, shipped_bidder

DIAMONDS = {"bid": "2D", "hcp": "6-10", "diamonds_num": "6+", "disclosure": "Weak in diamonds"}
MULTI = {"bid": "2D", "hcp": "6-10", "hearts_num": "6+", "disclosure": "Weak in hearts"}
RAISE = {"prior_bids": "@ partner a", "bid": "3a", "a_num": "3+"}
OVERCALL = {"prior_bids": "@ theirs a", "bid": "2N"}

NATURAL = make_bidder(DIAMONDS, {"prior_bids": "2D-P", "bid": "5D", "diamonds_num": "4+"})
ARTIFICIAL = make_bidder(MULTI, {"prior_bids": "2D-P", "bid": "4H", "hearts_num": "4+"})
SUPPORT = Hand.parse("32.A432.A432.K32")  # four cards in both suits
AUCTION = Auction.parse("2D-P")


@pytest.mark.parametrize(
    ("north", "south", "meant", "answer", "why"),
    [
        (NATURAL, NATURAL, "Weak in diamonds", "5D", "both play the same"),
        (ARTIFICIAL, NATURAL, "Weak in hearts", "5D", "North tells what the call shows, South reads diamonds"),
        (NATURAL, ARTIFICIAL, "Weak in diamonds", "4H", "North tells what the call shows, South reads hearts"),
        (ARTIFICIAL, ARTIFICIAL, "Weak in hearts", "4H", "both play the same"),
    ],
)
def test_each_partner_calls_by_his_own_system_and_answers_by_it(north, south, meant, answer, why):
    table = Table(NATURAL, NATURAL, variants={Seat.NORTH: north, Seat.SOUTH: south})
    assert meant in table.meaning(Auction(), Call.parse("2D")).words(), why
    assert str(table.decide(SUPPORT, AUCTION).call) == answer, why


def test_what_is_shown_and_what_is_understood():
    table = Table(NATURAL, NATURAL, variants={Seat.NORTH: ARTIFICIAL})
    shown, understood = table.shown(AUCTION)[Seat.NORTH], table.understood(AUCTION)[Seat.NORTH]
    assert (shown.summary.words(), understood.summary.words()) == ("6–10 HCP, 6+♥", "6–10 HCP, 6+♦")
    after = Auction.parse("2D")
    assert table.understood(after)[Seat.NORTH].summary == shown.summary, "East is told what North's system says"


@pytest.mark.parametrize(
    ("variant", "call", "why"),
    [
        (make_bidder(MULTI), "3H", "East reads the hearts that North has shown"),
        (make_bidder(DIAMONDS), "3D", "East reads diamonds"),
    ],
)
def test_opponents_bid_against_what_the_callers_own_system_says(variant, call, why):
    opponents = make_bidder({"prior_bids": "@ theirs a", "bid": "3a"})
    table = Table(make_bidder(DIAMONDS), opponents, variants={Seat.NORTH: variant})
    assert [str(offered) for offered in table.place(Auction.parse("2D")).calls] == [call], why


def test_a_later_call_is_read_over_what_its_reader_has_understood():
    """South's raise is found by the suit that South has understood, and North hears it as a raise of North's suit."""
    natural, artificial = make_bidder(DIAMONDS, RAISE), make_bidder(MULTI, RAISE)
    table = Table(natural, natural, variants={Seat.NORTH: artificial})
    assert [str(call) for call in table.place(AUCTION).calls] == ["3D"]
    raised = Auction.parse("2D-P-3D-P")
    assert table.understood(raised)[Seat.SOUTH].summary is None, "3D is nothing that North's system knows"
    assert table.shown(raised)[Seat.SOUTH].summary.words() == "3+♦"


def test_opponents_may_play_two_variants_too():
    table = Table(NATURAL, NATURAL, variants={Seat.EAST: ARTIFICIAL})
    assert [table.bidder(seat) for seat in Seat] == [NATURAL, ARTIFICIAL, NATURAL, NATURAL]
    assert "hearts" in table.meaning(Auction.parse("P"), Call.parse("2D")).words()
    assert "diamonds" in table.meaning(Auction.parse("P-P-P"), Call.parse("2D")).words()


def test_a_player_takes_his_partner_to_play_what_he_plays_himself():
    table = Table(NATURAL, NATURAL, variants={Seat.NORTH: ARTIFICIAL})
    assert table.seen_by(Seat.NORTH).bidders == (ARTIFICIAL, NATURAL, ARTIFICIAL, NATURAL)
    assert table.seen_by(Seat.SOUTH).bidders == (NATURAL,) * 4
    assert table.seen_by(Seat.EAST) is table, "East and West play the same"


def test_the_codes_of_a_system_that_is_played_on_both_sides_tell_the_sides_apart():
    conventions = {"Multi": Convention(parse_convention("Multi"), "W")}
    ours, other = make_bidder(MULTI | {"convention": "Multi"}, conventions=conventions), make_bidder(DIAMONDS)
    table = Table(ours, ours, variants={Seat.NORTH: other})
    calls = {turn: [*map(str, table.place(Auction.parse(calls)).calls)] for turn, calls in (("E", "P"), ("S", "P-P"))}
    assert calls == {"E": [], "S": ["2D"]}, "South's own system is that of the opponents"


SAYC = shipped_bidder("sayc")
ONE_NOTRUMP = make_entry(order="001000", bid="1N", hcp="11-19")
LOOSE = Bidder(SAYC.system.changed(entries={ONE_NOTRUMP.id: ONE_NOTRUMP}), SAYC)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 100_000))
def test_one_system_for_both_partners_is_bid_as_ever(number):
    deal, how = numbered_deal(number), (board_dealer(number), board_vulnerability(number))
    table = Table(SAYC, SAYC, seed=str(number))
    same = Table(LOOSE, SAYC, seed=str(number), variants={Seat.NORTH: SAYC, Seat.SOUTH: SAYC})
    assert same.bid_deal(deal, *how) == table.bid_deal(deal, *how)
    anew = Bidder(SAYC.system, SAYC)
    variant = Table(SAYC, SAYC, seed=str(number), variants={Seat.NORTH: anew})
    assert variant.bid_deal(deal, *how)[0] == table.bid_deal(deal, *how)[0], "another bidder of the same system"


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 100_000))
def test_two_variants_bid_every_deal_to_its_end_and_tell_what_they_hold(number):
    deal, table = numbered_deal(number), Table(SAYC, SAYC, seed=str(number), variants={Seat.NORTH: LOOSE})
    auction, decisions = table.bid_deal(deal, board_dealer(number), board_vulnerability(number))
    assert auction.finished
    for index, decision in enumerate(decisions):
        before = auction.before(index)
        assert decision.entry is None or decision.entry.id in table.bidder(before.turn).system.by_id
        meant = table.meaning(before, decision.call)
        assert meant.summary is None or meant.summary.holds(deal[before.turn]), f"{before} {decision.call}"
