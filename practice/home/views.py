"""Home, today's ten, and the ways to a new deal."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.game.cards import Seat
from bidbase_web.visitors import known_owner
from editor.selectors import findings_known, invitations_to, reader_of, written_systems
from practice.boards.access import deal_number, preferences_of, random_deal_number, systems_to_play
from practice.boards.selectors import last_touched, latest_boards
from practice.daily.daily_deals import deals_of, this_day
from practice.guide.access import begin_guide
from practice.home.first_deal import first_deal
from practice.home.presenters import TodaysTen, chip_groups, left_open, own_systems, todays_ten
from practice.learn.drilling import drills_of, plan_of
from practice.learn.presenters import plan_words
from practice.learn.selectors import left_round_of
from practice.partners.presenters import partnership_lines
from practice.partners.selectors import open_boards_of, partnerships_of

MOST_SYSTEMS = 3  # of the visitor that Home shows


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """What the visitor may go on with or begin, and what is played. Nothing is begun here."""
    systems = systems_to_play(request)
    preferences = preferences_of(request, systems)
    system = next(system for system in systems if system.slug == preferences.our_system)
    at_table, in_drill = (last_touched(known_owner(request), drill=drill) for drill in (False, True))
    partnerships = partnerships_of(known_owner(request))
    reader = reader_of(request)
    written = written_systems(reader, MOST_SYSTEMS)
    offered = drills_of(system)
    context = {
        "section": "table",
        "newcomer": at_table is None and in_drill is None,
        "table": left_open(at_table),
        "drill": left_open(in_drill),
        "ten": _todays_ten(request),
        "chips": chip_groups(systems, preferences),
        "system": system,
        "own": own_systems(written, {own.pk: findings_known(own) for own in written}),
        "invitations": invitations_to(reader),
        "left": left_round_of(known_owner(request), system),
        "plan": plan_words(plan_of(known_owner(request), system, offered), offered),
        "partners": partnership_lines(partnerships, open_boards_of(partnerships), known_owner(request)),
    }
    return render(request, "practice/home/page.html", context)


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """The ten deals of this day, the same for everybody, and how far the visitor is with them."""
    systems_to_play(request)
    tomorrow = datetime.combine(this_day() + timedelta(days=1), time(), UTC)
    context = {"section": "table", "ten": _todays_ten(request), "tomorrow": tomorrow}
    return render(request, "practice/home/today.html", context)


@require_safe
@never_cache
def next_deal(request: HttpRequest) -> HttpResponse:
    """A random deal; after one of today's ten the next of those that is left, and in the end the list of them."""
    number = deal_number(request.GET["after"]) if "after" in request.GET else 0
    ten = _todays_ten(request)
    if number not in {deal.number for deal in ten.deals}:
        return redirect("practice:deal", random_deal_number())
    following = ten.after(number)
    return redirect("practice:deal", following.number) if following else redirect("practice:today")


@require_safe
@never_cache
def first(request: HttpRequest) -> HttpResponse:
    """A deal for a first visit, from its beginning, with the guide beside it. The opponents are silent."""
    preferences = replace(preferences_of(request, systems_to_play(request)), opponents_silent=True)
    table = reverse("practice:deal", args=[first_deal(Seat.parse(preferences.seat))])
    begin_guide(request, table)
    return redirect(f"{table}?{preferences.query}")


def _todays_ten(request: HttpRequest) -> TodaysTen:
    numbers = deals_of(this_day())
    return todays_ten(numbers, latest_boards(known_owner(request), numbers))
