"""Duplicate scores and IMPs, against the tables of Laws 77 and 78B."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.auction import Call, Contract
from bidbase.cards import Seat, Strain
from bidbase.scoring import duplicate_score, imps


def contract(text: str) -> Contract:
    bid = text.rstrip("X")
    call = Call.parse(bid)
    return Contract(call.level, call.strain, len(text) - len(bid), Seat.NORTH)


# contract, vulnerable, tricks, score
SCORES = [
    # American Contract Bridge League, "How to keep score: duplicate"
    ("2S", False, 10, 170),
    ("4S", False, 10, 420),
    ("4S", True, 10, 620),
    # The rules of bridge
    ("4N", False, 10, 430),
    ("4N", True, 10, 630),
    # Law 77: part-scores and overtricks
    ("1C", False, 7, 70),
    ("1C", True, 8, 90),
    ("1H", False, 7, 80),
    ("1N", False, 7, 90),
    ("2N", True, 9, 150),
    ("4D", True, 10, 130),
    # games
    ("3N", False, 9, 400),
    ("3N", True, 11, 660),
    ("5C", False, 11, 400),
    ("5D", True, 11, 600),
    # slams
    ("6C", False, 12, 920),
    ("6H", True, 12, 1430),
    ("6N", False, 13, 1020),
    ("7S", False, 13, 1510),
    ("7N", True, 13, 2220),
    # doubled and made
    ("1NX", False, 7, 180),
    ("1NXX", False, 7, 560),
    ("2HX", True, 8, 670),
    ("2HX", True, 9, 870),
    ("1CX", False, 7, 140),
    ("1CXX", False, 8, 430),
    ("2CXX", True, 9, 1160),
    ("7NXX", True, 13, 2980),
    # down
    ("4S", False, 9, -50),
    ("4S", True, 7, -300),
    ("7N", False, 0, -650),
    ("4SX", False, 7, -500),
    ("4SX", False, 6, -800),
    ("4SX", True, 7, -800),
    ("4SXX", False, 6, -1600),
    ("4SXX", True, 7, -1600),
]


@pytest.mark.parametrize(("text", "vulnerable", "tricks", "score"), SCORES)
def test_score(text: str, vulnerable: bool, tricks: int, score: int) -> None:
    assert duplicate_score(contract(text), tricks, vulnerable) == score


@pytest.mark.parametrize(
    ("vulnerable", "penalties"),
    [(False, [100, 300, 500, 800, 1100, 1400, 1700]), (True, [200, 500, 800, 1100, 1400, 1700, 2000])],
)
def test_doubled_undertricks(vulnerable: bool, penalties: list[int]) -> None:
    for down, penalty in enumerate(penalties, start=1):
        assert duplicate_score(contract("7NX"), 13 - down, vulnerable) == -penalty
        assert duplicate_score(contract("7NXX"), 13 - down, vulnerable) == -2 * penalty


@given(
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.integers(0, 2),
    st.booleans(),
    st.integers(1, 13),
)
def test_more_tricks_never_score_less(level: int, strain: Strain, doubled: int, vulnerable: bool, tricks: int) -> None:
    played = Contract(level, strain, doubled, Seat.NORTH)
    fewer = duplicate_score(played, tricks - 1, vulnerable)
    score = duplicate_score(played, tricks, vulnerable)
    assert score > fewer
    assert (score > 0) == (tricks >= level + 6)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_impossible_tricks_are_refused(tricks: int) -> None:
    with pytest.raises(ValueError, match="tricks are 0 to 13"):
        duplicate_score(contract("1C"), tricks, False)


# The WBF scale: the highest difference that is worth 0, 1, 2 ... 23 IMPs.
HIGHEST = [
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590),
    *(740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990),
]


@pytest.mark.parametrize(("won", "highest"), list(enumerate(HIGHEST)))
def test_imps_at_the_edges_of_the_scale(won: int, highest: int) -> None:
    assert imps(highest) == won
    assert imps(-highest) == -won
    assert imps(highest + 10) == won + 1


def test_no_difference_is_no_imps_and_the_most_is_24() -> None:
    assert imps(0) == 0
    assert imps(7600) == 24
