"""Which system and topic a visitor asks for, and which round is theirs: fetch it or refuse."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest

from bidbase_web.visitors import owner_of
from editor.selectors import SystemRow
from practice.boards.access import preferences_of, systems_to_play
from practice.learn.models import Round
from practice.learn.selectors import round_by_token
from practice.learn.topics import Topic


def system_asked(request: HttpRequest) -> SystemRow:
    """The system that the address or form names, or else the visitor's own. One that is not there is refused."""
    systems = systems_to_play(request)
    named = request.GET.get("system") or request.POST.get("system")
    slug = named or preferences_of(request, systems).our_system
    system = next((system for system in systems if system.slug == slug), None)
    if system is None:
        raise Http404("There is no such system.")
    return system


def topic_asked(topics: Mapping[str, Topic], slug: str, system: SystemRow) -> Topic:
    """The topic of this slug among those that a system has."""
    if slug not in topics:
        raise Http404(f"{system.title} has no such topic.")
    return topics[slug]


def own_round(request: HttpRequest, token: str) -> Round:
    """The visitor's own round of this token. Anybody else's is not there."""
    found = round_by_token(owner_of(request), token)
    if found is None:
        raise Http404("There is no such round, or it is not yours.")
    return found
