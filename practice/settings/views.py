"""The settings of the table."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from bidbase_web.pages import HtmxRequest, wants_part
from bidbase_web.visitors import owner_of
from practice.boards import services
from practice.boards.access import (
    calls_seen,
    deal_number,
    keep_preferences,
    preferences_of,
    random_deal_number,
    systems_to_play,
)
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.selectors import has_bid, last_touched, latest_board, shared_address, table_address
from practice.settings.access import faults_of, linked_preferences
from practice.settings.forms import ChipForm, SettingsForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings(request: HtmxRequest) -> HttpResponse:
    """Show the settings, or keep them and go to the deal they name."""
    systems = systems_to_play(request)
    if request.method == "POST":
        form = SettingsForm(systems, request.POST)
        return _apply(request, form) if form.is_valid() else _show(request, form, status=400)
    number = _deal_in_hand(request)
    values = SettingsForm.values(preferences_of(request, systems), number)
    board = latest_board(owner_of(request), number) if number else None
    link = request.build_absolute_uri(shared_address(board)) if board else ""
    return _show(request, SettingsForm(systems, initial=values), link=link)


@require_POST
def chip(request: HttpRequest) -> HttpResponse:
    """Keep one choice for the boards to come; open boards stay as they are."""
    systems = systems_to_play(request)
    form = ChipForm(systems, request.POST)
    if not form.is_valid():
        raise BadRequest(faults_of(form))
    keep_preferences(request, form.over(preferences_of(request, systems)))
    return redirect("practice:home")


@require_POST
def restart(request: HttpRequest, number: str) -> HttpResponse:
    """Begin the visitor's board of this deal again, with the settings that the address carries."""
    row, linked = latest_board(owner_of(request), deal_number(number)), linked_preferences(request)
    if row is None or linked is None:
        raise BadRequest("There is no board to begin again, or the address carries no settings.")
    try:
        services.begin_again(board=TableBoard.of(row), preferences=linked, at=calls_seen(request))
    except services.Refused as refusal:
        return _ask_first(request, row, linked, why=str(refusal), status=409)
    return redirect(table_address(row))


def follow_link(request: HttpRequest, row: StudentBoard, linked: Preferences) -> HttpResponse:
    """Begin the visitor's board again as a link says. An auction that this would end is ended only after saying so."""
    if not row.finished and has_bid(row):
        return _ask_first(request, row, linked)
    board = TableBoard.of(row)
    with suppress(services.Refused):  # another window was first, and the table shows what it did
        services.begin_again(board=board, preferences=linked, at=len(board.auction.calls))
    return redirect(table_address(row))


def _ask_first(
    request: HttpRequest, row: StudentBoard, linked: Preferences, why: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "section": "table",
        "number": row.deal_number,
        "query": linked.query,
        "calls_made": len(TableBoard.of(row).auction.calls),
        "why": why,
    }
    return render(request, "practice/settings/link.html", context, status=status)


def _deal_in_hand(request: HtmxRequest) -> int | None:
    """The deal that the address names, or that of the board that was left open at the table."""
    if "deal" in request.GET:
        return deal_number(request.GET["deal"])
    board = last_touched(owner_of(request), drill=False)
    return board.deal_number if board and not board.finished and not board.set_board else None


def _apply(request: HtmxRequest, form: SettingsForm) -> HttpResponse:
    """Keep the choices. An auction that they would end is ended only after saying so."""
    chosen = form.preferences()
    number = form.cleaned_data["deal_number"] or random_deal_number()
    row = latest_board(owner_of(request), number)
    if row is not None and not chosen.hold_at(row):
        board = TableBoard.of(row)
        calls_made = len(board.auction.calls)
        if not board.finished and has_bid(row):
            if "restart" not in request.POST:
                return _show(request, form, would_end=number, calls_made=calls_made)
            calls_made = calls_seen(request)
        try:
            services.begin_again(board=board, preferences=chosen, at=calls_made)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
            return _show(request, form, status=409)
    elif row is not None:
        services.set_feedback(row=row, feedback=chosen.feedback)
    keep_preferences(request, chosen)
    return redirect("practice:deal", number)


def _show(request: HtmxRequest, form: SettingsForm, status: int = 200, **more: Any) -> HttpResponse:
    context = {"section": "table", "settings_form": form, **more}
    template = "practice/settings/form.html" if wants_part(request) else "practice/settings/page.html"
    return render(request, template, context, status=status)
