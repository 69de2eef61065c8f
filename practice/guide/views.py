"""The buttons of the guide: begin it at a board, the next step, or no guide any more."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from bidbase_web.pages import HtmxRequest
from practice.boards.access import own_board
from practice.boards.selectors import table_address
from practice.guide.access import begin_guide, guided_table, turn_to


@require_POST
def begin(request: HtmxRequest, token: str) -> HttpResponse:
    """Guide the visitor at this board of theirs."""
    address = table_address(own_board(request, token).row)
    begin_guide(request, address)
    return redirect(address)


@require_POST
def guide(request: HtmxRequest) -> HttpResponse:
    """Turn to the step that is named; any other word ends the guide. Without htmx it leads back to the table."""
    table = guided_table(request)
    guide = turn_to(request, request.POST.get("step", ""))
    if request.htmx:
        return render(request, "practice/guide/step.html", {"guide": guide})
    return redirect(table or "practice:home")
