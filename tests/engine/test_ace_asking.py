"""Ace asking in the shipped system: general sections answer, whatever went before, and the asker places the contract."""

from functools import cache

import pytest

from bidbase.auction import PASS, Auction
from bidbase.bidder import Bidder
from bidbase.cards import Hand
from bidbase.language.bids import PriorBids
from bidbase.robots import Table
from bidbase.systems import load_system

NO_ACE = Hand.parse("KQ5.KQ42.KQ3.J32")
ONE = Hand.parse("KQ5.KQ42.A73.Q32")
TWO = Hand.parse("KQ5.AQ42.A73.932")
THREE = Hand.parse("K65.A742.A73.A32")
FOUR = Hand.parse("A65.A742.A73.A32")


@cache
def table() -> Table:
    bidder = Bidder(load_system("sayc"))
    return Table(bidder, bidder)


def asks() -> list[tuple[str, str]]:
    """Every auction of the system that ends with an ace asking bid, and the convention."""
    return [
        (f"{entry.section}-{entry.bid}", str(entry.convention))
        for entry in table().bidder(0).system.entries
        if str(entry.convention) in ("Blackwood", "Gerber") and isinstance(entry.key, PriorBids)
        if "A" in entry.text("asks").split(",")
    ]


ANSWERS = {"Blackwood": ("5C", "5D", "5H", "5S", "5C"), "Gerber": ("4D", "4H", "4S", "4N", "4D")}


@pytest.mark.parametrize(("asked", "convention"), sorted(set(asks())))
def test_every_ask_is_answered_by_the_number_of_aces(asked, convention):
    auction = Auction.parse(asked).with_call(PASS)
    answers = tuple(str(table().decide(hand, auction).call) for hand in (NO_ACE, ONE, TWO, THREE, FOUR))
    assert answers == ANSWERS[convention]


# (auction, hand, call, why)
KINGS_AND_INTERFERENCE = [
    ("1C-P-1H-P-3H-P-4N-P-5H-P-5N-P", NO_ACE, "6S", "three kings"),
    ("1C-P-1H-P-3H-P-4N-P-5H-P-5N-P", ONE, "6H", "two kings"),
    ("1C-P-1H-P-3H-P-4N-P-5H-P-5N-P", TWO, "6D", "one king"),
    ("1C-P-1H-P-3H-P-4N-P-5H-P-5N-P", FOUR, "6C", "no king"),
    ("1N-P-4C-P-4S-P-5C-P", NO_ACE, "5N", "three kings after Gerber"),
    ("1S-P-2N-P-3H-P-4N-D", NO_ACE, "XX", "redouble without an ace"),
    ("1S-P-2N-P-3H-P-4N-D", ONE, "P", "pass with one"),
    ("1S-P-2N-P-3H-P-4N-D", TWO, "5C", "one step with two"),
    ("1S-P-2N-P-3H-P-4N-D", THREE, "5D", "two steps with three"),
    ("1S-P-2N-P-3H-P-4N-5D", NO_ACE, "X", "double without an ace"),
    ("1S-P-2N-P-3H-P-4N-5D", ONE, "P", "pass with one"),
    ("1S-P-2N-P-3H-P-4N-5D", TWO, "5H", "the next step with two"),
    ("1S-P-2N-P-3H-P-4N-5H", THREE, "5N", "the step after it with three"),
    ("1S-P-2N-P-3H-P-4N-6C", TWO, "X", "double with an even number over their six"),
    ("1S-P-2N-P-3H-P-4N-6C", ONE, "P", "pass with an odd number"),
]


@pytest.mark.parametrize(("auction", "hand", "call", "why"), KINGS_AND_INTERFERENCE)
def test_kings_and_answers_over_interference(auction, hand, call, why):
    assert str(table().decide(hand, Auction.parse(auction)).call) == call, why


STRONG_ONE = Hand.parse("AKQ3.KQ92.KQ5.K3")  # one ace
STRONG_TWO = Hand.parse("AKQ3.AQ92.KQ5.K3")

# (auction, hand, call, why)
ASKER = [
    ("1S-P-2N-P-3C-P-4N-P-5D-P", STRONG_ONE, "5S", "two aces are missing; the major that 2NT raised is trumps"),
    ("1S-P-2N-P-3H-P-4N-P-5H-P", STRONG_ONE, "6S", "three aces; three hearts was shortness"),
    ("1H-P-2N-P-3S-P-4N-P-5H-P", NO_ACE, "P", "partner's answer is the trump suit"),
    ("1C-P-1H-P-3H-P-4N-P-5D-P", STRONG_ONE, "5H", "the suit that partner raised"),
    ("P-1C-P-1H-P-3H-P-4N-P-5D-P", STRONG_TWO, "6H", "the same after a pass"),
    ("2H-P-2N-P-3S-P-4N-P-5D-P", STRONG_TWO, "6H", "three spades was a feature"),
    ("1N-P-3S-P-4D-P-4N-P-5H-P", STRONG_ONE, "6S", "the major that responder jumped in"),
    ("1N-P-2D-P-2H-P-3C-P-4H-P-4N-P-5D-P", STRONG_ONE, "5H", "the suit transferred to"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P", STRONG_TWO, "5N", "all the aces, and enough for a grand slam"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P-5N-P-6D-P", STRONG_TWO, "7S", "all the kings too"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P-5N-P-6C-P", STRONG_TWO, "6S", "a king is missing"),
    ("1C-P-1H-P-3H-P-4N-D-P-P", STRONG_TWO, "6H", "partner's pass showed one"),
    ("1C-P-1H-P-3H-P-4N-D-R-P", STRONG_TWO, "5H", "partner's redouble showed none"),
    ("1C-P-1H-P-3H-P-4N-5D-X-P", STRONG_TWO, "P", "they are doubled, and two aces are missing"),
    ("1C-P-1H-P-3H-P-4N-5D-P-P", STRONG_ONE, "X", "too few for slam, and it is our hand"),
    ("2C-P-3C-P-4N-P-5D-P", STRONG_ONE, "6C", "past five clubs there is no way back"),
]


@pytest.mark.parametrize(("auction", "hand", "call", "why"), ASKER)
def test_the_asker_places_the_contract(auction, hand, call, why):
    assert str(table().decide(hand, Auction.parse(auction)).call) == call, why


def test_other_notrump_bids_at_the_four_level_ask_for_no_aces():
    auction = Auction.parse("1N-P-4N-P")
    assert str(table().decide(Hand.parse("AQ5.KJ42.A73.Q32"), auction).call) in ("P", "5N", "6N")
