"""The hands that meet a row, counted exactly and drawn."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.deals_to_order import meets, parse_wanted_hand
from bidbase.compiler import HandBatch
from bidbase.compiler.row_hands import ALL_CARDS, RowHands
from bidbase.compiler.rows import entry_rows
from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.cards import Seat, Strain
from bidbase.systems import Entry
from bidbase.systems.valuations import shipped_valuations

ALL_HANDS = comb(52, 13)


def rows_of(text: str):
    wanted = parse_wanted_hand(text, Seat.SOUTH)
    assert isinstance(wanted, Entry)
    return entry_rows(wanted, shipped_valuations())


def counted(text: str, left=ALL_CARDS) -> int:
    return sum(RowHands(row, left).count for row in rows_of(text))


# From the tables of the Official Encyclopedia of Bridge; the last three follow by hand.
KNOWN = [
    ("shape 4333", 10.5361),
    ("shape 4432", 21.5512),
    ("shape 5332", 15.5168),
    ("shape 7222", 0.51295),
    ("hcp 0", 0.3639),
    ("hcp 10", 9.4051),
    ("hcp 0-37", 100),
    ("spades 13", 100 / ALL_HANDS),
    ("hcp 37", 400 / ALL_HANDS),
]


@pytest.mark.parametrize(("text", "percent"), KNOWN)
def test_shares_that_books_print(text, percent):
    assert 100 * counted(text) / ALL_HANDS == pytest.approx(percent, abs=5e-5)


def test_hands_that_can_be_named_one_by_one_are_counted_one_by_one():
    assert counted("hcp 37") == 4, "all aces, kings and queens, and one of the jacks"
    assert counted("spades 13") == 1


SPECS = [
    "hcp 15-17; shape balanced",
    "hcp 16; spades 5+",
    "losers <=6; spades 5+",
    "hcp 11-15; losers 7; hearts 5+",
    "distribution T13+; hearts 4+",
    "knr 13+; spades 4",
    "spades_points 4+; spades 6",
    "hearts_points 1stop; hcp 12+",
    "combined_num SH 9+",
    "combined_points SH 12+; hcp <=17",
    "quick_tricks 3+; shape singleton",
    "winners 5+; spades 6+",
    "intermediates 5+; hcp 9-11",
    "aces 2; kings 1; hcp 12+",
]


@pytest.mark.parametrize("text", SPECS)
def test_counts_agree_with_hands_dealt_at_random(text):
    random = HandBatch.random(100_000, 7)
    met = np.logical_or.reduce([meets(row, random) for row in rows_of(text)]).mean()
    error = np.sqrt(met * (1 - met) / len(random))
    assert counted(text) / ALL_HANDS == pytest.approx(met, abs=4.5 * error)


@pytest.mark.parametrize("text", SPECS)
def test_hands_that_are_drawn_meet_the_row(text):
    for row in rows_of(text):
        hands = RowHands(row).draw(2_000, np.random.default_rng(1))
        assert (LENGTH_OF_HOLDING[hands].sum(axis=0) == 13).all()
        assert meets(row, HandBatch(hands)).all()


def test_each_hand_is_as_likely_as_any_other():
    (row,) = rows_of("hcp 37")
    hands, counts = np.unique(RowHands(row).draw(4_000, np.random.default_rng(2)), axis=1, return_counts=True)
    assert hands.shape == (4, 4)
    assert counts == pytest.approx(1_000, abs=130), "27 is a standard error"


@given(st.permutations(range(52)))
def test_only_cards_that_are_left_count(cards):
    """Of 26 cards, hands that are told apart one by one: those with as many spades as there are left."""
    left = [0, 0, 0, 0]
    for card in cards[:26]:
        left[card // 13] |= 1 << card % 13
    spades = left[Strain.SPADES].bit_count()
    (row,) = rows_of(f"spades {min(spades, 13)}")
    assert RowHands(row, left).count == comb(26 - spades, 13 - spades)


def test_a_hand_that_cannot_be_is_not_counted():
    (row,) = rows_of("hcp 30+")
    assert RowHands(row, (0b1, (1 << 13) - 1, 0, 0)).count == 0
