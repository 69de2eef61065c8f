"""Boards bid to the end without a browser."""

from bidbase.game.auction import PASS, Call
from practice.models import Board
from practice.selectors.robots import robot_table, systems_call
from practice.services.boards import make_call


def finish(board: Board, *calls: str) -> Board:
    """Make these calls as the student, then pass throughout."""
    wanted = iter(calls)
    while not board.finished:
        board = make_call(board=board, call=Call.parse(next(wanted, str(PASS))), at=len(board.auction.calls))
    return board


def finish_by_system(board: Board) -> Board:
    """Make the calls of the system as the student."""
    while not board.finished:
        auction = board.auction
        board = make_call(
            board=board, call=systems_call(robot_table(board), board, auction).call, at=len(auction.calls)
        )
    return board
