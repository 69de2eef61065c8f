"""Boards bid to the end without a browser."""

from bidbase.game.auction import PASS, Call
from practice.boards.selectors import robot_table
from practice.boards.services import make_call
from practice.models import StudentBoard


def finish(board: StudentBoard, *calls: str) -> StudentBoard:
    """Make these calls as the student, then pass throughout."""
    wanted = iter(calls)
    while not board.finished:
        board = make_call(board=board, call=Call.parse(next(wanted, str(PASS))), at=len(board.auction.calls))
    return board


def finish_by_system(board: StudentBoard) -> StudentBoard:
    """Make the calls of the system as the student."""
    while not board.finished:
        auction = board.auction
        decision = robot_table(board).decide(board.own_hand, auction)
        board = make_call(board=board, call=decision.call, at=len(auction.calls))
    return board
