"""Reporting a call of a board, and the list of reports for the site's staff."""

from __future__ import annotations

from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase_web.pages import HtmxRequest, show
from bidbase_web.visitors import owner_of
from practice.boards.access import readable_board
from practice.boards.robots import robot_table
from practice.boards.selectors import student_calls, table_address
from practice.reports import services
from practice.reports.forms import ReportForm
from practice.reports.models import CallReport
from practice.reports.presenters import position_of, report_card
from practice.reports.selectors import names_of, reports_in

A_PAGE = 50


@require_POST
def report(request: HtmxRequest, token: str) -> HttpResponse:
    """Keep that the visitor holds a call of this board to be wrong."""
    board = readable_board(request, token)
    form = ReportForm(request.POST)
    if not form.is_valid() or form.cleaned_data["index"] >= len(board.auction.calls):
        raise BadRequest("The report does not name a call of this board, or its note is longer than 1,000 characters.")
    index, note = form.cleaned_data["index"], form.cleaned_data["note"]
    position = position_of(board, robot_table(board), student_calls(board), index)
    try:
        services.report_call(board=board, index=index, position=position, owner=owner_of(request), note=note)
    except services.TooManyReports:
        return show(request, "practice/reports/too_many.html", {"section": "table"}, status=429)
    back = reverse("practice:board_call", args=[token, index]) if board.finished else table_address(board.row)
    context = {"section": "table", "call": board.auction.calls[index], "note": note, "back": back}
    return show(request, "practice/reports/thanks.html", context)


@require_safe
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """The list of reports, open or closed."""
    _require_staff(request)
    state = request.GET.get("state", CallReport.State.OPEN)
    if state not in CallReport.State.values:
        raise Http404(f"There is no state {state[:20]!r}; reports are open or closed.")
    page = Paginator(reports_in(state), A_PAGE).get_page(request.GET.get("page"))
    names = names_of(row.owner_key for row in page)
    cards = [report_card(row, names.get(row.owner_key, "")) for row in page]
    context = {"section": "lookup", "state": state, "page": page, "cards": cards}
    return render(request, "practice/reports/list.html", context)


@require_POST
def report_state(request: HttpRequest, pk: int, state: str) -> HttpResponse:
    """Close a report, or open it again."""
    _require_staff(request)
    found = CallReport.objects.filter(pk=pk).first()
    if found is None or state not in CallReport.State.values:
        raise Http404("There is no such report, or no such state.")
    services.set_state(report=found, state=state)
    return redirect(f"{reverse('practice:reports')}?state={found.state}")


def _require_staff(request: HttpRequest) -> None:
    if not request.user.is_staff:
        raise PermissionDenied("Reports are for the editors of this site.")
