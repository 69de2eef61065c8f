"""Reads the examples in docs/entries.md: the tables, each with what stands above it, and the systems that they make.

A table is known by its columns. One with the columns Order and Bid has entries; one with Name and Use has the
conventions of these entries, and one with Parameter and Value what agreements settle. One with Fits tries something in
each row; one with Call, Shown or Suits asks the entries of the last such tables before it. A column that is named after
a field holds cells of that field.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.game.cards import Hand, parse_holding
from bidbase.language.bids import parse_convention
from bidbase.language.fields import STORED_FIELDS
from bidbase.language.parameters import Parameters
from bidbase.systems.conventions import Convention
from bidbase.systems.model import Entry, System

PAGE = Path(__file__).resolve().parents[2] / "docs" / "entries.md"
NAME_BY_LABEL = {field.label: field.name for field in STORED_FIELDS}

Row = Mapping[str, str]


@dataclass(frozen=True)
class ExampleTable:
    """A table of the page: where it stands, its rows by column, and the system that it is about."""

    heading: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    entries: tuple[Row, ...] = ()
    conventions: tuple[Row, ...] = ()
    parameters: tuple[Row, ...] = ()

    def bidder(self) -> Bidder:
        """A bidder of the entries that this table is about."""
        conventions = {row["Name"]: Convention(parse_convention(row["Name"]), row["Use"]) for row in self.conventions}
        return bidder_of(self.entries, conventions, {row["Parameter"]: row["Value"] for row in self.parameters})


def bidder_of(
    rows: Iterable[Row], conventions: Mapping[str, Convention] | None = None, parameters: Parameters | None = None
) -> Bidder:
    """A bidder of entries with these cells, in a system that is called Our system. Their ids are as in files."""
    entries: list[Entry] = []
    seen: Counter[str] = Counter()
    for row in rows:
        entry = Entry.of(cells_of(row), parameters=parameters)
        name = f"{entry.section or 'opening'}/{entry.order}"
        seen[name] += 1
        entries.append(Entry(name if seen[name] == 1 else f"{name}/{seen[name]}", "manual", entry.cells))
    return Bidder(System("our_system", "Our system", "", conventions or {}, tuple(entries)))


def cells_of(row: Row) -> dict[str, str]:
    """The cells in a row, by the names of their fields."""
    return {NAME_BY_LABEL[column]: text for column, text in row.items() if column in NAME_BY_LABEL}


def hand_of(row: Row) -> Hand | None:
    """The hand of a row: a whole one, or spades with low cards beside them; None where it has none."""
    if "Hand" in row:
        return Hand.parse(row["Hand"])
    if "Spades" in row:
        return _hand_around(parse_holding(row["Spades"].replace("void", "-")))
    return None


def _hand_around(spades: int) -> Hand:
    """A hand with these spades, and low cards shared out among the other suits."""
    left = 13 - spades.bit_count()
    others = (left // 3, (left + 1) // 3, (left + 2) // 3)
    return Hand([*((1 << length) - 1 for length in others), spades])


def tables() -> Iterator[ExampleTable]:
    """The tables of the page, in order."""
    heading = ""
    entries: tuple[Row, ...] = ()
    conventions: tuple[Row, ...] = ()
    parameters: tuple[Row, ...] = ()
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        if line.startswith("#"):
            heading = line.strip("# ")
        if not line.startswith("|"):
            number += 1
            continue
        begin = number
        while number < len(lines) and lines[number].startswith("|"):
            number += 1
        columns, _, *rows = ([*_cells(text)] for text in lines[begin:number])
        found = tuple(dict(zip(columns, row, strict=True)) for row in rows)
        if {"Order", "Bid"} <= set(columns):
            entries, conventions, parameters = found, (), ()
        if columns == ["Name", "Use"]:
            conventions = found
        if columns == ["Parameter", "Value"]:
            parameters = found
        yield ExampleTable(heading, begin + 1, tuple(columns), found, entries, conventions, parameters)


def _cells(line: str) -> Iterator[str]:
    for cell in line.strip()[1:-1].split("|"):
        yield re.sub(r"^`(.*)`$", r"\1", cell.strip()).strip()
