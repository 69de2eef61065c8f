"""Deals to order: lines say what each hand is to have, and the calls are those that the hands could have made."""

import pytest

from bidbase.bidding.deals_to_order import deal_to_order, parse_wanted_hands
from bidbase.bidding.robots import Table
from bidbase.errors import TextError
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat, Strain
from bidbase.game.holdings import HCP
from tests.engine.making import shipped_bidder


def points(hand: Hand) -> int:
    return sum(HCP[holding] for holding in hand.holdings)


FAULTS = [
    ("South hcp", "line 1: a line has a seat, a field and a cell"),
    ("\nSouth hcp 15-17\nSouthwest hcp 5", "line 2: "),
    ("South bid 1N", "line 1: 'bid' is no field that describes a hand"),
    ("South colour red", "line 1: 'colour' is no field that describes a hand"),
    ("South hcp 15-17\nsouth HCP 12", "line 2: South has a line for hcp already"),
    ("South hcp 17-15", "South, hcp: "),
    ("South hcp P25", "South: a cell depends on what partner has bid"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_a_line_that_cannot_be_read_is_named(text, message):
    with pytest.raises(TextError) as refused:
        parse_wanted_hands(text)
    assert refused.value.message.startswith(message)


def test_lines_of_a_seat_belong_together():
    wanted = parse_wanted_hands("South hcp 15-17\n\nnorth spades_num 5+\nSouth shape balanced")
    assert {seat: sorted(entry.cells) for seat, entry in wanted.items()} == {
        Seat.SOUTH: ["bid", "hcp", "order", "shape"],
        Seat.NORTH: ["bid", "order", "spades_num"],
    }


@pytest.fixture(scope="module")
def table():
    bidder = shipped_bidder("sayc")
    return Table(bidder, bidder)


@pytest.mark.parametrize("seed", range(5))
def test_the_hands_are_as_ordered(table, seed):
    wanted = parse_wanted_hands("South hcp 15-17\nNorth spades_num 6\nNorth hcp 0-7")
    deal = deal_to_order(table, Auction(), wanted, seed)
    assert 15 <= points(deal[Seat.SOUTH]) <= 17
    assert deal[Seat.NORTH].holdings[Strain.SPADES].bit_count() == 6
    assert points(deal[Seat.NORTH]) <= 7


def test_the_calls_could_have_been_made(table):
    auction = Auction().with_call(Call.parse("1N"))
    deal = deal_to_order(table, auction, parse_wanted_hands("South hcp 8+"), seed=1)
    assert 15 <= points(deal[auction.dealer]) <= 17
    assert points(deal[Seat.SOUTH]) >= 8


def test_what_no_deal_has_is_not_found(table):
    wanted = parse_wanted_hands("South hcp 30-37\nNorth hcp 20-37")
    assert deal_to_order(table, Auction(), wanted, seed=1) is None
