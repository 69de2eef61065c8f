"""Drills: the choice of what to practice, and the next question. The table opens it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase_web.visitors import owner_of
from editor.selectors import SystemRow, bidder_for
from practice.boards.access import preferences_of, systems_to_play
from practice.boards.selectors import table_address
from practice.drill.choices import choices
from practice.drill.drill import EITHER, KINDS
from practice.drill.forms import DrillForm
from practice.drill.presenters import choice_groups
from practice.drill.selectors import never_drawn, open_drill_board_of, progress_of
from practice.drill.services import ask_question, prepare_questions

MOST_QUESTIONS = 99_999  # nobody bids so many


@dataclass(frozen=True)
class Asked:
    """What an address asks for: something to practice in one of the systems."""

    systems: Sequence[SystemRow]
    system: SystemRow
    form: DrillForm


@require_safe
@never_cache
def drill(request: HttpRequest) -> HttpResponse:
    """The conventions to choose from; with a choice in the address also how the visitor stands in that drill.

    While they read it, a worker deals the next questions of the drill.
    """
    chosen = not request.GET.keys().isdisjoint(KINDS) and "q" not in request.GET
    asked = read(request, bound=chosen)
    if not chosen:
        return show_choice(request, asked)
    if not asked.form.is_valid():
        return show_choice(request, asked, status=400)
    drill = asked.form.drill()
    board, standing = open_drill_board_of(owner_of(request), drill), progress_of(owner_of(request), drill)
    if request.method != "HEAD":
        prepare_questions(drill=drill, system=asked.system, after=standing.last_number)
    return show_choice(
        request,
        asked,
        standing=standing,
        open_address=table_address(board) if board else "",
    )


@require_safe
@never_cache
def next_question(request: HttpRequest) -> HttpResponse:
    """Leads to the next question of a drill once it has been dealt, or says that there is none.

    Meanwhile a worker deals those after it.
    """
    asked = read(request, bound=True)
    if not asked.form.is_valid():
        return show_choice(request, asked, status=400)
    drill = asked.form.drill()
    number = progress_of(owner_of(request), drill).last_number + 1
    if number > MOST_QUESTIONS or ask_question(drill=drill, system=asked.system, number=number) is None:
        return show_choice(request, asked, nothing=drill)
    prepare_questions(drill=drill, system=asked.system, after=number)
    return redirect(drill.question_address(number))


def question_number(text: str) -> int:
    """The number of a question as it stands in an address."""
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text) > 0:
        return int(text)
    raise Http404(f"There is no question {text[:20]}: questions are numbered from 1 to {MOST_QUESTIONS}.")


def read(request: HttpRequest, *, bound: bool) -> Asked:
    """The system that the address names, or the visitor's own, and the form; filled in where it is to be read.

    A system that is not there is refused.
    """
    systems = systems_to_play(request)
    slug = request.GET.get("system", preferences_of(request, systems).our_system)
    system = next((system for system in systems if system.slug == slug), None)
    if system is None:
        raise Http404("There is no such system.")
    bidder = bidder_for(system)
    query = request.GET.copy()
    query.setdefault("role", EITHER)
    initial = {"role": query["role"], "convention": query.getlist("convention")}
    form = DrillForm(system.slug, bidder, choices(bidder.system), query if bound else None, initial=initial)
    return Asked(systems, system, form)


def show_choice(request: HttpRequest, asked: Asked, status: int = 200, **more: Any) -> HttpResponse:
    """The page on which conventions are chosen; `q` in the address has the words that are looked for."""
    wanted = request.GET.get("q", "")[:100]
    context = {
        "section": "drill",
        "form": asked.form,
        "system": asked.system,
        "systems": asked.systems,
        "wanted": wanted,
        "groups": choice_groups(asked.form, never_drawn(asked.system), wanted),
        **more,
    }
    return render(request, "practice/drill/page.html", context, status=status)
