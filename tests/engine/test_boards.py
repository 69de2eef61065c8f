"""Boards bid by robots: fresh ones by seed, the outcome at a table, means with their error."""

import pytest

from bidbase.bidding.boards import (
    BOARDS_OF_A_SEED,
    MAX_SEED,
    Board,
    bid_board,
    fresh_boards,
    mean_and_error,
)
from bidbase.game.cards import Seat, Vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from tests.engine.making import make_bidder


def test_a_seed_gives_the_same_boards_again_and_another_seed_others():
    first, again, other = fresh_boards(20, 3), fresh_boards(30, 3), fresh_boards(20, 4)
    assert first == again[:20]
    assert not {board.number for board in first} & {board.number for board in other}
    assert first[0] == Board(30_001, numbered_deal(30_001), Seat.NORTH, Vulnerability.NONE)


def test_the_last_seed_still_has_deals():
    assert [board.number for board in fresh_boards(3, MAX_SEED)] == [999_980_001, 999_980_002, 999_980_003]
    assert 999_980_000 + BOARDS_OF_A_SEED <= MAX_DEAL_NUMBER < 999_980_000 + 3 * BOARDS_OF_A_SEED


def test_a_board_is_told_in_five_lines():
    assert Board.numbered(1).lines() == [
        "Board 1: North deals, vulnerable: None",
        "  North  K97.AQ864.85.985  9 HCP",
        "  East   T8543.K53.KT7.76  6 HCP",
        "  South  AQ.J972.AQ2.K432  16 HCP",
        "  West   J62.T.J9643.AQJT  9 HCP",
    ]


def test_a_seed_has_one_board_to_the_most_that_it_may_have():
    assert [board.number for board in fresh_boards(1, 0)] == [1]
    assert fresh_boards(BOARDS_OF_A_SEED, 0)[-1].number + 1 == fresh_boards(1, 1)[0].number


# (count, seed, why)
NO_BOARDS = [
    (0, 1, "no boards"),
    (BOARDS_OF_A_SEED + 1, 1, "they would be those of the next seed"),
    (1, -1, "deals are numbered from 1"),
    (1, MAX_SEED + 1, "there are no deals of such a number"),
]


@pytest.mark.parametrize(("count", "seed", "why"), NO_BOARDS)
def test_impossible_wishes_are_refused(count, seed, why):
    with pytest.raises(ValueError, match="seeds are"):
        fresh_boards(count, seed)


def test_each_side_bids_from_its_own_system():
    eager, silent = make_bidder({"bid": "1N"}), make_bidder({"bid": "1N", "hcp": "37+"})
    board = Board.numbered(1)
    assert str(bid_board(board, eager, silent).auction) == "1N-P-P-P"
    assert str(bid_board(board, silent, eager).auction) == "P-1N-P-P-P"
    assert bid_board(board, silent, silent).contract is None


# (values, mean, standard error)
MEANS = [
    ([], 0, 0),
    ([7], 7, 0),
    ([1, 3], 2, 1),
    ([0, 0, 0, 0], 0, 0),
    ([-2, 0, 2, 4], 1, pytest.approx((20 / 3 / 4) ** 0.5)),
]


@pytest.mark.parametrize(("values", "mean", "error"), MEANS)
def test_means_have_a_standard_error(values, mean, error):
    assert mean_and_error(values) == (mean, error)
