"""CSV files as rows of cells, and what is wrong with them."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a file: its place, `overcalls.csv:12`, and the cells by column.

    `places` has the places of cells that have one of their own, `Entries!D12`.
    """

    place: str
    cells: dict[str, str]
    places: Mapping[str, str] = field(default_factory=dict)

    def place_of(self, column: str) -> str:
        """Where a cell stands, as exactly as the file can say."""
        return self.places.get(column, self.place)


def read_rows(path: Path, name: str, columns: Collection[str], faults: list[str]) -> Iterator[Line]:
    """The rows of a file, blank ones left out.

    `name` is what the file is called in `faults`, where faults are added.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        faults.append(f"{name}: this cannot be read: {error.strerror}")
        return
    yield from rows_of(content, name, columns, faults)


def rows_of(content: bytes, name: str, columns: Collection[str], faults: list[str]) -> Iterator[Line]:
    """The rows in the content of a file, as `read_rows` has them.

    A byte order mark is left aside: spreadsheets write one.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        faults.append(f"{name}: this is not UTF-8 text: {error.reason} at byte {error.start + 1}")
        return
    reader = csv.reader(io.StringIO(text, newline=None), strict=True)
    begins = 1  # the line on which the row that is read begins
    try:
        header = next(reader, [])
        if fault := _header_fault(header, columns):
            faults.append(f"{name}:1: {fault}")
            return
        begins = reader.line_num + 1
        for row in reader:
            place, begins = f"{name}:{begins}", reader.line_num + 1
            if not any(map(str.strip, row)):
                continue
            if len(row) != len(header):
                faults.append(f"{place}: {len(row)} cells under a header of {len(header)}")
            else:
                yield Line(place, dict(zip(header, row, strict=True)))
    except csv.Error as error:
        unclosed = "unexpected end of data" in str(error)
        faults.append(f"{name}:{begins}: {'a quote is not closed' if unclosed else error}")


def _header_fault(header: list[str], columns: Collection[str]) -> str:
    if not header:
        return "there is no header"
    if unknown := [name for name in header if name not in columns]:
        return f"no such column: {', '.join(unknown)}"
    twice = [name for name in dict.fromkeys(header) if header.count(name) > 1]
    return f"twice the same column: {', '.join(twice)}" if twice else ""
