"""Team matches: who sits where, what a board is worth, the result and the swings."""

import pytest

from bidbase.bidding.boards import Board, Outcome, fresh_boards
from bidbase.bidding.robots import Table
from bidbase.bidding.teams import MatchBoard, largest_swings, play_match, summary
from bidbase.cli import main
from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.double_dummy import Analysis
from bidbase.language.circumstances import Scoring
from tests.engine.making import make_bidder

SLAM = Board(
    1,
    Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.8765.876.87 2.432.5432.65432"),
    Seat.NORTH,
    Vulnerability.NONE,
)
GRAND = make_bidder({"bid": "7N", "hcp": "37+"})
GAME = make_bidder({"bid": "3N", "hcp": "37+"})
NAMES = ("brave", "timid")


def test_the_teams_exchange_their_sides():
    (board,) = play_match(GRAND, GAME, [SLAM])
    assert (str(board.first.auction), str(board.second.auction)) == ("7N-P-P-P", "3N-P-P-P")
    assert board.first.table.bidders == (GRAND, GAME, GRAND, GAME)
    assert board.second.table.bidders == (GAME, GRAND, GAME, GRAND)


def test_the_first_team_wins_what_it_bids_better():
    assert [board.imps for board in play_match(GRAND, GAME, [SLAM])] == [14]  # 1520 against 520
    assert [board.imps for board in play_match(GAME, GRAND, [SLAM])] == [-14]


def test_a_system_against_itself_wins_nothing():
    played = play_match(GRAND, GRAND, fresh_boards(5, 1))
    assert [(board.imps, board.score(board.first)) for board in played] == [(0, 0)] * 5
    assert all(board.analysis is None for board in played), "boards with one contract need no double dummy"
    assert largest_swings(played, 5) == []


def test_the_first_team_thinks_at_both_tables_when_asked_to():
    (board,) = play_match(GRAND, GAME, [SLAM], think=True)
    assert board.first.table.thinking == {Seat.NORTH, Seat.SOUTH}
    assert board.second.table.thinking == {Seat.EAST, Seat.WEST}
    (quiet,) = play_match(GRAND, GAME, [SLAM])
    assert not quiet.first.table.thinking | quiet.second.table.thinking


def match_board(number: int, first: str, second: str) -> MatchBoard:
    """A board where North takes ten tricks in everything, and each table reached a contract that North plays."""
    board = Board(number, SLAM.deal, Seat.NORTH, Vulnerability.NONE)
    first_table, second_table = (
        Outcome(board, Table(GRAND, GAME), Auction.parse(bids), ()) for bids in (first, second)
    )
    return MatchBoard(first_table, second_table, Analysis(((10,) * 5,) * 4, 0, ()))


PLAYED = [
    match_board(1, "4S-P-P-P", "2S-P-P-P"),  # 420 against 170: 6 IMPs
    match_board(2, "6S-P-P-P", "4S-P-P-P"),  # -100 against 420: 11 lost
    match_board(3, "4S-P-P-P", "4S-P-P-P"),
    match_board(4, "P-P-P-P", "3S-P-P-P"),  # 0 against 170: 5 lost
    match_board(5, "2C-P-P-P", "2S-P-P-P"),  # 130 against 170: 1 lost
    match_board(6, "2S-P-P-P", "2C-P-P-P"),  # and 1 won
]


def test_the_result_has_its_standard_error():
    assert [board.imps for board in PLAYED] == [6, -11, 0, -5, -1, 1]
    assert summary(NAMES, PLAYED) == (
        "brave against timid: -1.67 IMPs a board for brave, standard error 2.36, over 6 boards: 2 won, 3 lost"
    )


def test_at_matchpoints_the_better_score_wins_whatever_the_difference():
    assert [board.half_tops for board in PLAYED] == [1, -1, 0, -1, -1, 1]
    assert summary(NAMES, PLAYED, Scoring.MP) == (
        "brave against timid: 41.7 % of the matchpoints for brave, standard error 20.1, over 6 boards: 2 won, 3 lost"
    )


def test_swings_are_listed_from_the_largest_with_both_auctions():
    assert [board.first.board.number for board in largest_swings(PLAYED, 2)] == [2, 1]
    assert [board.first.board.number for board in largest_swings(PLAYED, 9)] == [2, 1, 4, 5, 6]
    assert list(PLAYED[1].lines(NAMES))[5:] == [
        "  brave North-South, timid East-West: 6S-P-P-P",
        "    6♠ by North, -100 for North-South",
        "  timid North-South, brave East-West: 4S-P-P-P",
        "    4♠ by North, +420 for North-South",
        "  11 IMPs to timid",
    ]
    assert [list(board.lines(NAMES))[-1] for board in PLAYED[4:]] == ["  1 IMPs to timid", "  1 IMPs to brave"]


@pytest.fixture
def systems(tmp_path):
    """Folders of two systems that differ in their strength for a notrump opening."""
    for name, points in (("weak", "12-14"), ("strong", "15-17")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "system.toml").write_text(f'name = "{name}"\nfiles = ["opening.csv"]\n', encoding="utf-8")
        entries = f"prior_bids,order,bid,hcp,shape\n,130000,1N,{points},balanced\n"
        (folder / "opening.csv").write_text(entries, encoding="utf-8")
    return str(tmp_path / "weak"), str(tmp_path / "strong")


def test_the_command_prints_the_result_and_the_swings(systems, capsys):
    assert main(["teams", *systems, "--boards", "12", "--seed", "3", "--swings", "2"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.endswith("lost")
    assert "over 12 boards" in first
    assert sum(line.startswith("Board 300") for line in rest) == 2


def test_the_command_says_who_thinks(systems, capsys):
    assert main(["teams", systems[0], systems[0], "--boards", "2", "--think"]) == 0
    assert capsys.readouterr().out.startswith(f"{systems[0]} thinking against {systems[0]}: ")


def test_the_command_bids_at_matchpoints(systems, capsys):
    assert main(["teams", *systems, "--boards", "2", "--scoring", "MP"]) == 0
    assert "% of the matchpoints" in capsys.readouterr().out


def test_a_match_at_matchpoints_is_bid_at_matchpoints():
    (board,) = play_match(GRAND, GAME, [SLAM], scoring=Scoring.MP)
    assert board.first.table.scoring is board.second.table.scoring is Scoring.MP


# (arguments, part of the message, why)
REFUSED = [
    (("sayc", "acol"), "there is no system 'acol'", "an unknown system"),
    (("sayc", "sayc", "--boards", "0"), "1 to 10000 boards", "no boards"),
    (("sayc", "sayc", "--seed", "-1"), "seeds are 0 to", "no such seed"),
]


@pytest.mark.parametrize(("arguments", "message", "why"), REFUSED)
def test_impossible_matches_are_refused(arguments, message, why, capsys):
    assert main(["teams", *arguments]) == 2, why
    assert message in capsys.readouterr().err
