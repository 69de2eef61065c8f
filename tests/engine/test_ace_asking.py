"""Ace asking in the shipped system: general sections answer whatever went before, and the asker places the contract."""

from dataclasses import replace
from functools import cache

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import Hand, Seat
from bidbase.language.bids import PriorBids
from tests.engine.making import shipped_bidder

KEY_CARDS, VERSIONS = "Blackwood: Roman Key Card", ("1430", "3014")
NO_ACE = Hand.parse("KQ5.KQ42.KQ3.J32")
ONE = Hand.parse("KQ5.KQ42.A73.Q32")
TWO = Hand.parse("KQ5.AQ42.A73.932")
THREE = Hand.parse("K65.A742.A73.A32")
FOUR = Hand.parse("A65.A742.A73.A32")


def table() -> Table:
    return Table(shipped_bidder("sayc"), shipped_bidder("sayc"))


@cache
def key_card_table(version: str) -> Table:
    """Four robots that answer 4NT by key cards, in one of the two versions."""
    system = shipped_bidder("sayc").system
    switched = {"Blackwood: Aces": "0"} | {
        f"{KEY_CARDS}: {version_name}": "" if version_name == version else "0" for version_name in VERSIONS
    }
    codes = {
        name: switched.get(name, "" if name == KEY_CARDS else convention.use)
        for name, convention in system.conventions.items()
    }
    conventions = {name: replace(convention, use=codes[name]) for name, convention in system.conventions.items()}
    bidder = Bidder(replace(system, conventions=conventions))
    return Table(bidder, bidder)


def asks() -> list[tuple[str, str]]:
    """Every auction of the system that ends with an ace asking bid, and the convention."""
    return [
        (f"{entry.section}-{entry.bid}", str(entry.convention))
        for entry in table().bidder(Seat.NORTH).system.entries
        if str(entry.convention) in ("Blackwood", "Gerber") and isinstance(entry.key, PriorBids)
        if "A" in entry.text("asks").split(",")
    ]


ANSWERS = {"Blackwood": ("5C", "5D", "5H", "5S", "5C"), "Gerber": ("4D", "4H", "4S", "4N", "4D")}


def answers(asked: str) -> tuple[str, ...]:
    auction = Auction.parse(asked).with_call(PASS)
    return tuple(str(table().decide(hand, auction).call) for hand in (NO_ACE, ONE, TWO, THREE, FOUR))


def test_every_ask_is_answered_by_the_number_of_aces():
    found = {(asked, convention): answers(asked) for asked, convention in asks()}
    assert found == {(asked, convention): ANSWERS[convention] for asked, convention in found}


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
    ("1S-P-2N-P-3H-P-4N-5D", THREE, "5S", "the step after it with three"),
    ("1S-P-2N-P-3H-P-4N-5H", TWO, "X", "double with an even number over five hearts or more"),
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
    ("2C-P-3C-P-4N-P-5D-P", STRONG_TWO, "6C", "one ace is missing"),
    ("2C-P-3C-P-4N-P-5D-P", STRONG_ONE, "5S", "two are, and five clubs is past: asks for 5NT"),
    ("2C-P-3C-P-4N-P-5D-P-5S-P", NO_ACE, "5N", "as asked"),
    ("2C-P-3C-P-4N-P-5D-P-5S-P-5N-P", STRONG_ONE, "P", "to play"),
    ("2C-P-3D-P-4N-P-5D-P", STRONG_ONE, "P", "partner's answer is the trump suit"),
    ("1C-P-1H-P-3H-P-4N-P-5C-P-5H-P", FOUR, "6H", "the asker has stopped as if there were none"),
    ("1C-P-1H-P-3H-P-4N-P-5C-P-5H-P", NO_ACE, "P", "there is none"),
    ("1N-P-4C-P-4D-P", Hand.parse("K2.64.K5.AKJ6543"), "4N", "Gerber: two aces are missing"),
    ("1N-P-4C-P-4D-P", Hand.parse("AT.A5.AQ97432.93"), "6D", "enough aces for the long suit"),
    ("1N-P-4C-P-4H-P", Hand.parse("A4.A5.AKQ9743.93"), "5C", "all the aces, and enough for a grand slam"),
    ("1N-P-4C-P-4H-P-5C-P-5S-P", Hand.parse("A4.A5.AKQ9743.K3"), "7N", "all the kings too"),
    ("1N-P-2C-P-2H-P-4C-P-4S-P", Hand.parse("3.KQ87.KQT753.K2"), "5H", "Gerber with a suit agreed"),
    ("1N-P-2C-P-2H-P-4C-P-4S-P", Hand.parse("3.AK87.KQT753.A2"), "6H", "enough aces"),
    ("1N-P-4C-4H", TWO, "X", "over their bid double shows an even number"),
    ("1N-P-4C-4H", ONE, "P", "and pass an odd one"),
    ("1N-P-4C-4H-P-P", Hand.parse("A2.4.KQ5.AKJ6543"), "6N", "enough aces"),
    ("1N-P-4C-4H-P-P", Hand.parse("A2.4.KQ5.KQJ6543"), "X", "two are missing"),
]


@pytest.mark.parametrize(("auction", "hand", "call", "why"), ASKER)
def test_the_asker_places_the_contract(auction, hand, call, why):
    assert str(table().decide(hand, Auction.parse(auction)).call) == call, why


def test_other_notrump_bids_at_the_four_level_ask_for_no_aces():
    auction = Auction.parse("1N-P-4N-P")
    assert str(table().decide(Hand.parse("AQ5.KJ42.A73.Q32"), auction).call) in ("P", "5N", "6N")


