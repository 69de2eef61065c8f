"""The table: a deal by its number, the student's calls, undo, again, next."""

from __future__ import annotations

import secrets

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from bidbase.errors import TextError
from bidbase.game.auction import Call
from bidbase.game.dealing import MAX_DEAL_NUMBER
from practice.forms import SettingsForm
from practice.models import Board
from practice.selectors.boards import open_board_of, table_address
from practice.selectors.preferences import board_preferences
from practice.selectors.scene import Scene
from practice.services import boards
from practice.views.visitors import HtmxRequest, own_board, owner_of, preferences_of

RANDOM_DEALS = 1_000_000  # short numbers are easier to tell to somebody


def random_deal_number() -> int:
    """A number that nobody can foresee."""
    return secrets.randbelow(RANDOM_DEALS) + 1


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The board that was left open, or a random deal."""
    board = open_board_of(owner_of(request))
    return redirect(table_address(board)) if board else next_deal(request)


@require_safe
@never_cache
def next_deal(request: HttpRequest) -> HttpResponse:
    """A random deal."""
    return redirect("practice:deal", random_deal_number())


@require_safe
@never_cache
def deal(request: HtmxRequest, number: str) -> HttpResponse:
    """The visitor's board for this deal, as it was left or new."""
    preferences = preferences_of(request)
    if preferences is None:
        return render(request, "practice/no_system.html", status=503)
    board = boards.open_board(owner=owner_of(request), deal_number=deal_number(number), preferences=preferences)
    return redirect("practice:board", board.token) if board.finished else show(request, board)


def deal_number(text: str) -> int:
    """The number of a deal as it stands in an address."""
    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MAX_DEAL_NUMBER:
        return int(text)
    raise Http404(f"There is no deal {text[:20]}: deals are numbered from 1 to {MAX_DEAL_NUMBER}.")


@require_POST
def call(request: HtmxRequest, token: str) -> HttpResponse:
    """Make the visitor's call."""
    found = own_board(request, token)
    try:
        made = Call.parse(request.POST.get("call", ""))
    except TextError as error:
        raise BadRequest(f"Call: {error.message}.") from None
    try:
        boards.make_call(board=found, call=made, at=calls_seen(request))
    except boards.Refused as refusal:
        return refuse(request, found, str(refusal))
    return go_on(request, found)


@require_POST
def undo(request: HtmxRequest, token: str) -> HttpResponse:
    """Take back the visitor's last call."""
    found = own_board(request, token)
    try:
        boards.undo(board=found, at=calls_seen(request))
    except boards.Refused as refusal:
        return refuse(request, found, str(refusal))
    return go_on(request, found)


@require_POST
def again(request: HtmxRequest, token: str) -> HttpResponse:
    """Bid the deal again, with the settings of this board."""
    found = own_board(request, token)
    try:
        boards.begin_again(board=found, preferences=board_preferences(found))
    except boards.Refused as refusal:
        return refuse(request, found, str(refusal))
    return redirect(table_address(found))


def calls_seen(request: HttpRequest) -> int:
    """How many calls the visitor's page showed."""
    text = request.POST.get("at", "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadRequest("The form does not say how many calls had been made. Load the table anew.")
    return int(text)


def go_on(request: HtmxRequest, board: Board) -> HttpResponse:
    """Back to the table, or on to the review once the auction is over: a page of its own, for htmx too."""
    board.refresh_from_db()
    if not board.finished:
        return redirect(table_address(board))
    review = reverse("practice:board", args=[board.token])
    return HttpResponseClientRedirect(review) if request.htmx else redirect(review)


def refuse(request: HtmxRequest, board: Board, why: str) -> HttpResponse:
    """The table as it stands, and why nothing has changed."""
    board.refresh_from_db()
    if not board.finished:
        return show(request, board, why, status=409)
    if request.htmx:
        return go_on(request, board)
    return render(request, "practice/over.html", {"section": "table", "board": board, "why": why}, status=409)


def show(request: HtmxRequest, board: Board, refusal: str = "", status: int = 200) -> HttpResponse:
    """The table of an open board. The board itself knows all hands and stays out of the context."""
    values = SettingsForm.values(preferences_of(request) or board_preferences(board), board.deal_number)
    context = {
        "section": "drill" if board.drill else "table",
        "scene": Scene(board),
        "refusal": refusal,
        "settings_form": SettingsForm(initial=values, auto_id="set_%s"),
    }
    return render(request, "practice/table.html", context, status=status)
