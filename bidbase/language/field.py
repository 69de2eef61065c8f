"""What a field of an entry is, how its cells count a hand, and the plain kinds of cell: text and dates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from bidbase.errors import TextError
from bidbase.game.cards import Strain
from bidbase.game.evaluation import Valuation
from bidbase.game.features import TotalFeature
from bidbase.language.ranges import Ranges


class Group(Enum):
    """The parts of the form."""

    PLACE = "Place and bid"
    STRENGTH = "Hand strength"
    SUITS = "Suits"
    OTHER = "Circumstances"
    DISCLOSURE = "Disclosure"
    RECORD = "Record"


class Cell(Protocol):
    """A parsed cell: an immutable value that can be compared and hashed. Its `str()` is the canonical text."""

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...


Cells = Mapping[str, Cell]
"""The cells of an entry that are not blank, by the names of their fields."""

CellT = TypeVar("CellT", bound=Cell)
Cell_co = TypeVar("Cell_co", bound=Cell, covariant=True)


@dataclass(frozen=True, slots=True)
class CountContext:
    """What counting a hand may depend on beside the cell: the other cells of its entry, and the auction.

    `valuations` are the valuations that the system knows.
    """

    cells: Cells
    valuations: Mapping[str, Valuation]


@dataclass(frozen=True, slots=True)
class HandCount(Generic[Cell_co]):
    """How the cells of a field judge a hand by counting it.

    `feature` says what is counted, `ranges` which numbers a cell allows, and `unit` in what they are counted, in words:
    `HCP`, `losers`. Compiler, trace and reference read all that they need from here.
    """

    feature: Callable[[Cell_co, CountContext], TotalFeature]
    ranges: Callable[[Cell_co], Ranges]
    unit: Callable[[Cell_co, Cells], str]


@dataclass(frozen=True, eq=False)
class Field(Generic[Cell_co]):
    """One field of an entry.

    `parse` reads a cell that is not blank and raises `TextError`; `say` puts the parsed cell into words. `judges_hand`
    marks the specs that a hand must meet. Where such a spec counts something, `count` tells how.
    """

    name: str
    label: str
    group: Group
    help: str
    example: str
    parse: Callable[[str], Cell_co]
    say: Callable[[Cell_co], str]
    judges_hand: bool = False
    count: HandCount[Cell_co] | None = None
    suit: Strain | None = None
    derived: bool = False  # follows from other fields; never written in a file
    hidden: bool = False  # for those who keep the files; never shown on a page

    @property
    def free_text(self) -> bool:
        """Whether its cells are words for people, of any length."""
        return self.parse in (parse_text, parse_notes)


AnyField = Field[Any]
"""A field whatever its cells are."""


def cell_of(cells: Cells, field: Field[CellT]) -> CellT | None:
    """The cell of a field among these, None when it is blank."""
    cell: Any = cells.get(field.name)
    return cell


@dataclass(frozen=True, slots=True)
class Text:
    """Free text."""

    text: str

    def __str__(self) -> str:
        return self.text


def parse_text(text: str) -> Text:
    """Take any text on one line.

    cell = <any words>
    """
    return Text(" ".join(text.split()))


def parse_notes(text: str) -> Text:
    """Take any text, with its line breaks.

    cell = <any words>
    """
    return Text(text.strip())


def parse_date(text: str) -> date:
    """Read a date, `2026-11-21`.

    cell = year "-" month "-" day
    year = "2" "0" digit digit
    month = "0" "1".."9" | "1" "0".."2"
    day = "0" "1".."9" | ("1" | "2") digit
    """
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise TextError(f"{text.strip()!r} is not a date; write it as 2026-11-21", text) from None


def words(cell: Cell) -> str:
    """A cell in its own words, or as its text where it has none."""
    return str(cell.words()) if hasattr(cell, "words") else str(cell)
