"""Duplicate scores, matchpoints and IMPs, against the tables of Laws 77 and 78 and published examples."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.game.auction import BIDS, Contract
from bidbase.game.cards import Seat, Strain, Vulnerability
from bidbase.game.scoring import (
    PlayedContract,
    cross_imps,
    duplicate_score,
    imps,
    is_game,
    matchpoint_percentages,
    matchpoints,
    mean_cross_imps,
)
from tests.engine.making import make_contract

LOWEST_GAMES = {Strain.NOTRUMP: 3, Strain.SPADES: 4, Strain.HEARTS: 4, Strain.DIAMONDS: 5, Strain.CLUBS: 5}


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_three_notrump_four_of_a_major_and_five_of_a_minor_make_game(bid):
    assert is_game(bid) == (bid.level >= LOWEST_GAMES[bid.strain])


def test_a_double_does_not_turn_a_part_score_into_a_game():
    assert not is_game(make_contract("3SX"))
    assert is_game(make_contract("4SX"))


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
    assert duplicate_score(make_contract(text), tricks, vulnerable) == score


@pytest.mark.parametrize(
    ("vulnerable", "penalties"),
    [(False, [100, 300, 500, 800, 1100, 1400, 1700]), (True, [200, 500, 800, 1100, 1400, 1700, 2000])],
)
def test_doubled_undertricks(vulnerable: bool, penalties: list[int]) -> None:
    for down, penalty in enumerate(penalties, start=1):
        assert duplicate_score(make_contract("7NX"), 13 - down, vulnerable) == -penalty
        assert duplicate_score(make_contract("7NXX"), 13 - down, vulnerable) == -2 * penalty


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
        duplicate_score(make_contract("1C"), tricks, False)


# The WBF scale: the largest differences that are worth 0, 1, 2 and so on up to 23 IMPs.
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


# Results of one board compared with each other.

MATCHPOINTS = [
    # Pune Bridge, "Scoring basics", which counts in halves: 1.5, 0, 3, 1.5, 4
    ([620, -100, 630, 620, 1100], [3, 0, 6, 3, 8]),
    # Nationwide Pairs, "Scoring explanation", eleven results
    (
        [1430, 690, 680, 680, 680, 660, 660, 650, -100, -100, -200],
        [20, 18, 14, 14, 14, 9, 9, 6, 3, 3, 0],
    ),
    # Loreburn Bridge Club, "Match points explained", board 6, seen from East-West
    ([710, 710, 710, 710, 680, 680, 680, 680, 650, 500], [15, 15, 15, 15, 7, 7, 7, 7, 2, 0]),
    # By hand: a board played once, a board never played, and a board with equal scores
    ([620], [0]),
    ([], []),
    ([0, 0, 0], [2, 2, 2]),
]


@pytest.mark.parametrize(("scores", "won"), MATCHPOINTS)
def test_matchpoints(scores: list[int], won: list[int]) -> None:
    assert matchpoints(scores) == won


def test_matchpoints_in_percent() -> None:
    # Heidi's Bridge Blog, "How to score at matchpoints": five of eight pairs beaten, 63 %
    assert matchpoint_percentages([90, 120, 140, 150, 170, 400, 420, 430, 450])[5] == 62.5
    # By hand
    assert matchpoint_percentages([420, 420, -50]) == [75, 75, 0]
    assert matchpoint_percentages([420]) == [50]
    assert matchpoint_percentages([]) == []


CROSS_IMPS = [
    # BridgeHit, "IMP calculation": the first result makes 1 + 7 + 10 over 3 comparisons; the others by hand
    ([430, 400, 150, -50], [18, 15, -8, -25], [6, 5, -8 / 3, -25 / 3]),
    # BridgeBase forum, "Formula for calculating average cross-IMPs": two tables, one game made and one down
    ([400, -50], [10, -10], [10, -10]),
    # By hand
    ([420, 170, 300], [9, -10, 1], [4.5, -5, 0.5]),
    ([620], [0], [0]),
    ([], [], []),
]


@pytest.mark.parametrize(("scores", "total", "mean"), CROSS_IMPS)
def test_cross_imps(scores: list[int], total: list[int], mean: list[float]) -> None:
    assert cross_imps(scores) == total
    assert mean_cross_imps(scores) == pytest.approx(mean)


fields = st.lists(st.integers(-760, 760).map(lambda tens: 10 * tens), min_size=1, max_size=20)


@given(fields)
def test_the_matchpoints_of_a_board_are_shared_out(scores: list[int]) -> None:
    top = 2 * (len(scores) - 1)
    won = matchpoints(scores)
    assert sum(won) == len(scores) * top // 2
    assert sum(matchpoint_percentages(scores)) == pytest.approx(50 * len(scores))
    assert matchpoints([-score for score in scores]) == [top - points for points in won], "the other side has the rest"


@given(fields)
def test_the_cross_imps_of_a_board_cancel(scores: list[int]) -> None:
    won = cross_imps(scores)
    assert sum(won) == 0
    assert sum(mean_cross_imps(scores)) == pytest.approx(0)
    assert cross_imps([-score for score in scores]) == [-total for total in won], "what one side wins, the other loses"


@given(fields)
def test_a_better_score_is_never_worth_less(scores: list[int]) -> None:
    for compared in (matchpoints, cross_imps):
        ranked = sorted(zip(scores, compared(scores), strict=True))
        for (lower_score, lower_result), (higher_score, higher_result) in pairwise(ranked):
            assert lower_result <= higher_result
            assert lower_score < higher_score or lower_result == higher_result


# (result, vulnerability, North-South's score, tricks, why)
PLAYED = [
    ("4SXS-1", "NS", -200, 9, "doubled and vulnerable"),
    ("3NTE=", "None", -400, 9, "the opponents' game"),
    ("3nn=", "None", 400, 9, "notrump by North, in small letters"),
    ("2♥N+2", "None", 170, 10, "with a suit symbol"),
    ("7CXXW-13", "Both", 7600, 0, "no trick at all"),
    ("1SXX E+6", "EW", -3120, 13, "all of them, with a blank"),
]


@pytest.mark.parametrize(("text", "vulnerability", "score", "tricks", "why"), PLAYED)
def test_a_result_is_read_and_scored(text, vulnerability, score, tricks, why):
    played = PlayedContract.parse(text)
    assert (played.tricks, played.north_south_score(Vulnerability.parse(vulnerability))) == (tricks, score), why


# (text, part of the message, the part at fault, why)
NOT_PLAYED = [
    ("4S", "is not a result", "4S", "who declared, and how it went"),
    ("4SQ=", "is not a result", "4SQ=", "no such seat"),
    ("8SN=", "is not a result", "8SN=", "no such level"),
    ("4SXXXN=", "is not a result", "4SXXXN=", "doubled three times"),
    ("4SN+4", "tricks are 0 to 13, not 14", "+4", "more tricks than there are"),
    ("1SN-8", "tricks are 0 to 13, not -1", "-8", "fewer than none"),
    ("", "is not a result", "", "nothing"),
]


@pytest.mark.parametrize(("text", "message", "fault", "why"), NOT_PLAYED)
def test_a_bad_result_is_refused_at_the_fault(text, message, fault, why):
    with pytest.raises(TextError, match=message) as caught:
        PlayedContract.parse(text)
    start, end = caught.value.span
    assert text[start:end] == fault, why
