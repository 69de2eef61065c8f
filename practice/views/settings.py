"""The settings of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from practice.forms import SettingsForm
from practice.selectors.boards import has_bid, latest_board, open_board_of
from practice.services import boards
from practice.views.table import random_deal_number
from practice.views.visitors import keep_preferences, owner_of, preferences_of


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show the settings, or keep them and go to the deal they name."""
    preferences = preferences_of(request)
    if preferences is None:
        return render(request, "practice/no_system.html", status=503)
    if request.method == "GET":
        board = open_board_of(owner_of(request))
        form = SettingsForm(
            initial=SettingsForm.values(preferences, board.deal_number if board and not board.drill else None)
        )
        return render(request, "practice/settings.html", {"section": "table", "settings_form": form})
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return render(request, "practice/settings.html", {"section": "table", "settings_form": form}, status=400)
    return _apply(request, form)


def _apply(request: HttpRequest, form: SettingsForm) -> HttpResponse:
    """Keep the choices. An auction that they would end is ended only after saying so."""
    chosen = form.preferences()
    number = form.cleaned_data["deal_number"] or random_deal_number()
    board = latest_board(owner_of(request), number)
    if board is not None and not chosen.hold_at(board):
        if not board.finished and has_bid(board) and "start_anew" not in request.POST:
            context = {"section": "table", "settings_form": form, "would_end": board.deal_number}
            return render(request, "practice/settings.html", context)
        try:
            boards.begin_again(board=board, preferences=chosen)
        except boards.Refused as refusal:
            form.add_error(None, str(refusal))
            return render(request, "practice/settings.html", {"section": "table", "settings_form": form}, status=409)
    elif board is not None:
        boards.set_feedback(board=board, feedback=chosen.feedback)
    keep_preferences(request, chosen)
    return redirect("practice:deal", number)
