"""Drills: the choice of conventions, and the next deal in which one comes up. The table opens it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.game.dealing import MAX_DEAL_NUMBER
from bidbase_site.web import owner_of
from editor.selectors import SystemRow, bidder_for
from editor.work import prepare, result_of
from practice.boards.access import preferences_of, systems_to_play
from practice.boards.selectors import table_address
from practice.drill import search
from practice.drill.definition import EITHER, Drill
from practice.drill.forms import DrillForm
from practice.drill.presenters import choice_groups
from practice.drill.selectors import open_drill_board_of, progress_of
from practice.drill.work import search_for


@dataclass(frozen=True)
class Asked:
    """What an address asks for: a choice among the conventions of one of the systems."""

    systems: Sequence[SystemRow]
    system: SystemRow
    form: DrillForm


@require_safe
@never_cache
def drill(request: HttpRequest) -> HttpResponse:
    """The conventions to choose from; with a choice in the address also how the visitor stands in that drill."""
    chosen = "convention" in request.GET
    asked = read(request, bound=chosen)
    if not chosen:
        return show_choice(request, asked)
    if not asked.form.is_valid():
        return show_choice(request, asked, status=400)
    drill = asked.form.drill()
    board = open_drill_board_of(owner_of(request), drill)
    return show_choice(
        request,
        asked,
        standing=progress_of(owner_of(request), drill),
        open_address=table_address(board) if board else "",
    )


@require_safe
@never_cache
def next_deal(request: HttpRequest) -> HttpResponse:
    """Leads to the next deal of a drill once a worker has found it, or says honestly that there is none.

    Meanwhile a worker looks for the one after it.
    """
    asked = read(request, bound=True)
    if not asked.form.is_valid():
        return show_choice(request, asked, status=400)
    drill = asked.form.drill()
    after = max(_after(request), progress_of(owner_of(request), drill).last_deal)
    number = result_of(search_for(drill, asked.system, after))
    if number is None:
        return show_choice(request, asked, nothing=_nothing(drill, after))
    prepare(search_for(drill, asked.system, number))
    return redirect(f"{reverse('practice:drill_deal', args=[number])}?{drill.query}")


def read(request: HttpRequest, *, bound: bool) -> Asked:
    """The system that the address names, or the visitor's own, and the form; filled in where it is to be read.

    A system that is not there is refused.
    """
    systems = systems_to_play()
    slug = request.GET.get("system", preferences_of(request, systems).our_system)
    system = next((system for system in systems if system.slug == slug), None)
    if system is None:
        raise Http404("There is no such system.")
    choices = search.choices(bidder_for(system).system)
    form = DrillForm(system.slug, choices, request.GET if bound else None, initial={"role": EITHER})
    return Asked(systems, system, form)


def show_choice(request: HttpRequest, asked: Asked, status: int = 200, **more: Any) -> HttpResponse:
    """The page on which conventions are chosen."""
    context = {
        "section": "drill",
        "form": asked.form,
        "system": asked.system,
        "systems": asked.systems,
        "groups": choice_groups(asked.form),
        **more,
    }
    return render(request, "practice/drill/page.html", context, status=status)


def _after(request: HttpRequest) -> int:
    text = request.GET.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= MAX_DEAL_NUMBER):
        raise BadRequest(f"after: a deal number is 0 to {MAX_DEAL_NUMBER}.")
    return int(text)


def _nothing(drill: Drill, after: int) -> dict[str, Any]:
    """Which deals have been bid without finding one, and where to look further."""
    last = min(after + search.MOST_DEALS, MAX_DEAL_NUMBER)
    return {"first": after + 1, "last": last, "further": f"{drill.next_address}&after={last}"}
