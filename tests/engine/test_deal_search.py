"""Deals are found that meet conditions on any seats, and how often they come up."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding.deal_search import PIECE, DealSearch, by_seat_and_vulnerability, calls_before
from bidbase.bidding.deals_to_order import judge_of, parse_wanted_hand
from bidbase.bidding.drawing import judge_of_call, random_deals
from bidbase.bidding.robots import Table
from bidbase.compiler import HandBatch
from bidbase.compiler.rows import entry_rows
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Hand, Vulnerability
from bidbase.systems import Entry
from bidbase.systems.valuations import shipped_valuations
from tests.engine.making import shipped_bidder
from tests.engine.test_drawing import assert_deals

NORTH, EAST, SOUTH, WEST = SEATS


@pytest.fixture(scope="module")
def bidder():
    return shipped_bidder("sayc")


@pytest.fixture(scope="module")
def table(bidder):
    return Table(bidder, bidder)


def wanted(**hands: str):
    seats = {seat.title.lower(): seat for seat in SEATS}
    return {seats[name]: parse_wanted_hand(text, seats[name]) for name, text in hands.items()}


# --- What a hand is to be ---

READ = [
    ("hcp 15-17; shape balanced", {"hcp": "15-17", "shape": "balanced"}),
    ("hcp 15-17\nshape balanced\n", {"hcp": "15-17", "shape": "balanced"}),
    ("spades 5+; hearts <4", {"spades_num": "5+", "hearts_num": "<4"}),
    ("HCP 16", {"hcp": "16"}),
]


@pytest.mark.parametrize(("text", "cells"), READ)
def test_conditions_are_read(text, cells):
    entry = parse_wanted_hand(text, SOUTH)
    assert {name: str(entry.cells[name]) for name in cells} == cells


def test_all_cards_of_a_hand_are_read():
    assert parse_wanted_hand("AQ2.K32.KJ32.K32", SOUTH) == Hand.parse("AQ2.K32.KJ32.K32")
    assert parse_wanted_hand(" \n", SOUTH) is None


FAULTS = [
    ("hcp", "'hcp' is no condition; write a field and a cell, as in hcp 15-17"),
    ("bid 1N", "'bid' is no field that describes a hand, as hcp, shape and spades do"),
    ("spades 5+; spades_num 6", "there is a condition for spades_num already"),
    ("hcp 17-15", "South, hcp: "),
    ("hcp P25", "South: a cell depends on what partner has bid"),
    ("AQ2.K32.KJ32", "a hand has four suits"),
    ("AQ2.K32.KJ32.K3", "a hand has 13 cards"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_what_is_no_hand(text, message):
    with pytest.raises(TextError) as refused:
        parse_wanted_hand(text, SOUTH)
    assert refused.value.message.startswith(message)


# --- Frequencies ---

# From the tables of the Official Encyclopedia of Bridge, and counted by others: 15-17 balanced with 5332 in all suits.
EXACT = [
    ({"south": "shape 4333"}, 0.105361, "10.54 % exactly, one deal in 9.49"),
    ({"north": "hcp 15-17; shape balanced"}, 0.048656, "4.87 % exactly, one deal in 20.6"),
    ({}, 1.0, "100.00 % exactly, one deal in 1"),
    ({"south": "hcp 20+", "north": "AKQJ.AKQ.AKQ.KQJ"}, 0.0, "never"),
    ({"south": "AQ2.K32.KJ32.K32", "north": "AQ3.K42.KJ32.K32"}, 0.0, "never"),
]


@pytest.mark.parametrize(("hands", "share", "words"), EXACT)
def test_what_is_known_exactly_is_not_sampled(hands, share, words):
    search = DealSearch(wanted(**hands))
    assert search.exact
    assert search.frequency(0, 0).value == pytest.approx(share, abs=5e-7)
    assert search.frequency(0, 0).words() == words


SAMPLED = [
    {"south": "hcp 15-17; shape balanced", "north": "hcp 8-9"},
    {"south": "spades 5+", "north": "spades 3", "east": "hcp 10+"},
    {"south": "AQ2.K32.KJ32.K32", "north": "hcp 8+", "west": "hcp 6+"},
]


@pytest.mark.parametrize("hands", SAMPLED)
def test_frequencies_agree_with_random_deals(hands):
    search = DealSearch(wanted(**hands))
    found = sum(search.piece(number).found for number in range(5))
    frequency = search.frequency(found, 5 * PIECE)
    assert not frequency.exact
    known = {seat: hand for seat, hand in wanted(**hands).items() if isinstance(hand, Hand)}
    plain = DealSearch(known).piece(0).holdings
    for seat, entry in wanted(**hands).items():
        if seat not in known:
            plain = plain[:, :, judge_of(entry_rows(entry, shipped_valuations()))(HandBatch(plain[seat]))]
    share = plain.shape[2] / PIECE
    error = np.sqrt(share * (1 - share) / PIECE)
    assert frequency.value == pytest.approx(share, abs=4.5 * error + 2 * frequency.error)


@pytest.mark.parametrize("calls", ["1N", "1S-P-2S", "P-P-1H", "1D-1S-X", "1N-P-2C-P-2H"])
def test_frequencies_of_auctions_agree_with_random_deals(table, calls):
    auction = Auction.parse(calls)
    search = DealSearch({}, table, auction)
    frequency = search.frequency(sum(search.piece(number).found for number in range(3)), 3 * PIECE)
    deals = random_deals(60_000, seed=11)
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        judge = judge_of_call(table.place(before), call)
        deals = deals[:, :, judge(HandBatch(deals[before.turn]))]
    share = deals.shape[2] / 60_000
    error = np.sqrt(share / 60_000)
    assert frequency.value == pytest.approx(share, abs=4.5 * error)
    assert frequency.error < 0.1 * frequency.value


def test_one_deal_in_a_hundred_thousand_is_found():
    search = DealSearch(wanted(south="hcp 25+", north="hcp 10-11; spades 6+"))
    pieces = [search.piece(number) for number in range(5)]
    frequency = search.frequency(sum(piece.found for piece in pieces), 5 * PIECE)
    assert frequency.value < 1e-5
    assert frequency.error < 0.25 * frequency.value
    assert sum(piece.found for piece in pieces) > 100, "in a third of a second"


def test_an_entry_comes_up_where_no_entry_before_it_takes_the_hand(bidder, table):
    entry = bidder.system.by_id["opening/130000"]
    assert calls_before(entry) == ""
    search = DealSearch({}, table, Auction(), entry)
    frequency = search.frequency(search.piece(0).found, PIECE)
    place = table.place(Auction())
    made = place.entry_counts(HandBatch.random(100_000, 3), entry.bid.call)[entry.id] / 100_000
    assert frequency.value == pytest.approx(made, abs=4.5 * np.sqrt(made / 100_000))


def test_an_entry_that_is_not_used_in_a_place_never_comes_up(bidder, table):
    fourth = next(entry for entry in bidder.system.sections[""] if str(entry.cells.get("position")) == "4")
    assert DealSearch({}, table, Auction(), fourth).frequency(0, 0).words() == "never"
    assert DealSearch({}, table, Auction.parse("P-P-P"), fourth).piece(0).found > 0


def test_calls_are_moved_to_each_seat():
    moved = [*by_seat_and_vulnerability(Auction.parse("P-1N-P", EAST))]
    assert len(moved) == 16
    assert {str(vulnerability) for _, vulnerability, _ in moved} == {"None", "NS", "EW", "Both"}
    assert {passes: str(auction) for passes, _, auction in moved} == {
        0: "1N-P",
        1: "P-1N-P",
        2: "P-P-1N-P",
        3: "P-P-P-1N-P",
    }
    assert {auction.turn for *_, auction in moved} == {NORTH}, "the same players call"
    assert all(auction.vulnerability is vulnerability for _, vulnerability, auction in moved)


# --- Deals ---

SPECS = st.sampled_from(["hcp 15-17", "shape balanced", "spades 5+", "hcp 11+; losers <=7", "hearts_points 3+", ""])


@settings(max_examples=15)
@given(st.tuples(SPECS, SPECS, SPECS, SPECS), st.integers(0, 99))
def test_every_deal_meets_what_is_wanted(texts, number):
    hands = {
        seat: hand
        for seat, text in zip(SEATS, texts, strict=True)
        if (hand := parse_wanted_hand(text, seat)) is not None
    }
    piece = DealSearch(hands, seed=4).piece(number)
    assert_deals(piece.holdings)
    for seat, entry in hands.items():
        assert isinstance(entry, Entry)
        assert judge_of(entry_rows(entry, shipped_valuations()))(HandBatch(piece.holdings[seat])).all()
    assert (piece.holdings == DealSearch(hands, seed=4).piece(number).holdings).all(), "the same again"


def test_hands_that_are_given_are_in_every_deal(table):
    south = "AQ2.K32.KJ32.K32"
    piece = DealSearch(wanted(south=south, north="hcp 8+"), table, Auction.parse("P-P-1N-P")).piece(0)
    deals = list(islice(piece.deals(), 50))
    assert {str(deal[SOUTH]) for deal in deals} == {south}
    assert len({str(deal[NORTH]) for deal in deals}) > 40


def test_each_call_could_have_been_made(table):
    auction = Auction.parse("1N-P-2C-P-2H", SOUTH, Vulnerability.BOTH)
    piece = DealSearch({}, table, auction).piece(0)
    assert piece.found >= 100
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        assert table.place(before).could_call(HandBatch(piece.holdings[before.turn]), call).all()
