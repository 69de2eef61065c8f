"""The choice of a drill as its template draws it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from bidbase_web.words import words_to_find
from practice.drill.choices import HEADINGS
from practice.drill.forms import DrillForm


@dataclass(frozen=True)
class Box:
    """A convention to choose. One that never comes up cannot be chosen."""

    name: str
    chosen: bool
    never: bool


@dataclass(frozen=True)
class ConventionGroup:
    """A heading with its conventions; `open` where one of them is looked for or chosen."""

    title: str
    boxes: tuple[Box, ...]
    open: bool


def choice_groups(form: DrillForm, never: Container[str], wanted: str) -> list[ConventionGroup]:
    """The conventions under their headings; a heading without any is left out.

    Of those that are not chosen only the ones whose name holds the words that are `wanted` are shown.
    """
    chosen = form["convention"].value() or []
    groups = []
    for title in HEADINGS:
        boxes = tuple(
            Box(choice.name, choice.name in chosen, choice.name in never)
            for choice in form.choices
            if choice.heading == title and (choice.name in chosen or _holds(choice.name, wanted))
        )
        groups.append(ConventionGroup(title, boxes, bool(wanted) or any(box.chosen for box in boxes)))
    return [group for group in groups if group.boxes]


def _holds(name: str, wanted: str) -> bool:
    return all(word in name.casefold() for word in words_to_find(wanted.casefold()))
