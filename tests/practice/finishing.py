"""Boards bid to the end without a browser."""

from functools import partial

import pytest

from bidbase.bidding.bidder import Decision
from bidbase.game.auction import PASS, Call
from practice.boards.board import TableBoard
from practice.boards.robots import best_now, robot_table
from practice.boards.selectors import student_calls
from practice.boards.services import let_robots_go_on, make_call
from practice.double_dummy.work import AnalyzeDeal
from practice.models import JudgedCall
from tests.working import do, patiently


def finish(board: TableBoard, *calls: str) -> TableBoard:
    """Make these calls as the student, then pass throughout."""
    wanted = iter(calls)
    while not board.finished:
        board = call_patiently(board, Call.parse(next(wanted, str(PASS))))
    return board


def call_patiently(board: TableBoard, call: Call) -> TableBoard:
    """Make a call as the student; what robots and the judgment of the call need is worked out at once."""
    at = len(board.auction.calls)
    patiently(lambda: best_now(board, robot_table(board), student_calls(board)))
    return robots_gone_on(make_call(board=board, call=call, at=at))


def robots_gone_on(board: TableBoard) -> TableBoard:
    """The board, when the robots have called; what they wait for is worked out at once."""
    board, waits_for = let_robots_go_on(board=board)
    while waits_for is not None:
        do(waits_for)
        board, waits_for = let_robots_go_on(board=board)
    return board


def finish_by_system(board: TableBoard) -> TableBoard:
    """Make the calls of the system as the student."""
    while not board.finished:
        decision = patiently(partial(systems_decision, board))
        board = call_patiently(board, decision.call)
    return board


def systems_decision(board: TableBoard) -> Decision:
    """What the system calls with the student's hand."""
    return robot_table(board).decide(board.own_hand, board.auction)


def analyzed(board: TableBoard) -> TableBoard:
    """The board, when its deal is solved double dummy."""
    do(AnalyzeDeal.of(board.deal, board.auction.dealer, board.auction.vulnerability))
    return board


def judged(**wanted) -> list[tuple[str, str, str, bool]]:
    """The calls that were judged for topics: topic, call, the right one, and whether they are the same."""
    rows = JudgedCall.objects.filter(**wanted).order_by("board", "index")
    return [(row.topic, row.call, row.expected, row.right) for row in rows]


def nobody_weighs(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker hears of calls that are to be weighed, until the test does the work."""
    for room in ("boards.services", "table.views"):
        monkeypatch.setattr(f"practice.{room}.ask_for", lambda *_, **__: None)
