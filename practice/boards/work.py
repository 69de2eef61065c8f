"""Judging the calls of students: at once where the book knows, and otherwise by a worker, who weighs the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from django.db import transaction
from django.db.models import F

from bidbase.bidding.bidder import Decision, Source
from bidbase.bidding.judging import accepted_calls
from bidbase.bidding.objections import allows
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase_web.jobs.job import Job, JobLine, Reporter
from bidbase_web.jobs.services import worked_out
from practice.boards.board import TableBoard
from practice.boards.models import RIGHT, FirstCall, StudentBoard, StudentCall, Verdict
from practice.boards.robots import best_at, robot_table
from practice.boards.selectors import board_with_key


class OnJudged(Protocol):
    """Told of what a student called first at a place when it is judged, in the transaction that saves the verdict."""

    def __call__(self, *, board: TableBoard, judged: FirstCall) -> None: ...


_on_judged: list[OnJudged] = []


def on_judged(listener: OnJudged) -> None:
    """Have a room above this one told of each first call that is judged."""
    _on_judged.append(listener)


def keep_verdict(board: TableBoard, made: StudentCall) -> None:
    """Keep at its place what the system says of a call, in a transaction of the caller's.

    Others are told of it if it is what was called first there, and no exam: an exam is no practice.
    """
    place = FirstCall.objects.filter(board=board.row, auction=str(board.auction.before(made.index)))
    right = made.verdict in RIGHT
    said = {"verdict": made.verdict, "expected": made.expected, "entry": made.entry, "right_at": 1 if right else None}
    if place.filter(verdict=Verdict.TO_COME, tries=1).update(**said):
        for listener in () if board.row.in_exam else _on_judged:
            listener(board=board, judged=place.get())
    elif right:
        place.filter(right_at=None, tries__gt=1).update(right_at=F("tries"), right_hinted=made.hinted)


def judge(
    board: TableBoard, table: Table, auction: Auction, made: StudentCall, judged: Mapping[int, StudentCall]
) -> None:
    """Write on a call, made after this auction, what the system says of it; it is not saved yet.

    `judged` are the calls of students by index, each with its verdict as far as it was made before. Raises
    `StillWorking`.
    """
    best = best_at(board, table, auction, judged)
    made.verdict = _verdict(board, table, auction, Call.parse(made.call), best)
    made.expected = str(best.call) if best else ""
    made.entry = best.entry.id if best and best.entry else ""


def _verdict(board: TableBoard, table: Table, auction: Auction, call: Call, best: Decision | None) -> Verdict:
    """No verdict where the system has no call, or where what was compared does not tell about the student's.

    A call that was not compared is wrong all the same where the hand is none that it would be taken for.
    """
    if best is None or (best.source is Source.NONE and call not in best.compared):
        return Verdict.NO_ENTRY
    if call is best.call:
        return Verdict.AGREES
    if call in accepted_calls(table, auction, board.deal[auction.turn], best):
        return Verdict.ALTERNATIVE
    compared = best.source is not Source.BEYOND or call is PASS or call in best.compared
    if not compared and allows(table, auction, board.deal[auction.turn], call):
        return Verdict.NO_ENTRY
    return Verdict.DIFFERS


# --- By a worker ---


@dataclass(frozen=True)
class JudgeCall(Job[None]):
    """The verdict on a call that has to be weighed. It has no result: the call has it."""

    kind = "verdict"
    line = JobLine.VERDICT
    doing = "Weighing your hand over many deals"
    repeats = True

    board: int
    call: int

    @classmethod
    def of(cls, made: StudentCall) -> JudgeCall:
        """The job of a call."""
        return cls(made.board_id, made.pk)

    def work(self, report: Reporter) -> None:
        """Judge the calls of the board that have no verdict yet, up to this one, in their order."""
        board = board_with_key(self.board)
        if board is None:
            return
        table = robot_table(board, partial(worked_out, report=report))
        judged = board.calls_of_people
        for index, made in judged.items():
            if not made.judged:
                judge(board, table, board.auction.before(index), made, judged)
                _keep(board, made)
            if made.pk == self.call:
                return


def _keep(board: TableBoard, made: StudentCall) -> None:
    """Keep the verdict on a call, unless the call has been taken back or another worker was first."""
    waiting = StudentCall.objects.filter(pk=made.pk, verdict=Verdict.TO_COME)
    with transaction.atomic():
        if waiting.update(verdict=made.verdict, expected=made.expected, entry=made.entry):
            StudentBoard.objects.filter(pk=board.row.pk, first_verdict=Verdict.TO_COME).update(
                first_verdict=made.verdict
            )
            keep_verdict(board, made)
