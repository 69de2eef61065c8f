"""The choice of a drill as its template draws it."""

from __future__ import annotations

from practice.drill.forms import DrillForm
from practice.drill.search import Choice


def choice_groups(form: DrillForm) -> list[tuple[str, list[tuple[Choice, bool]]]]:
    """The conventions under their headings, each with whether it is chosen; a heading without any is left out."""
    chosen = form["convention"].value() or []
    groups = [
        (title, [(choice, choice.name in chosen) for choice in form.choices if choice.ace_asking is ace_asking])
        for title, ace_asking in (("Asking for aces", True), ("Other conventions", False))
    ]
    return [(title, choices) for title, choices in groups if choices]
