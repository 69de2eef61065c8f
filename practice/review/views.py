"""The finished board: all hands, the reasons of each call, the double-dummy result, for whoever has the link."""

from __future__ import annotations

from typing import Any

from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase_site.web import HtmxRequest, wants_part
from practice.boards.access import finished_board, is_own, readable_board
from practice.boards.models import StudentBoard
from practice.boards.robots import robot_table
from practice.boards.selectors import shared_address, student_calls, table_address
from practice.double_dummy.selectors import analysis_of, double_dummy_of, state_of
from practice.double_dummy.services import request_analysis
from practice.double_dummy.tasks import analyze_deal
from practice.drill.definition import Drill
from practice.drill.selectors import progress_of
from practice.review.presenters import review_of, robots_auction
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
    _have_analyzed(found)
    row = double_dummy_of(found.deal, found.dealer, found.vulnerability)
    if Result(state_of(row)).pending:
        return HttpResponse(status=204)
    robots = robots_auction(found, robot_table(found)).auction
    context = _context(request, found) | {"result": result_of(found, state_of(row), analysis_of(row), robots)}
    return render(request, "practice/review/double_dummy.html", context)


def _show(request: HtmxRequest, board: StudentBoard, index: int | None) -> HttpResponse:
    try:
        review = review_of(board, robot_table(board), student_calls(board), index)
    except IndexError:
        raise Http404(f"The auction of this board has no call {index}.") from None
    context = _context(request, board) | {"review": review}
    if wants_part(request):
        return render(request, "practice/review/auction.html", context)
    _have_analyzed(board)
    progress = progress_of(board.owner_key, Drill.of_query(board.drill)) if board.drill else None
    row = double_dummy_of(board.deal, board.dealer, board.vulnerability)
    result = result_of(board, state_of(row), analysis_of(row), review.robots.auction)
    context |= {"drill": progress, "result": result, "place": place_of(board)}
    context["remarks"] = remarks(board, comments_on(board))
    return render(request, "practice/review/page.html", context)


def _context(request: HtmxRequest, board: StudentBoard) -> dict[str, Any]:
    return {
        "section": "drill" if board.drill else "table",
        "board": board,
        "own": is_own(request, board),
        "by_htmx": wants_part(request),
        "bid_address": shared_address(board),
    }


def _have_analyzed(board: StudentBoard) -> None:
    """Wake a worker for the analysis of this deal where that is needed. Without one the page still shows."""
    try:
        row = request_analysis(deal=board.deal, dealer=board.dealer, vulnerability=board.vulnerability)
    except OperationalError:
        return  # the database takes no writes just now; it is asked for again when the page is
    if row is not None:
        analyze_deal.delay_on_commit(row)
