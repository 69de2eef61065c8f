"""What a field of an entry is, and the plain kinds of cell: text, dates, and fields that cannot be used yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

from bidbase.errors import TextError
from bidbase.game.cards import Strain


class Group(Enum):
    """The parts of the form."""

    PLACE = "Place and bid"
    STRENGTH = "Hand strength"
    SUITS = "Suits"
    OTHER = "Circumstances"
    DISCLOSURE = "Disclosure"
    RECORD = "Record"


@dataclass(frozen=True)
class Field:
    """One field of an entry.

    `parse` reads a cell that is not blank and raises `TextError`; `say` puts the parsed cell into words. `judges_hand`
    marks the specs that a hand must meet.
    """

    name: str
    label: str
    group: Group
    help: str
    example: str
    parse: Callable[[str], Any]
    say: Callable[[Any], str]
    judges_hand: bool = False
    suit: Strain | None = None
    derived: bool = False  # follows from other fields; never written in a file


@dataclass(frozen=True, slots=True)
class Text:
    """Free text."""

    text: str

    def __str__(self) -> str:
        return self.text


def parse_text(text: str) -> Text:
    """Take any text on one line."""
    return Text(" ".join(text.split()))


def parse_notes(text: str) -> Text:
    """Take any text, with its line breaks."""
    return Text(text.strip())


def parse_date(text: str) -> date:
    """Read a date, `2026-11-21`."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise TextError(f"{text.strip()!r} is not a date; write it as 2026-11-21", text) from None


def words(cell: Any) -> str:
    """A cell in its own words, or as its text where it has none."""
    return str(cell.words()) if hasattr(cell, "words") else str(cell)
