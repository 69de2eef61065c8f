"""Agreements as a page lists them, and what was chosen in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bidbase.systems.agreements import Choice
from editor.read.agreements.settled import Settled


@dataclass(frozen=True)
class Question:
    """An agreement on the page; `field` of a form asks for it, and is None for a reader who may not change it."""

    settled: Settled
    field: Any

    @property
    def answer(self) -> str:
        """What is played."""
        return self.settled.chosen.label if self.settled.chosen else "As the switches of its conventions say"


def chapters_of(settled: Iterable[Settled], fields: Any = None) -> list[tuple[str, list[Question]]]:
    """The questions of each chapter; `fields` has the field of a form by the key of the agreement."""
    questions = (Question(each, fields[str(each.key)] if fields else None) for each in settled)
    return [
        (chapter, list(members)) for chapter, members in groupby(questions, lambda each: each.settled.agreement.chapter)
    ]


def choices_words(settled: Iterable[Settled], chosen: Mapping[int, Choice]) -> list[str]:
    """`Over their 1NT: DONT` for each choice."""
    return [f"{each.agreement.name}: {chosen[each.key].label}" for each in settled if each.key in chosen]
