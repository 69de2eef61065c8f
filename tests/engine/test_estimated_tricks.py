"""Estimated tricks: how far they are off, what they follow, and how numbers are fitted and kept."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.cards import SEATS, STRAINS, SUITS, Deal, Seat, Strain, Vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.double_dummy import analyze_all
from bidbase.game.estimated_tricks import (
    Network,
    chances_of_tricks,
    estimated_tricks,
    facts_of,
    read_networks,
    rows_of,
)
from tests.strategies import deals, seats
from tests.strength.estimates import fit

WEAK, STRONG = 0.85, 1.25  # tricks that the mean square may be off in a suit and in notrump over these few deals


def holdings_of(*dealt: Deal) -> np.ndarray:
    return np.array([[[deal[seat].holdings[suit] for deal in dealt] for suit in SUITS] for seat in SEATS])


def test_the_estimates_are_off_by_about_what_they_say_on_deals_that_were_not_used_to_make_them():
    dealt = [numbered_deal(number) for number in range(1, 41)]
    analyses = list(analyze_all((deal, Seat.NORTH, Vulnerability.NONE) for deal in dealt))
    for strains, most in ((SUITS, WEAK), ((Strain.NOTRUMP,), STRONG)):
        off = []
        for strain in strains:
            for seat in SEATS:
                tricks, error = estimated_tricks(holdings_of(*dealt), strain, seat)
                off += list(tricks - [analysis.tricks[seat][strain] for analysis in analyses])
        assert error / 1.5 < np.sqrt(np.mean(np.square(off))) < most, strains


def test_more_trumps_and_honors_take_more_tricks():
    plenty = Deal.parse("N:AKQJ2.AK2.432.32 43.QJT.QJT9.QJT9 T9876.43.AK5.AK4 5.98765.876.8765")
    fewer = Deal.parse("N:AKQJ2.A32.432.32 43.KQJ.QJT9.QJT9 T9876.54.AK5.A54 5.T9876.876.K876")
    (most, less), _ = estimated_tricks(holdings_of(plenty, fewer), Strain.SPADES, Seat.NORTH)
    (against,), _ = estimated_tricks(holdings_of(plenty), Strain.SPADES, Seat.EAST)
    assert most > less > against


@given(deals(), seats, st.sampled_from(STRAINS))
def test_the_facts_are_those_of_the_declaring_side_whoever_sits_there(deal, declarer, strain):
    turned = Deal(deal[seat.plus(1)] for seat in SEATS)
    facts = facts_of(holdings_of(deal), strain, declarer.plus(1))
    assert np.array_equal(facts, facts_of(holdings_of(turned), strain, declarer))


@given(deals(), seats, st.permutations(SUITS))
def test_in_notrump_no_suit_is_special(deal, declarer, order):
    holdings = holdings_of(deal)
    tricks, _ = estimated_tricks(holdings, Strain.NOTRUMP, declarer)
    others, _ = estimated_tricks(holdings[:, list(order)], Strain.NOTRUMP, declarer)
    facts, mixed = (facts_of(cards, Strain.NOTRUMP, declarer) for cards in (holdings, holdings[:, list(order)]))
    assert sorted(facts[0]) == sorted(mixed[0])
    assert abs(tricks[0] - others[0]) < 3, "suits of equal length may stand in another order"


def test_the_chances_spread_around_the_estimate():
    chances = chances_of_tricks(np.array([9.0, -2.0, 16.0]), 1.0)
    assert chances.shape == (3, 14)
    assert chances.sum(axis=1) == pytest.approx([1, 1, 1])
    assert chances.argmax(axis=1).tolist() == [9, 0, 13]
    assert chances[0, 8] == pytest.approx(chances[0, 10])
    spread = np.sqrt(chances[0] @ (np.arange(14) - 9.0) ** 2)
    assert spread == pytest.approx(1.0, abs=0.1), "the error is the standard deviation"


def test_a_network_is_kept_as_rows_of_numbers():
    network = Network(
        np.array([[1.5, -2.0], [0.25, 3.0]]),
        np.array([0.5, 1.0]),
        np.array([1.0, 2.0]),
        np.array([0.1, 7.0]),
        6.5,
        0.75,
    )
    text = io.StringIO()
    csv.writer(text).writerows([*rows_of("suit", network), *rows_of("notrump", network)])
    kept = read_networks(text.getvalue().splitlines())
    facts = np.array([[1.0, 2.0], [3.0, -4.0]])
    assert set(kept) == {"suit", "notrump"}
    assert kept["suit"].error == 0.75
    assert kept["suit"].tricks(facts).tolist() == network.tricks(facts).tolist()


def test_a_unit_counts_only_above_zero():
    network = Network(np.array([[1.0]]), np.array([-2.0]), np.array([10.0]), np.array([0.5]), 1.0, 1.0)
    assert network.tricks(np.array([[1.0], [3.0]])).tolist() == [1.5, 12.5]


def test_numbers_are_fitted_to_what_is_straight_and_to_what_is_not():
    facts = np.random.default_rng(1).normal(3, 2, (4000, 2))
    tricks = 2 * facts[:, 0] + np.abs(facts[:, 1] - 3)
    network = fit(facts, tricks, rounds=200)
    assert np.sqrt(np.mean((network.tricks(facts) - tricks) ** 2)) < 0.2, (
        "the straight line alone is off by more than a trick"
    )
