"""My boards: the list, and finished boards as files, as pictures and in the hand viewer of Bridge Base Online."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.paginator import InvalidPage, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.game.lin import hand_viewer_link
from bidbase_web.pages import HtmxRequest, show, wants_part
from bidbase_web.visitors import known_owner, readers_zone
from practice.boards.access import finished_board
from practice.boards.board import TableBoard
from practice.boards.models import told
from practice.boards.robots import robot_table
from practice.boards.selectors import boards_of
from practice.my_boards.filters import BoardFilter
from practice.my_boards.presenters import alerted_calls, as_lin, as_pbn, board_lines, hand_record
from practice.my_boards.selectors import systems_played

BOARDS_ON_A_PAGE = 25
MAX_EXPORTED = 500  # written in less than a tenth of a second
FORMATS = {"pbn": as_pbn, "lin": as_lin}


@require_safe
@never_cache
def my_boards(request: HtmxRequest) -> HttpResponse:
    """The visitor's boards, those touched last first, with filters. Dates are days where the visitor is."""
    with timezone.override(readers_zone(request)):
        return _list(request)


def _list(request: HtmxRequest) -> HttpResponse:
    filters = _filters(request)
    context: dict[str, Any] = {"section": "boards", "filters": filters.form, "max_exported": MAX_EXPORTED}
    if not filters.is_valid():
        # htmx shows successful answers only
        return show(request, "practice/my_boards/page.html", context, status=200 if wants_part(request) else 400)
    pages = Paginator(filters.qs, BOARDS_ON_A_PAGE)
    try:
        page = pages.page(request.GET.get("page", 1))
    except InvalidPage:
        raise Http404("The list has no such page.") from None
    lines = board_lines(page.object_list)
    return show(request, "practice/my_boards/page.html", {**context, "page": page, "lines": lines})


@require_safe
@never_cache
def export(request: HttpRequest, file_format: str) -> HttpResponse:
    """The finished boards that the filters of the address leave, the newest first, in one file."""
    filters = _filters(request)
    if file_format not in FORMATS or not filters.is_valid():
        raise Http404("There is no such export: the formats are pbn and lin, and the filters those of the list.")
    boards = filters.qs.filter(told()).exclude(finished_at=None)[:MAX_EXPORTED]
    with timezone.override(readers_zone(request)):
        return _file(FORMATS[file_format](map(TableBoard.of, boards)), f"boards.{file_format}")


@require_safe
@never_cache
def board_file(request: HttpRequest, token: str, file_format: str) -> HttpResponse:
    """A finished board as a file, for whoever has its link."""
    board = finished_board(request, token)
    if file_format not in FORMATS:
        raise Http404("There is no such export: the formats are pbn and lin.")
    return _file(FORMATS[file_format]([board], _alerted), f"deal-{board.row.deal_number}.{file_format}")


@require_safe
@never_cache
def board_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The hand record of a finished board as an SVG picture, for whoever has its link."""
    board = finished_board(request, token)
    picture = render_to_string("practice/my_boards/record.svg", {"record": hand_record(board)})
    return _file(picture, f"deal-{board.row.deal_number}.svg", "image/svg+xml")


@require_safe
@never_cache
def hand_viewer(request: HttpRequest, token: str) -> HttpResponse:
    """Leads to the hand viewer of Bridge Base Online with a finished board."""
    line = as_lin([finished_board(request, token)], _alerted).strip()
    return redirect(hand_viewer_link(line))


def _alerted(board: TableBoard) -> Mapping[int, str]:
    return alerted_calls(board, robot_table(board))


def _filters(request: HttpRequest) -> BoardFilter:
    owner = known_owner(request)
    return BoardFilter(request.GET, boards=boards_of(owner), systems=systems_played(owner))


def _file(text: str, name: str, content_type: str = "text/plain") -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{content_type}; charset=utf-8", headers=headers)
