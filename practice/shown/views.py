"""What has been shown at a board: a page of its own, and for htmx the pictures that the table and the review show."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.pages import ask_for, has_failed
from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest, wants_part
from bidbase_web.visitors import owner_of
from practice.boards.access import is_own, readable_board
from practice.boards.robots import robot_table
from practice.boards.selectors import table_address
from practice.shown.pictures import DrawPictures
from practice.shown.presenters import pictures_of


@require_safe
@never_cache
def board_shown(request: HtmxRequest, token: str, count: int) -> HttpResponse:
    """What has been shown by the first `count` calls. The board itself knows all hands and stays out of the context."""
    board = readable_board(request, token)
    if count > len(board.auction.calls):
        raise Http404(f"The auction of this board has not come to {count} calls.")
    auction = board.auction.before(count)
    job = DrawPictures.of(board, auction)
    try:
        drawing = result_of(job)
    except StillWorking:
        if not wants_part(request):
            raise
        if has_failed(ask_for(job, owner=owner_of(request))):
            return HttpResponse("The pictures could not be drawn.", status=503)  # shown.js says what to do
        return render(request, "practice/shown/drawing.html", {"address": request.path}, status=202)
    context = {
        "section": "table",
        "pictures": pictures_of(board, robot_table(board), auction, drawing),
        "own": is_own(request, board),
        "number": board.row.deal_number,
        "token": token,
        "finished": board.finished,
        "table_address": table_address(board.row),
    }
    template = "practice/shown/pictures.html" if wants_part(request) else "practice/shown/page.html"
    return render(request, template, context)
