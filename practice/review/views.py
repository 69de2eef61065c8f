"""The finished board: all hands, the reasons of each call, the double-dummy result, for whoever has the link."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.bidding.robots import Table
from bidbase_web.jobs.job import Job, JobLine
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import ask_for, has_failed
from bidbase_web.pages import HtmxRequest, wants_part
from practice.boards.access import finished_board, is_own, open_systems, readable_board
from practice.boards.board import TableBoard
from practice.boards.models import StudentCall
from practice.boards.presenters import first_lines
from practice.boards.robots import ToCome, robot_table
from practice.boards.selectors import shared_address, student_calls, table_address
from practice.boards.work import JudgeCall
from practice.daily.presenters import others_at
from practice.daily.selectors import boards_of_others
from practice.double_dummy.selectors import analysis_of
from practice.double_dummy.work import AnalyzeDeal
from practice.drill.drill import Drill
from practice.drill.selectors import progress_of
from practice.learn.selectors import round_line_of
from practice.review.presenters import (
    RobotsAuction,
    agreement_by_person,
    review_of,
    robots_auction,
    student_turns,
    students_of,
    to_remember,
)
from practice.review.results import Result, result_of
from practice.sets.presenters import remarks
from practice.sets.selectors import comments_on, place_of


@require_safe
@never_cache
def board(request: HtmxRequest, token: str) -> HttpResponse:
    """A finished board. Its owner is sent to the table while the auction lasts."""
    found = readable_board(request, token)
    if not found.finished:
        return redirect(table_address(found.row))
    if found.row.in_exam:
        context = {"section": "table", "auction": found.auction, "place": place_of(found.row)}
        return render(request, "practice/review/exam.html", context)
    return _show(request, found, None)


@require_safe
@never_cache
def board_call(request: HtmxRequest, token: str, index: int) -> HttpResponse:
    """A finished board with the reasons of one call; to htmx the auction and those reasons alone."""
    return _show(request, finished_board(request, token), index)


@require_safe
@never_cache
def board_double_dummy(request: HtmxRequest, token: str) -> HttpResponse:
    """The double-dummy result for htmx, which asks again while there is no content; others are sent to the board."""
    found = finished_board(request, token)
    if not request.htmx:
        return redirect("practice:board", token)
    table, judged = robot_table(found), student_calls(found)
    robots = robots_auction(found, table)
    result = _result(found, table, judged, robots)
    if result.pending:
        return HttpResponse(status=204)
    context = _context(request, found, judged, open_systems(request, found)) | {"robots": robots}
    context |= _outcome(found, table, judged, result) | _others(request, found, judged)
    return render(request, "practice/review/result.html", context)


def _show(request: HtmxRequest, board: TableBoard, index: int | None) -> HttpResponse:
    """The review of a board as far as it is there; the page asks again for what is to come."""
    if index is not None and index >= len(board.auction.calls):
        raise Http404(f"The auction of this board has no call {index}.")
    table, judged, readable = robot_table(board), student_calls(board), open_systems(request, board)
    review = review_of(board, table, judged, index, readable)
    selected, verdicts = review.selected, _verdicts_to_come(board, judged)
    to_come = selected.explanation if isinstance(selected.explanation, ToCome) else None
    verdict_failed = has_failed(verdicts.get(selected.made.index))
    reasons_failed = has_failed(_asked(to_come.job, board) if to_come else None)
    waits = selected.to_come and not verdict_failed and not reasons_failed
    if "waits" in request.GET and waits:
        return HttpResponse(status=204)
    context = _context(request, board, judged, readable)
    context |= {"review": review, "verdicts_to_come": bool(verdicts), "verdict_failed": verdict_failed, "waits": waits}
    if wants_part(request):
        return render(request, "practice/review/auction.html", context)
    row = board.row
    progress = progress_of(row.owner_key, Drill.of_query(row.drill)) if row.drill else None
    context |= _outcome(board, table, judged, _result(board, table, judged, review.robots))
    context |= _others(request, board, judged)
    context |= {"drill": progress, "robots": review.robots, "round": round_line_of(row)}
    firsts = first_lines(row.first_calls.all(), feedback=row.feedback) if context["own"] and not row.partnership else ()
    context |= {"place": place_of(row), "firsts": firsts, "remarks": remarks(board, comments_on(row))}
    return render(request, "practice/review/page.html", context)


def _outcome(board: TableBoard, table: Table, judged: Mapping[int, StudentCall], result: Result) -> dict[str, Any]:
    """What the board came to, and what to remember of it."""
    costliest = result.cost.index if result.cost else None
    return {"result": result, "remember": to_remember(board, table, judged, costliest)}


def _verdicts_to_come(board: TableBoard, judged: Mapping[int, StudentCall]) -> dict[int, Run | None]:
    """The runs that judge the calls which have no verdict yet, by the indices of the calls."""
    return {
        index: ask_for(JudgeCall.of(made), owner=board.key_of(board.auction.seat_of(index)))
        for index, made in judged.items()
        if not made.judged
    }


def _others(request: HtmxRequest, board: TableBoard, judged: Mapping[int, StudentCall]) -> dict[str, Any]:
    """What others called, for whoever has bid one of today's ten themselves."""
    others = boards_of_others(board) if is_own(request, board) else []
    analysis = analysis_of(board.deal, board.auction.dealer, board.auction.vulnerability) if others else None
    return {"others": others_at(board, sorted(judged), others, analysis)}


def _asked(job: Job[Any], board: TableBoard) -> Run | None:
    """The run of a job for a review, whoever usually waits for it: somebody has the page open now."""
    return ask_for(job, owner=board.row.owner_key, line=JobLine.PAGE)


def _result(
    board: TableBoard, table: Table, judged: Mapping[int, StudentCall], robots: RobotsAuction | ToCome
) -> Result:
    """What the contracts are worth: pending until the deal is analyzed and robots have bid on from each turn."""
    deal = board.deal, board.auction.dealer, board.auction.vulnerability
    analysis, turns = analysis_of(*deal), student_turns(board, table, judged)
    if analysis is None or isinstance(turns, ToCome) or isinstance(robots, ToCome):
        jobs = [part.job for part in (turns, robots) if isinstance(part, ToCome)]
        runs = [_asked(job, board) for job in (*jobs, *([AnalyzeDeal.of(*deal)] if analysis is None else []))]
        return Result(_state_of(runs))
    return result_of(board, analysis, robots.auction, turns)


def _state_of(runs: Sequence[Run | None]) -> str:
    """How work that a review needs stands: failed where any of it is, else being done where any of it is."""
    states = [run.state for run in runs if run is not None]
    return next((state for state in (Run.State.FAILED, Run.State.WORKING) if state in states), "")


def _context(
    request: HtmxRequest, board: TableBoard, judged: Mapping[int, StudentCall], readable: Collection[int]
) -> dict[str, Any]:
    return {
        "section": "drill" if board.row.drill else "table",
        "board": board,
        "students": students_of(board),
        "own": is_own(request, board),
        "agreement": agreement_by_person(board, judged),
        "by_htmx": wants_part(request),
        "may_simulate": board.row.our_system_id in readable,
        "bid_address": shared_address(board.row),
    }
