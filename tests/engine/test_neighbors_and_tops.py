"""Rules about hands that are too good for their call: sign-offs without a top, and bids that a better hand passes."""

import numpy as np
import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey, monotony, survey_checks, tops
from bidbase.checks.monotony import longer, stronger
from bidbase.game.cards import Hand, Strain
from tests.engine.making import make_system

ONE_CLUB = {"bid": "1C", "hcp": "12-21", "clubs_num": "3+"}
GAME = {"prior_bids": "1C-P", "bid": "3N", "hcp": "13+"}
SIGN_OFF = {"prior_bids": "1C-P", "bid": "2S", "hcp": "0-20", "spades_num": "6+", "asks": "SO"}
SLAM = {"prior_bids": "1C-P", "bid": "6N", "hcp": "13+"}
PREEMPT = {"bid": "3H", "hcp": "5-10", "hearts_num": "7"}
RAISE = {"prior_bids": "3H-P", "bid": "4H", "hcp": "5-22"}
PASS = {"prior_bids": "3H-P", "bid": "P"}

ONE_DIAMOND = {"bid": "1D", "hcp": "12+", "diamonds_num": "4+"}
ONE_SPADE = {"bid": "1S", "hcp": "12+", "spades_num": "5+"}
OVER_SPADES = {"prior_bids": "1S", "bid": "2H", "hcp": "10-17", "hearts_num": "5+"}
OVER_DIAMONDS = {"prior_bids": "1D", "bid": "1H", "hcp": "8-17", "hearts_num": "5+"}
STRONG = {"prior_bids": "1S", "order": "900000", "bid": "D", "hcp": "18+"}
WEAK = {"bid": "2H", "hcp": "5-9", "hearts_num": "6"}

# (rule, entries, the entries found, why)
FINDINGS = [
    ("no-top", [ONE_CLUB, GAME], ["1C-P/100000/3N"], "with 21 points or more there are 33"),
    ("no-top", [ONE_CLUB, GAME | {"hcp": "13-20", "shape": "4333"}], [], "32 points, and no suit that runs"),
    ("no-top", [ONE_CLUB, GAME | {"asks": "1"}], [], "partner goes on"),
    ("no-top", [ONE_CLUB, GAME | {"aces": "0"}], [], "the aces are counted"),
    ("no-top", [ONE_CLUB, GAME | {"bid": "2N"}], [], "a bid below game that is no sign-off ends nothing"),
    ("no-top", [ONE_CLUB, SIGN_OFF], ["1C-P/100000/2S"], "seven solid spades and two aces are nine tricks of twelve"),
    ("no-top", [ONE_CLUB, SIGN_OFF | {"spades_num": "4", "shape": "4333"}], [], "no long suit, and 32 points"),
    ("no-top", [ONE_CLUB, SLAM], ["1C-P/100000/6N"], "with 25 points or more there are 37"),
    ("no-top", [ONE_CLUB, SLAM | {"hcp": "13-24", "shape": "4333"}], [], "36 points are no grand slam"),
    ("no-top", [PREEMPT, RAISE], ["3H-P/100000/4H"], "22 points with support are slam opposite seven hearts"),
    ("no-top", [PREEMPT, RAISE | {"hcp": "5-14", "shape": "balanced"}], [], "14 points are not"),
    ("no-top", [PREEMPT, PASS], ["3H-P/100000/P"], "a pass ends the auction too"),
    ("no-top", [ONE_CLUB, GAME | {"excuses": "no-top: we never bid slam"}], [], "the entry says why"),
    ("monotony", [ONE_SPADE, OVER_SPADES], ["1S/100000/2H"], "18 points pass"),
    ("monotony", [ONE_SPADE, OVER_SPADES, STRONG], [], "18 points double"),
    ("monotony", [ONE_SPADE, OVER_SPADES | {"hcp": "10+"}], [], "a hand is never too good"),
    ("monotony", [ONE_SPADE, OVER_SPADES | {"hearts_num": "5", "hcp": "10+"}], ["1S/100000/2H"], "six hearts pass"),
    ("monotony", [WEAK], ["opening/100000/2H"], "seven hearts pass"),
    ("monotony", [WEAK | {"hearts_num": "6+", "hcp": "5+"}], [], "neither length nor strength has a top"),
    (
        "monotony",
        [ONE_SPADE, ONE_DIAMOND | {"order": "200000"}, OVER_SPADES | {"hcp": "10+"}],
        ["1S/100000/2H"],
        "over one diamond nobody bids one heart",
    ),
    (
        "monotony",
        [
            ONE_SPADE,
            ONE_DIAMOND | {"order": "200000"},
            OVER_SPADES | {"hcp": "10+"},
            OVER_DIAMONDS | {"hcp": "8+"},
        ],
        [],
        "a level lower hearts are bid too",
    ),
    (
        "monotony",
        [WEAK | {"hearts_num": "6+", "hcp": "5+", "vulnerability": "Eq"}],
        ["opening/100000/2H"],
        "safer, against vulnerable opponents, nobody opens",
    ),
    ("monotony", [WEAK | {"excuses": "monotony: seven hearts are rare"}], [], "the entry says why"),
]


@pytest.mark.parametrize(("rule", "cells", "where", "why"), FINDINGS)
def test_findings(rule, cells, where, why):
    survey = Survey(Bidder(make_system(*cells)))
    assert [finding.entry.id for finding in survey_checks(survey, {rule})] == where, why


def test_a_hand_that_is_too_good_is_named_with_its_auction():
    (finding,) = survey_checks(Survey(Bidder(make_system(ONE_CLUB, GAME))), {"no-top"})
    before, _, rest = finding.message.partition(" it is made with ")
    assert before == "after 1C-P"
    assert rest.endswith(", and partner need not go on")


def test_both_hands_are_named_where_a_better_one_passes():
    (finding,) = survey_checks(Survey(Bidder(make_system(ONE_SPADE, OVER_SPADES))), {"monotony"})
    assert finding.message.startswith("after 1S ")
    assert " bids 2♥, and with a better honor " in finding.message
    assert finding.message.endswith(" passes")


# (what is made better, hand, the better hand in hearts, why)
BETTER = [
    (stronger, "K2.Q5432.A32.432", "K2.AQ543.A32.432", "the ace for the lowest card"),
    (stronger, "K2.AK432.A32.432", "K2.AKQ43.A32.432", "the queen is missing"),
    (stronger, "K2.AKQ32.A32.432", "K2.AKQ32.A32.432", "no better honor is missing"),
    (longer, "K2.Q5432.A432.32", "K2.Q65432.A43.32", "the six of hearts for the two of diamonds, the longest"),
    (longer, "AKQJ.Q5432.AKQ.A", "AKQJ.Q5432.AKQ.A", "only honors could be given"),
]


@pytest.mark.parametrize(("better", "hand", "expected", "why"), BETTER)
def test_hands_made_better(better, hand, expected, why):
    holdings = np.array(Hand.parse(hand).holdings)[:, None]
    assert Hand([int(holding) for holding in better(holdings, Strain.HEARTS)[:, 0]]) == Hand.parse(expected), why


def test_every_rule_has_a_system_with_and_without_its_fault():
    found, sound = ({rule for rule, _, where, _ in FINDINGS if bool(where) is faulty} for faulty in (True, False))
    assert found == sound == {rule.name for rule in (*tops.RULES, *monotony.RULES)}
