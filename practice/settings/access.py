"""The settings that a link carries: read them or refuse; and the way from a system to the table."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse

from editor.selectors import SystemRow
from practice.boards.access import keep_preferences, preferences_of, systems_to_play
from practice.boards.preferences import Preferences
from practice.settings.forms import LinkForm


def linked_preferences(request: HttpRequest) -> Preferences | None:
    """The settings that the address carries, over the visitor's own, which stay as they are.

    None where it carries none. What cannot be read is refused with its name.
    """
    if not any(name in request.GET for name in LinkForm.base_fields):
        return None
    systems = systems_to_play(request)
    form = LinkForm(systems, request.GET)
    if not form.is_valid():
        raise BadRequest(f"The link cannot be followed. {faults_of(form)}")
    return form.over(preferences_of(request, systems))


def faults_of(form: Form) -> str:
    """What is wrong in a form that was not filled in by hand, each fault after the name of its field."""
    return " ".join(f"{name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items())


def play(request: HttpRequest, system: SystemRow) -> str:
    """Keep a system as the visitor's own for the boards to come, and give the address of a new board."""
    usual = preferences_of(request, systems_to_play(request))
    keep_preferences(request, replace(usual, our_system=system.slug))
    return reverse("practice:next")
