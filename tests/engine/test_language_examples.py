"""The worked examples of the editor text: entries of several specs, and hands that they are and are not meant for."""

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.game.auction import Auction
from bidbase.game.cards import SHAPES, SUITS, Hand
from bidbase.language.circumstances import Circumstances
from bidbase.language.strength import PointsKnown, parse_any_hcp, parse_hcp
from tests.engine.making import NOW, make_bidder, make_section

MAJORS = {"spades_num": "4-5", "hearts_num": "4-5", "combined_num": "SH=8-9"}
TAKEOUT = {"spades_num": "3-4", "hearts_num": "3-4", "diamonds_num": "3-4", "combined_num": "SHD=11-12"}
BALANCING = {"prior_bids": "1D-P-P", "bid": "D", "hcp": "7+", "combined_points": "SHC=7+"}
X_MINORS = {"x_num": "5+", "diamonds_num": "x", "clubs_num": "x"}
BROZEL = {
    **{"prior_bids": "1N", "bid": "D", "shape": "1-suiter", "x_num": "6+", "x_points": "5+"},
    **{f"{suit}_{kind}": "x" for suit in ("spades", "hearts", "diamonds", "clubs") for kind in ("num", "points")},
}
EXTREME_RAISE = {"prior_bids": "1H-P", "bid": "4H", "hcp": "8-10", "hearts_num": "4+"}

# (cells, hand, fits, why)
EXAMPLES = [
    ({"hcp": "10+"}, "Q32.QJ2.QJ2.Q432", True, "ten points, and pretty ugly"),
    ({"knr": "10+"}, "Q32.QJ2.QJ2.Q432", False, "Kaplan and Rubens think less of it"),
    ({"knr": "10+"}, "A32.AQ432.32.432", True, "better points and shape"),
    ({"custom_points": "3", "ace": "2", "king": "1"}, "AJ32.KQ32.2.5432", True, "an ace and a king"),
    ({"custom_points": "3", "ace": "2", "king": "1"}, "KQ32.KQ32.K2.432", True, "three kings"),
    ({"custom_points": "3", "ace": "2", "king": "1"}, "Q32.QJ2.QJ2.Q432", False, "neither"),
    ({"winners": "2"}, "AJ32.KQ32.2.5432", True, "the same hand by winners"),
    ({"suits_stopped": "2"}, "AJ32.KQ32.2.5432", True, "and by suits stopped"),
    ({"custom_points": "2", "ace": "1"}, "A32.A432.432.432", True, "two aces at least"),
    ({"custom_points": "2", "ace": "1"}, "A32.KQ32.KQ2.432", False, "one ace, whatever else"),
    ({"intermediates": "5"}, "A432.K2.Q432.432", False, "points alone"),
    (
        {"intermediates": "5"},
        "AT32.K2.QT82.982",
        True,
        "five intermediates, an eight beside a ten and one beside a nine",
    ),
    ({"intermediates": "5", "custom_points": "3", "ten": "1"}, "AT32.K2.QT92.T92", True, "three of them tens"),
    ({"intermediates": "5", "custom_points": "3", "ten": "1"}, "AT32.K2.QT82.982", False, "two of them tens"),
    (EXTREME_RAISE | {"shape": "singleton/void"}, "A2.KQ432.65432.2", True, "a singleton by shape"),
    (EXTREME_RAISE | {"clubs_num": "<2"}, "A2.KQ432.65432.2", True, "by the suit"),
    (EXTREME_RAISE | {"distribution": "2+"}, "A2.KQ432.65432.2", True, "by distribution points"),
    (EXTREME_RAISE | {"shape": "unbalanced"}, "A32.KQ432.654.32", False, "balanced"),
    (MAJORS, "AQ43.K432.K2.432", True, "four-four"),
    (MAJORS, "AQ43.K5432.K2.32", True, "four-five"),
    (MAJORS, "AQ432.K432.K2.32", True, "five-four"),
    (MAJORS, "AQ432.K5432.K2.2", False, "five-five"),
    (MAJORS, "AQ5432.K32.K2.32", False, "six-three"),
    (MAJORS, "AQ3.K5432.K2.432", False, "three-five"),
    (TAKEOUT, "AQ3.K432.K432.32", True, "3-4-4"),
    (TAKEOUT, "AQ43.K43.K432.32", True, "4-3-4"),
    (TAKEOUT, "AQ43.K432.K43.32", True, "4-4-3"),
    (TAKEOUT, "AQ43.K432.K432.2", True, "4-4-4"),
    (TAKEOUT, "AQ3.K43.K432.432", False, "three cards in two of them"),
    (BALANCING, "A432.K432.432.32", True, "seven points, all of them outside"),
    (BALANCING, "A432.J432.Q32.32", False, "two of the seven in their suit"),
    (BALANCING, "A432.K432.K32.32", True, "ten points, three of them in their suit"),
    (X_MINORS | {"spades_num": "<=x"}, "AK432.2.AK432.32", True, "the spades are no longer"),
    (X_MINORS | {"spades_num": "<=x"}, "AK5432.2.AK432.2", False, "the spades are longer"),
    (X_MINORS | {"spades_num": "5+"}, "AK432.2.32.AK432", True, "five spades and a minor"),
    (X_MINORS | {"spades_num": "5+"}, "AK432.2.A432.K32", False, "no minor of five"),
    (BROZEL, "AQ8432.K32.32.32", True, "a long suit with points, whichever"),
    (BROZEL, "32.K32.32.AQ8432", True, "whichever"),
    (BROZEL, "32.K432.AQ8432.2", False, "a second suit: that is another call"),
    (BROZEL, "QJ8432.K32.A2.32", False, "too little in the suit"),
    ({"prior_bids": "1C-P-1S", "bid": "1N", "spades_points": "4+P"}, "KJ32.A32.432.432", True, "behind the suit"),
    ({"prior_bids": "1H-P-1S", "bid": "1N", "hearts_points": "4+P"}, "432.KJ32.A32.432", False, "in front of it"),
]


