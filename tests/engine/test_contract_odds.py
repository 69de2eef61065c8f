"""What contracts are worth over deals, with the error of each figure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.contract_odds import compare_contracts, odds_of, parse_contracts
from bidbase.bidding.estimates import Frequency, Mean, Share, rounded
from bidbase.errors import TextError
from bidbase.game.cards import Seat, Vulnerability
from tests.engine.making import make_contract

# Wilson limits from E. B. Wilson's formula, as R's prop.test(x, n, correct = FALSE) prints them.
WILSON = [(62, 100, 0.5221, 0.7090), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (620, 1000, 0.5895, 0.6496)]


@pytest.mark.parametrize(("found", "tried", "low", "high"), WILSON)
def test_the_limits_of_a_share(found, tried, low, high):
    share = Share(found, tried)
    assert (share.low, share.high) == pytest.approx((low, high), abs=1e-4)


WORDS = [
    (Share(62, 100), "62 % ± 10"),
    (Share(620, 1000), "62 % ± 4"),
    (Share(6200, 10_000), "62 % ± 1"),
    (Share(100, 100), "100 %, at least 96"),
    (Share(0, 100), "0 %, at most 4"),
    (Share(0, 0), "not known yet"),
]


@pytest.mark.parametrize(("share", "words"), WORDS)
def test_a_share_says_how_sure_it_is(share, words):
    assert share.words() == words


@given(st.integers(1, 400), st.data())
def test_limits_enclose_the_share(tried, data):
    found = data.draw(st.integers(0, tried))
    share = Share(found, tried)
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert Share(10 * found, 10 * tried).error < share.error, "more deals tell more"


def test_a_mean_and_its_error():
    mean = Mean.of(np.array([1.0, 2.0, 3.0, 4.0]))
    assert mean.value == 2.5
    assert mean.error == pytest.approx(1.96 * 1.29099 / 2, abs=1e-3)
    assert mean.words() == "2.5 ± 1.3"
    assert Mean.of(np.array([3.0])).words() == "3.0"
    assert not Mean.of(np.array([3.0])).clear, "one deal decides nothing"
    assert Mean.of(np.array([-1.0, -1.0])).words() == "−1.0 ± 0.0"


FREQUENCIES = [
    (Frequency(0.105361, Share(0, 0), exact=True), "10.54 % exactly, one deal in 9.49"),
    (Frequency(0.0001, Share(0, 0), exact=True), "0.0100 % exactly, one deal in 10,000"),
    (Frequency(0.01, Share(500, 20_000)), "0.025 % ± 0.002, about one deal in 4,000"),
    (Frequency(0.01, Share(0, 20_000)), "less than one in 521,000"),
    (Frequency(0.0, Share(0, 0)), "never"),
    (Frequency(1.0, Share(0, 0), exact=True), "100.00 % exactly, one deal in 1"),
]


@pytest.mark.parametrize(("frequency", "words"), FREQUENCIES)
def test_a_frequency_in_words(frequency, words):
    assert frequency.words() == words


@pytest.mark.parametrize(("number", "text"), [(9.4911, "9.49"), (311.6, "312"), (48_151, "48,200"), (1, "1")])
def test_numbers_are_rounded_to_three_digits(number, text):
    assert rounded(number) == text


CONTRACTS = [
    ("4S", ["4♠ by South"]),
    ("4S, 3N by North; 5CX West", ["4♠ by South", "3NT by North", "5♣ doubled by West"]),
    ("4s\n4S", ["4♠ by South"]),
    ("3NT", ["3NT by South"]),
    ("4♥", ["4♥ by South"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "titles"), CONTRACTS)
def test_contracts_are_read(text, titles):
    assert [contract.title for contract in parse_contracts(text, Seat.SOUTH)] == titles


BAD = [
    ("4S, 8S", "'8S' is not a call", " 8S"),
    ("4S by Nobody", "a seat is one of N E S W", "4S by Nobody"),
    ("P", "'P' is not a contract", "P"),
    ("4S by South now", "'4S by South now' is no contract", "4S by South now"),
    ("1C,2C,3C,4C,5C,6C,7C", "these are 7 contracts; 6 at the most are weighed", ""),
]


@pytest.mark.parametrize(("text", "message", "wrong"), BAD)
def test_what_is_no_contract(text, message, wrong):
    with pytest.raises(TextError) as refused:
        parse_contracts(text, Seat.SOUTH)
    assert refused.value.message.startswith(message)
    assert refused.value.wrong == wrong


def test_the_odds_of_a_contract():
    odds = odds_of(make_contract("4S"), [9, 10, 10, 11])
    assert odds.counts[9:12] == (1, 2, 1)
    assert sum(odds.counts) == 4
    assert (odds.made.found, odds.made.tried, odds.tricks.value) == (3, 4, 10)
    assert [mean.value for mean in odds.scores] == [(-50 + 420 * 2 + 450) / 4, (-100 + 620 * 2 + 650) / 4]


# Three deals with 9, 10 and 10 tricks: 4S against 3S.
#   not vulnerable -50 / 140: -190, 5 IMPs; 420 / 170: 250, 6 IMPs, twice
#   vulnerable    -100 / 140: -240, 6 IMPs; 620 / 170: 450, 10 IMPs, twice
COMPARED = [(Vulnerability.NONE, (-5 + 6 + 6) / 3), (Vulnerability.BOTH, (-6 + 10 + 10) / 3)]


@pytest.mark.parametrize(("vulnerability", "gain"), COMPARED)
def test_a_game_against_a_part_score(vulnerability, gain):
    taken = [9, 10, 10]
    compared = compare_contracts(make_contract("4S"), make_contract("3S"), (taken, taken), vulnerability)
    assert compared.imps.value == pytest.approx(gain)
    assert compared.matchpoints.value == pytest.approx(2 / 3)


def test_a_sacrifice_counts_for_its_own_side():
    ours, theirs = make_contract("5CX", Seat.EAST), make_contract("4H", Seat.SOUTH)
    compared = compare_contracts(ours, theirs, ([9, 9], [10, 10]), Vulnerability.NS)
    assert compared.imps.value == 8, "-300 against -620"
    assert compared.better is ours


def test_equal_contracts_are_not_told_apart():
    taken = [8, 9, 10, 11]
    compared = compare_contracts(make_contract("4S"), make_contract("4S"), (taken, taken), Vulnerability.NONE)
    assert (compared.imps.value, compared.matchpoints.value, compared.better) == (0, 0.5, None)
