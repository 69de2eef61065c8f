"""Topics by chapter, a topic with its notes, rounds of hands with their summary, and the list of misses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase_web.pages import HtmxRequest, show
from bidbase_web.visitors import owner_of, readers_zone
from editor.selectors import bidder_for, section_url
from practice.boards.access import systems_to_play
from practice.boards.selectors import table_address
from practice.learn.access import own_round, system_asked, topic_asked
from practice.learn.charts import curve_of
from practice.learn.drilling import Drills, drills_of, next_drill, next_question, plan_of, plan_of_today
from practice.learn.models import JudgedCall
from practice.learn.placement import HANDS
from practice.learn.presenters import (
    LevelLine,
    MissLine,
    level_lines,
    miss_line,
    parts_of,
    place_on,
    plan_words,
    round_page,
    topic_page,
    topics_by_chapter,
    weak_topics,
)
from practice.learn.rounds import ROUND
from practice.learn.selectors import (
    days_of,
    due_today,
    hands_of,
    left_round_of,
    misses_of,
    progress_in,
    ratings_of,
    standings_of,
    title_of,
)
from practice.learn.services import ask_drill, begin_placement, begin_round, begin_round_of_today
from practice.learn.standing import Standings
from practice.learn.topics import curriculum

MOST_RATINGS = 200  # the latest ones, of which the curve is drawn


@require_safe
@never_cache
def topics(request: HtmxRequest) -> HttpResponse:
    """The topics of a system by chapter, with how the visitor stands in each; those alone that speak of the words."""
    system, owner = system_asked(request), owner_of(request)
    words = request.GET.get("q", "").strip()
    offered, standing = drills_of(system), standings_of(owner, system)
    due, place = offered.to_ask(due_today(owner, system)), place_on(offered, standing)
    here = place.step.topic if place.step else None
    context = {
        "section": "learn",
        "system": system,
        "systems": systems_to_play(request),
        "words": words,
        "chapters": topics_by_chapter(offered, words, standing, {wanted.topic for wanted in due}, here),
        "place": place,
        "plan": plan_words(plan_of_today(offered, standing, due), offered),
        "weak": weak_topics(offered, standing),
        "placement": HANDS,
        "curve": curve_of(ratings_of(owner, system, MOST_RATINGS)),
        "days": days_of(owner, readers_zone(request)),
        "left": left_round_of(owner, system),
    }
    return show(request, "practice/learn/topics.html", context)


@require_safe
@never_cache
def topic(request: HttpRequest, slug: str) -> HttpResponse:
    """A topic: its notes, an example, the auction, how the visitor stands in it, and their latest misses."""
    system, owner = system_asked(request), owner_of(request)
    bidder = bidder_for(system)
    offered = drills_of(system)
    found = topic_asked(offered.topics, slug, system)
    page = topic_page(found, bidder)
    progress = progress_in(owner, system, found)
    context = {
        "section": "learn",
        "system": system,
        "page": page,
        "levels": _levels(offered, slug, standings_of(owner, system)),
        "tree": section_url(system, page.prior_bids),
        "standing": progress.whole,
        "parts": parts_of(progress, partial(section_url, system)),
        "misses": _lines(misses_of(owner, system, found), offered),
        "size": ROUND,
    }
    return render(request, "practice/learn/topic.html", context)


@require_safe
@never_cache
def misses(request: HttpRequest) -> HttpResponse:
    """The visitor's latest misses in a system, each with another hand of the kind."""
    system = system_asked(request)
    offered = drills_of(system)
    lines = _lines(misses_of(owner_of(request), system), offered)
    context = {"section": "learn", "system": system, "misses": lines}
    return render(request, "practice/learn/misses.html", context)


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a round: of a topic, a placement, or else of the hands that the visitor needs today."""
    system, owner = system_asked(request), owner_of(request)
    offered = drills_of(system)
    if not offered.drilled:
        raise Http404(f"{system.title} has nothing to practice.")
    if slug := request.POST.get("topic", ""):
        topic_asked(offered.topics, slug, system)
        if slug not in offered.drilled:
            raise Http404("This topic has no drill yet.")
        begun = begin_round(owner=owner, system=system, topic=slug)
    elif "placement" in request.POST:
        begun = begin_placement(owner=owner, system=system)
    else:
        begun = begin_round_of_today(owner=owner, system=system, plan=plan_of(owner, system, offered))
    return redirect("practice:round_next", begun.token)


@require_safe
@never_cache
def round_next(request: HttpRequest, token: str) -> HttpResponse:
    """Leads to the next hand of the visitor's own round, and to its summary when all hands have been bid.

    A hand that is on the table without a call is still the next one.
    """
    asking = own_round(request, token)
    hands = hands_of(asking)
    if sum(hand.answered for hand in hands) >= asking.size:
        return redirect("practice:round", token)
    if hands and not hands[-1].answered:
        return redirect(table_address(hands[-1].board))
    if request.method == "HEAD":
        return HttpResponse()  # asked by programs that follow links: nothing is begun for them
    system, owner = asking.system, asking.owner_key
    offered = drills_of(system)
    due = offered.to_ask(due_today(owner, system))
    drill = next_drill(asking, hands, offered, standings_of(owner, system), due)
    if drill is None:
        raise Http404(f"{system.title} has nothing of this kind to practice.")
    ask_drill(asking=asking, drill=drill)
    number = next_question(owner, system, drill)
    return redirect(drill.question_address(number) if number else drill.next_address)


@require_safe
@never_cache
def round_summary(request: HttpRequest, token: str) -> HttpResponse:
    """The visitor's own round: its hands, what was missed, and another hand of the kind."""
    found = own_round(request, token)
    offered = drills_of(found.system)
    context = {
        "section": "learn",
        "system": found.system,
        "round": found,
        "title": title_of(found),
        "topic": curriculum().topics.get(found.topic),
        "placed": [offered.topics[slug].title for slug in found.placed if slug in offered.topics],
        "page": round_page(found.size, hands_of(found), offered.again),
    }
    return render(request, "practice/learn/round.html", context)


def _levels(offered: Drills, slug: str, standing: Standings) -> list[LevelLine]:
    levels = offered.drilled.get(slug)
    return level_lines(levels, offered.level_of(slug, standing)) if levels else []


def _lines(missed: Sequence[JudgedCall], offered: Drills) -> list[MissLine]:
    known = curriculum().topics
    return [miss_line(one, known.get(one.topic), offered.again(one)) for one in missed]
