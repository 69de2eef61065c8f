"""Partners: the visitor's partnerships, the invitation to one, and the boards that two people share."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase.game.cards import Seat
from bidbase_web.pages import HtmxRequest, show, wants_part
from bidbase_web.visitors import known_owner, owner_of
from practice.boards.access import preferences_of, random_deal_number, systems_to_play
from practice.boards.preferences import board_preferences, preferences_from
from practice.boards.selectors import table_address
from practice.boards.services import Refused
from practice.partners import services
from practice.partners.access import invited, own_partnership, seat_in
from practice.partners.forms import LONGEST_NICKNAME, NicknameForm, SeatForm, SharedBoardForm
from practice.partners.models import Partnership
from practice.partners.presenters import name_of, partnership_lines, partnership_page
from practice.partners.selectors import open_boards_of, partnerships_of, shared_boards


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def partners(request: HttpRequest) -> HttpResponse:
    """The visitor's partnerships. A nickname begins another one, whose page has the link for the partner."""
    form = NicknameForm(request.POST if request.method == "POST" else None, initial=_named(request))
    if form.is_valid():
        made = services.invite(owner=owner_of(request), nickname=form.cleaned_data["nickname"])
        return redirect("practice:partnership", made.token)
    owner = known_owner(request)
    own = partnerships_of(owner)
    context = {"section": "boards", "lines": partnership_lines(own, open_boards_of(own), owner), "form": form}
    return render(request, "practice/partners/list.html", context, status=400 if form.is_bound else 200)


@require_safe
@never_cache
def partnership(request: HtmxRequest, token: str) -> HttpResponse:
    """The boards of the two, or for others the invitation to take the seat that is free.

    To htmx, which asks again and again, the list alone, and nothing when it is as the page has it.
    """
    found = invited(token)
    seat = seat_in(request, found)
    if seat is not None:
        return _show_boards(request, found, seat)
    return _show_invitation(
        request, found, SeatForm(found.south_name, systems_to_play(request), initial=_named(request))
    )


@require_POST
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Take the free seat under a nickname, and choose what to play."""
    found = invited(token)
    form = SeatForm(found.south_name, systems_to_play(request), request.POST)
    if not form.is_valid():
        return _show_invitation(request, found, form, status=400)
    try:
        services.take_seat(partnership=found, owner=owner_of(request), **form.cleaned_data)
    except services.NotSeated as refusal:
        form.add_error("nickname", str(refusal))
        return _show_invitation(request, found, form, status=409)
    return redirect("practice:partnership", token)


@require_POST
def begin(request: HtmxRequest, token: str) -> HttpResponse:
    """Begin a board for the two, or go to the one that they have begun."""
    found, seat = own_partnership(request, token)
    form = SharedBoardForm(_leader(found, seat), systems_to_play(request), request.POST)
    if not form.is_valid():
        return _show_boards(request, found, seat, form, status=400)
    number = form.cleaned_data["deal_number"] or random_deal_number()
    preferences = form.preferences()
    try:
        board = services.begin_shared_board(partnership=found, seat=seat, deal_number=number, preferences=preferences)
    except Refused as refusal:
        form.add_error("our_system", str(refusal))
        return _show_boards(request, found, seat, form, status=409)
    return redirect(table_address(board.row))


def _named(request: HttpRequest) -> dict[str, str]:
    """The nickname that is offered: the name of the account, blank without one."""
    return {"nickname": request.user.get_username()[:LONGEST_NICKNAME]}


def _leader(partnership: Partnership, seat: Seat) -> str:
    """The partner of the person in this seat, if that partner has a system that both can play; else blank."""
    partner = seat.plus(2)
    return name_of(partnership, partner) if partnership.choice_of(partner) else ""


def _show_invitation(request: HttpRequest, partnership: Partnership, form: SeatForm, status: int = 200) -> HttpResponse:
    if partnership.full:
        return render(request, "practice/partners/full.html", {"section": "boards", "full": services.FULL}, status=403)
    context = {
        "section": "boards",
        "token": partnership.token,
        "inviter": partnership.south_name,
        "seat": Seat.NORTH.title,
        "form": form,
    }
    return render(request, "practice/partners/invitation.html", context, status=status)


def _show_boards(
    request: HtmxRequest, partnership: Partnership, seat: Seat, form: SharedBoardForm | None = None, status: int = 200
) -> HttpResponse:
    boards = shared_boards(partnership)
    page = partnership_page(partnership, seat, boards)
    if wants_part(request) and request.GET.get("seen") == page.state:
        return HttpResponse(status=204)
    systems = systems_to_play(request)
    last = board_preferences(boards[0]) if boards else preferences_of(request, systems)
    known = preferences_from(last.to_session(), systems)
    leader, own = _leader(partnership, seat), partnership.choice_of(seat)
    values = SharedBoardForm.values(known, None)
    if own in systems or (own is None and leader):
        values["our_system"] = own.slug if own else ""
    context = {
        "section": "boards",
        "page": page,
        "link": request.build_absolute_uri(reverse("practice:partnership", args=[partnership.token])),
        "form": form or SharedBoardForm(leader, systems, initial=values),
    }
    return show(request, "practice/partners/page.html", context, status=status)
