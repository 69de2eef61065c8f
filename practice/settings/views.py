"""The settings of the table."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase_site.web import HtmxRequest, owner_of, wants_part
from practice.boards import services
from practice.boards.access import (
    calls_seen,
    deal_number,
    keep_preferences,
    preferences_of,
    random_deal_number,
    systems_to_play,
)
from practice.boards.selectors import has_bid, latest_board, open_board_of
from practice.settings.forms import SettingsForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings(request: HtmxRequest) -> HttpResponse:
    """Show the settings, or keep them and go to the deal they name."""
    systems = systems_to_play()
    if request.method == "POST":
        form = SettingsForm(systems, request.POST)
        return _apply(request, form) if form.is_valid() else _show(request, form, status=400)
    values = SettingsForm.values(preferences_of(request, systems), _deal_in_hand(request))
    return _show(request, SettingsForm(systems, initial=values))


def _deal_in_hand(request: HtmxRequest) -> int | None:
    """The deal that the address names, or that of the board that was left open at the table."""
    if "deal" in request.GET:
        return deal_number(request.GET["deal"])
    board = open_board_of(owner_of(request))
    return board.deal_number if board and not board.drill else None


def _apply(request: HtmxRequest, form: SettingsForm) -> HttpResponse:
    """Keep the choices. An auction that they would end is ended only after saying so."""
    chosen = form.preferences()
    number = form.cleaned_data["deal_number"] or random_deal_number()
    board = latest_board(owner_of(request), number)
    if board is not None and not chosen.hold_at(board):
        calls_made = len(board.auction.calls)
        if not board.finished and has_bid(board):
            if "start_anew" not in request.POST:
                return _show(request, form, would_end=number, calls_made=calls_made)
            calls_made = calls_seen(request)
        try:
            services.begin_again(board=board, preferences=chosen, at=calls_made)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
            return _show(request, form, status=409)
    elif board is not None:
        services.set_feedback(board=board, feedback=chosen.feedback)
    keep_preferences(request, chosen)
    return redirect("practice:deal", number)


def _show(request: HtmxRequest, form: SettingsForm, status: int = 200, **more: Any) -> HttpResponse:
    context = {"section": "table", "settings_form": form, **more}
    template = "practice/settings/form.html" if wants_part(request) else "practice/settings/page.html"
    return render(request, template, context, status=status)