@pytest.mark.parametrize(("cells", "text", "fits", "why"), EXAMPLES)
def test_worked_example(cells, text, fits, why):
    section = make_section(cells)
    assert bool(list(section.matches(Hand.parse(text), section.active(NOW)))) is fits, why


# The forms in which the text writes sums over suits, with the totals that they allow
SUMS = {
    "CD=8": {8},
    "CDH=12": {12},
    "CD=8-9": {8, 9},
    "CDH=12-13": {12, 13},
    "CD>7": {8, 9, 10, 11, 12, 13},
    "CDH>11": {12, 13},
    "CD<10": set(range(10)),
    "CDH<14": set(range(14)),
}


@pytest.mark.parametrize(("text", "allowed"), SUMS.items())
def test_sums_as_the_text_writes_them(text, allowed):
    section = make_section({"combined_num": text})
    suits = [suit for suit in SUITS if suit.letter in text]
    for lengths in SHAPES:
        hand = Hand([(1 << length) - 1 for length in lengths])
        met = bool(list(section.matches(hand, section.active(NOW))))
        assert met == (sum(lengths[suit] for suit in suits) in allowed), hand


# Over the minimum of 1NT (15-17) and of 2NT (20-21): what each means, by the list of the text
OVER = [
    ("Min", 1, "15"),
    ("Min+", 1, ">15"),
    ("Min+1", 1, "16"),
    ("Min+2", 1, "17"),
    ("Min+3", 1, "18"),
    ("Min-1", 1, "14"),
    ("Min", 2, "20"),
    ("Min+", 2, ">20"),
    ("Min+1", 2, "21"),
    ("Min+2", 2, "22"),
    ("Min-1", 2, "19"),
]


@pytest.mark.parametrize(("text", "opened", "held"), OVER)
def test_over_the_minimum_of_the_notrump_opened(text, opened, held):
    known = PointsKnown(own_notrump=parse_hcp({1: "15-17", 2: "20-21"}[opened]))
    assert str(parse_any_hcp(text).bound(known)) == held


# 1NT by an unpassed hand is strong, by a passed hand it shows the other suits; 2C in answer to 1S likewise.
PASSED = [
    {"prior_bids": "1C-P-1S", "order": "100000", "bid": "1N", "position": "N", "hcp": "15-18", "shape": "balanced"},
    {"prior_bids": "1C-P-1S", "order": "200000", "bid": "1N", "position": "Y", "hcp": "7-9", "hearts_num": "5+"},
    {"prior_bids": "1S-P", "order": "100000", "bid": "2C", "position": "N", "hcp": "11+"},
    {"prior_bids": "1S-P", "order": "200000", "bid": "2C", "position": "Y", "hcp": "10-11", "spades_num": "3+"},
]


@pytest.fixture(scope="module")
def passed_hands() -> Bidder:
    return make_bidder(*PASSED)


@pytest.mark.parametrize(
    ("calls", "used"),
    [
        ("1C-P-1S", ["100000"]),
        ("P-1C-P-1S", ["200000"]),
        ("P-P-P-1C-P-1S", ["200000"]),
        ("1S-P", ["100000"]),
        ("P-P-1S-P", ["200000"]),
    ],
)
def test_position_tells_passed_hands(passed_hands, calls, used):
    auction = Auction.parse(calls)
    place = passed_hands.place(auction, Circumstances.of(auction))
    in_use = {row.entry.order for rows in place.calls.values() for _, row in rows}
    assert sorted(in_use) == used
