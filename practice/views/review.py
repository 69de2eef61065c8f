"""The finished board: all hands, the reasons of each call, the double-dummy result, for whoever has the link."""

from __future__ import annotations

from typing import Any

from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from practice.models import Board
from practice.selectors.boards import table_address
from practice.selectors.outcome import result_of
from practice.selectors.review import review
from practice.services.double_dummy import request_analysis
from practice.tasks import analyse_deal
from practice.views.visitors import HtmxRequest, is_own, readable_board


def finished_board(request: HtmxRequest, token: str) -> Board:
    """The finished board of this token. An open one is not there, not even for its owner."""
    board = readable_board(request, token)
    if not board.finished:
        raise Http404("The auction of this board is not over yet.")
    return board


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
    _have_analysed(found)
    result = result_of(found)
    if result.pending:
        return HttpResponse(status=204)
    return render(request, "practice/review/double_dummy.html", _context(request, found) | {"result": result})


def _show(request: HtmxRequest, board: Board, index: int | None) -> HttpResponse:
    _have_analysed(board)
    try:
        seen = review(board, index)
    except IndexError:
        raise Http404(f"The auction of this board has no call {index}.") from None
    template = "practice/review/auction.html" if request.htmx else "practice/review/page.html"
    return render(request, template, _context(request, board) | {"review": seen, "result": result_of(board)})


def _context(request: HtmxRequest, board: Board) -> dict[str, Any]:
    return {
        "section": "drill" if board.drill else "table",
        "board": board,
        "own": is_own(request, board),
        "by_htmx": bool(request.htmx),
        "bid_address": table_address(board),
    }


def _have_analysed(board: Board) -> None:
    """Wake a worker for the analysis of this deal where that is needed. Without one the page still shows."""
    try:
        needed = request_analysis(deal_number=board.deal_number)
    except OperationalError:
        return  # the database takes no writes just now; it is asked for again when the page is
    if needed:
        analyse_deal.delay_on_commit(board.deal_number)
