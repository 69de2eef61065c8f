"""The finished board: all hands, the reasons of each call, the double-dummy result, for whoever has the link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.bidding.robots import Table
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import ask_for
from bidbase_web.pages import HtmxRequest, wants_part
from practice.boards.access import finished_board, is_own, open_systems, readable_board
from practice.boards.models import StudentBoard, StudentCall
from practice.boards.robots import robot_table
from practice.boards.selectors import shared_address, student_calls, table_address
from practice.boards.work import JudgeCall
from practice.double_dummy.selectors import analysis_of
from practice.double_dummy.work import AnalyzeDeal
from practice.drill.drill import Drill
from practice.drill.selectors import progress_of
from practice.learn.selectors import round_line_of
from practice.review.presenters import (
    agreement_by_person,
    review_of,
    robots_auction,
    student_turns,
    students_of,
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
        return redirect(table_address(found))
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
    result = _result(request, found, table, judged)
    if result.pending:
        return HttpResponse(status=204)
    context = _context(request, found, judged) | {"result": result}
    return render(request, "practice/review/result.html", context)


def _show(request: HtmxRequest, board: StudentBoard, index: int | None) -> HttpResponse:
    table, judged, readable = robot_table(board), student_calls(board), open_systems(request, board)
    to_come = [row for row in judged.values() if not row.judged]
    for row in to_come:
        ask_for(JudgeCall.of(row), owner=board.key_of(board.caller(row.index)))
    if "waits" in request.GET and any(row.index == index for row in to_come):
        return HttpResponse(status=204)
    try:
        review = review_of(board, table, judged, index, readable)
    except IndexError:
        raise Http404(f"The auction of this board has no call {index}.") from None
    context = _context(request, board, judged) | {"review": review, "verdicts_to_come": bool(to_come)}
    if wants_part(request):
        return render(request, "practice/review/auction.html", context)
    progress = progress_of(board.owner_key, Drill.of_query(board.drill)) if board.drill else None
    result = _result(request, board, table, judged)
    context |= {"drill": progress, "result": result, "round": round_line_of(board)}
    context |= {"may_simulate": board.our_system_id in readable}
    context |= {"place": place_of(board), "remarks": remarks(board, comments_on(board))}
    return render(request, "practice/review/page.html", context)


def _result(request: HtmxRequest, board: StudentBoard, table: Table, judged: Mapping[int, StudentCall]) -> Result:
    """What the contracts are worth: pending until the deal is analyzed and robots have bid on from each turn."""
    deal = board.deal, board.dealer, board.vulnerability
    analysis = analysis_of(*deal)
    if analysis is None:
        run = ask_for(AnalyzeDeal.of(*deal), owner=board.owner_key)
        return Result(run.state if run is not None else "")
    try:
        turns = student_turns(board, table, judged)
    except StillWorking as working:
        ask_for(working.job, owner=board.owner_key)
        return Result(Run.State.WORKING)
    return result_of(board, analysis, robots_auction(board, table).auction, turns)


def _context(request: HtmxRequest, board: StudentBoard, judged: Mapping[int, StudentCall]) -> dict[str, Any]:
    return {
        "section": "drill" if board.drill else "table",
        "board": board,
        "students": students_of(board),
        "own": is_own(request, board),
        "agreement": agreement_by_person(board, judged),
        "by_htmx": wants_part(request),
        "bid_address": shared_address(board),
    }
