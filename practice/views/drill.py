"""Drills: the choice of conventions, the next deal in which one comes up, and the table for it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.game.dealing import MAX_DEAL_NUMBER
from editor.selectors import System, all_systems, bidder_for
from practice.forms_drill import DrillForm
from practice.selectors import drills
from practice.selectors.boards import latest_board, table_address
from practice.selectors.preferences import Preferences
from practice.services.boards import open_drill_board
from practice.views.table import deal_number, show
from practice.views.visitors import HtmxRequest, owner_of, preferences_of


@require_safe
@never_cache
def drill(request: HttpRequest) -> HttpResponse:
    """The conventions to choose from; with a choice in the address also how the visitor stands in that drill."""
    preferences = preferences_of(request)
    if preferences is None:
        return render(request, "practice/no_system.html", status=503)
    system = fetch_system(request, preferences)
    chosen = "convention" in request.GET
    form = drill_form(request, system, bound=chosen)
    if not chosen:
        return _page(request, system, form)
    if not form.is_valid():
        return _page(request, system, form, status=400)
    return _page(request, system, form, **_standing(request, form.drill()))


@require_safe
@never_cache
def next_deal(request: HttpRequest) -> HttpResponse:
    """Leads to the next deal of a drill, or says honestly that none was found."""
    preferences = preferences_of(request)
    if preferences is None:
        return render(request, "practice/no_system.html", status=503)
    system = fetch_system(request, preferences)
    form = drill_form(request, system, bound=True)
    if not form.is_valid():
        return _page(request, system, form, status=400)
    chosen = form.drill()
    after = max(_after(request), drills.standing(owner_of(request), chosen).last_deal)
    question = drills.next_question(bidder_for(system), chosen, after)
    if question is None:
        return _page(request, system, form, nothing=_nothing(chosen, after))
    return redirect(f"{reverse('practice:drill_deal', args=[question.deal_number])}?{chosen.query}")


@require_safe
@never_cache
def deal(request: HtmxRequest, number: str) -> HttpResponse:
    """The visitor's board for this deal of a drill, as it was left or new."""
    preferences = preferences_of(request)
    if preferences is None:
        return render(request, "practice/no_system.html", status=503)
    # A board that was begun is there whatever has become of the system since.
    board = latest_board(owner_of(request), deal_number(number), drills.Drill.of_query(request.GET.urlencode()).query)
    if board is None:
        system = fetch_system(request, preferences)
        form = drill_form(request, system, bound=True)
        if not form.is_valid():
            return _page(request, system, form, status=400)
        chosen = form.drill()
        question = drills.question_of_deal(bidder_for(system), chosen, deal_number(number))
        if question is None:
            raise Http404(f"{chosen.title} does not come up in deal {number}.")
        board = open_drill_board(owner=owner_of(request), drill=chosen, question=question)
    return redirect("practice:board", board.token) if board.finished else show(request, board)


def fetch_system(request: HttpRequest, preferences: Preferences) -> System:
    """The system that the address names, or the visitor's own. One that is not there is refused."""
    slug = request.GET.get("system", preferences.our_system)
    for system in all_systems():
        if system.slug == slug:
            return system
    raise Http404("There is no such system.")


def drill_form(request: HttpRequest, system: System, *, bound: bool) -> DrillForm:
    """The form for the conventions of a system, filled in from the address where it is to be read."""
    choices = drills.choices(bidder_for(system).system)
    return DrillForm(system.slug, choices, request.GET if bound else None, initial={"role": drills.EITHER})


def _after(request: HttpRequest) -> int:
    text = request.GET.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= MAX_DEAL_NUMBER):
        raise BadRequest(f"after: a deal number is 0 to {MAX_DEAL_NUMBER}.")
    return int(text)


def _nothing(drill: drills.Drill, after: int) -> dict[str, Any]:
    """Which deals have been bid in vain, and where to look further."""
    last = min(after + drills.MOST_DEALS, MAX_DEAL_NUMBER)
    return {"first": after + 1, "last": last, "further": f"{drill.next_address}&after={last}"}


def _standing(request: HttpRequest, drill: drills.Drill) -> dict[str, Any]:
    board = drills.open_drill_board_of(owner_of(request), drill)
    return {
        "standing": drills.standing(owner_of(request), drill),
        "open_address": table_address(board) if board else "",
    }


def _page(request: HttpRequest, system: System, form: DrillForm, status: int = 200, **told: Any) -> HttpResponse:
    chosen = form["convention"].value() or []
    groups = []
    for title, ace_asking in (("Asking for aces", True), ("Other conventions", False)):
        boxes = [(choice, choice.name in chosen) for choice in form.choices if choice.ace_asking is ace_asking]
        if boxes:
            groups.append((title, boxes))
    context = {"section": "drill", "form": form, "system": system, "systems": all_systems(), "groups": groups}
    return render(request, "practice/drill/page.html", context | told, status=status)