SPADES, HEARTS = "1S-P-2N-P-3S-P-4N-P", "1H-P-2N-P-3S-P-4N-P"  # three spades is shortness in the second

# (auction, hand, call in 1430, call in 3014, why)
KEY_CARD_ANSWERS = [
    (SPADES, "QJ842.KQ42.KQ3.2", "5D", "5C", "none"),
    (SPADES, "QJ842.AQ42.KQ3.2", "5C", "5D", "an ace"),
    (SPADES, "KJ842.KQ42.KQ3.2", "5C", "5D", "the king of trumps"),
    (SPADES, "KJ842.AQ42.KQ3.2", "5H", "5H", "an ace and the king of trumps, no queen"),
    (SPADES, "KQ842.AQ42.KQ3.2", "5S", "5S", "with the queen"),
    (SPADES, "AQ842.AQ42.KQ3.2", "5S", "5S", "two aces and the queen"),
    (SPADES, "KJ842.AQ42.AQ3.2", "5D", "5C", "three"),
    (SPADES, "AKJ42.A9542.A3.2", "5C", "5D", "four"),
    (SPADES, "AKJ42.A954.A3.A2", "5H", "5H", "five, no queen"),
    (HEARTS, "2.KQ842.AQ42.KQ3", "5S", "5S", "the king of the agreed hearts"),
    (HEARTS, "K.QJ842.AQ42.KQ3", "5C", "5D", "the king of spades is no key card"),
    ("2C-P-3D-P-4N-P", "32.32.AK7532.J53", "5H", "5H", "the king of the minor that was bid"),
]


@pytest.mark.parametrize("version", range(2))
@pytest.mark.parametrize("row", KEY_CARD_ANSWERS, ids=lambda row: f"{row[1]} {row[-1]}")
def test_answers_by_key_cards(row, version):
    auction, hand, *calls, why = row
    decision = key_card_table(VERSIONS[version]).decide(Hand.parse(hand), Auction.parse(auction))
    assert str(decision.call) == calls[version], why


# (auction, hand, call, why), all in 1430
KEY_CARD_ASKER = [
    ("1S-P-2N-P-3C-P-4N-P-5H-P", "KQJ3.KQ92.KQ5.A3", "6S", "four of the five"),
    ("1S-P-2N-P-3C-P-4N-P-5H-P", "QJT3.KQ92.KQ5.A3", "5S", "three of the five"),
    ("1S-P-2N-P-3C-P-4N-P-5D-P", "QJT3.AQ92.AQ5.K3", "6S", "none is impossible: partner has three"),
    ("1S-P-2N-P-3C-P-4N-P-5C-P", "AJT3.AQ92.KQ5.K3", "5S", "one: two are missing"),
    ("1S-P-2N-P-3S-P-4N-P-5C-P", "AK43.AQ92.AKQ.K3", "5D", "all five: asks for the queen"),
    ("1S-P-2N-P-3S-P-4N-P-5C-P-5D-P", "QJ982.J92.J3.AQ2", "5N", "the queen"),
    ("1S-P-2N-P-3S-P-4N-P-5C-P-5D-P", "J9852.QJ2.Q3.AQ2", "5S", "no queen"),
    ("1S-P-2N-P-3S-P-4N-P-5C-P-5D-P-5N-P", "AK43.AQ92.AKQ.K3", "7S", "nothing is missing in trumps"),
    ("1S-P-2N-P-3S-P-4N-P-5C-P-5D-P-5S-P", "AK43.AQ92.AKQ.K3", "6S", "the queen is missing"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P", "AKQ3.AQ92.KQJ.K3", "5N", "all five and the queen: asks for kings"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P-5N-P", "KJ982.K92.A3.AQ2", "6D", "one king beside that of trumps"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P-5N-P-6D-P", "AQ43.AQ92.AKQ.K3", "7S", "all the kings"),
    ("1S-P-2N-P-3S-P-4N-P-5H-P-5N-P-6D-P", "AQ43.AQ92.AKQ.32", "6S", "a king is missing"),
    ("2C-P-3C-P-4N-P-5D-P", "AKQ.KQJ.KQJ2.Q93", "6C", "by the points partner has three"),
    ("2C-P-3C-P-4N-P-5D-P", "KQJ.KQJ.KQJ2.AQ3", "6C", "the same"),
    ("2C-P-3C-P-4N-P-5H-P", "AKQ.KQJ.KQJ2.Q93", "5S", "two are missing, and five clubs is past: asks for 5NT"),
    ("2C-P-3C-P-4N-P-5H-P-5S-P", "32.32.A53.AJ9532", "5N", "as asked"),
    ("1C-P-1H-P-3H-P-4N-P-5C-P-5H-P", "A2.AK42.32.A9532", "6H", "four, not one"),
    ("1H-P-2N-P-3D-P-4N-P-5S-P", "KQ32.Q732.KQ3.AK", "5N", "two are missing, and five hearts is past: to play"),
    ("1H-P-2N-P-3D-P-4N-P-5S-P-5N-P", "A2.KQ8432.2.A432", "P", "as asked"),
]


@pytest.mark.parametrize(("auction", "hand", "call", "why"), KEY_CARD_ASKER)
def test_the_asker_counts_five_key_cards(auction, hand, call, why):
    assert str(key_card_table("1430").decide(Hand.parse(hand), Auction.parse(auction)).call) == call, why
