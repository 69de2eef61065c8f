"""Systems as workbooks, .xlsx: a sheet of entries to filter and sort, sheets of all else, and the heading.

Every cell is text, also in rows that are still blank, so that a spreadsheet program makes no date of `5-4` and no
number of `012000`. Columns are known by their headers: the labels of the entry form, or the names of the fields.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from bidbase.errors import SystemFileError, did_you_mean
from bidbase.game.cards import SUITS_DOWN
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems.archive import checked_archive
from bidbase.systems.files import FIELD_NAMES, agreement_cells, standing_alone, written_entries
from bidbase.systems.model import System
from bidbase.systems.notes import NoteSubject, serves_text
from bidbase.systems.reading import AGREEMENT_COLUMNS, CONVENTION_COLUMNS, NOTE_COLUMNS, Reading
from bidbase.systems.tables import Line

HEADING, CONVENTIONS, NOTES, AGREEMENTS, ENTRIES = "System", "Conventions", "Notes", "Agreements", "Entries"
MAX_ROWS = 25_000
MAX_CHARACTERS = 32_767  # of a cell, by the format
_HEADING_COLUMNS = ("name", "title", "description")
_FILE = "file"
_TEXT = "@"  # the number format of cells that are text
_PLAIN = ("General", "0", _TEXT)  # number formats in which a number looks as it was typed
_WIDTHS = (6, 60)  # of columns, in characters: the narrowest and the widest
_SUIT_COLORS = dict(
    zip((suit.title.lower() for suit in SUITS_DOWN), ("1F4E9E", "C00000", "C55A11", "2E7D32"), strict=True)
)
_HEADER_FILL = PatternFill("solid", start_color="E8ECF1")


def workbook_of(system: System) -> bytes:
    """A system as a workbook. Raises `SystemFileError` where a text does not fit into a cell."""
    system, book = standing_alone(system), Workbook(write_only=True)
    names, rows = written_entries(system.entries)
    entries = [[entry.family, *row] for entry, row in zip(system.entries, rows, strict=True)]
    conventions = [[str(each.name), each.use, each.notes] for each in system.conventions.values()]
    notes = [[note.name, serves_text(note.serves), note.text] for note in system.notes.values()]
    agreements = [*map(agreement_cells, system.agreements.values())]
    heading = [[system.name, system.title, system.description]]
    sheets: list[tuple[str, Sequence[str], Sequence[Sequence[str]]]] = [
        (ENTRIES, [_FILE, *names], entries),
        (CONVENTIONS, CONVENTION_COLUMNS, conventions),
        *([(NOTES, NOTE_COLUMNS, notes)] if notes else []),
        *([(AGREEMENTS, AGREEMENT_COLUMNS, agreements)] if agreements else []),
        (HEADING, _HEADING_COLUMNS, heading),
    ]
    if faults := [fault for sheet in sheets for fault in _faults_of(*sheet)]:
        raise SystemFileError(faults)
    for sheet in sheets:
        _write(book, *sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write(book: Workbook, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Add a sheet: a header that stays in sight, filters, and a row for each of the rows."""
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "E2" if title == ENTRIES else "A2"
    last = get_column_letter(len(columns))
    sheet.auto_filter.ref = f"A1:{last}{len(rows) + 1}"
    for index, column in enumerate(columns):
        longest = max((len(row[index]) for row in rows), default=0)
        dimension = sheet.column_dimensions[get_column_letter(index + 1)]
        dimension.width = min(max(longest, len(_label(column)) + 3, _WIDTHS[0]), _WIDTHS[1])
        dimension.number_format = _TEXT
    sheet.append([_header_cell(sheet, column) for column in columns])
    top = Alignment(vertical="top", wrap_text=True)
    for row in rows:
        cells: list[Any] = []
        for text in row:
            cells.append(_text_cell(sheet, text) if text else None)
            if len(text) > _WIDTHS[1]:
                cells[-1].alignment = top
        sheet.append(cells)


def _text_cell(sheet: Any, text: str) -> Any:
    """A cell that is text whatever it looks like: `=N` is no formula."""
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.number_format = _TEXT
    return cell


def _header_cell(sheet: Any, column: str) -> Any:
    cell = _text_cell(sheet, _label(column))
    cell.font = Font(bold=True, color=_SUIT_COLORS.get(column.partition("_")[0], "1B1F24"))
    cell.fill = _HEADER_FILL
    return cell


def _faults_of(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The texts that do not fit into the cells of a sheet."""
    for number, row in enumerate(rows, 2):
        for index, text in enumerate(row):
            if fault := _fault_of(text):
                yield f"{title}!{get_column_letter(index + 1)}{number}: {columns[index]}: {fault}"


def _fault_of(text: str) -> str:
    if len(text) > MAX_CHARACTERS:
        return f"this has {len(text)} characters; a cell of a workbook holds {MAX_CHARACTERS}"
    if ILLEGAL_CHARACTERS_RE.search(text):
        return "this has control characters, which a workbook cannot hold"
    return ""


def _label(column: str) -> str:
    return FIELD_BY_NAME[column].label if column in FIELD_BY_NAME else column.capitalize()


def system_of_workbook(content: bytes, known: Collection[NoteSubject] = ()) -> System:
    """The system in a workbook. Only the sheet of entries must be there. Raises `SystemFileError`.

    `known` has the conventions, sections and entries that may be named although the workbook does not have them.
    """
    checked_archive(content, "an .xlsx workbook")
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
        sheets = {sheet.title: _Sheet.read(sheet) for sheet in book.worksheets if sheet.title in _COLUMNS}
    except SystemFileError:
        raise
    except Exception as error:  # the library has no class for what is wrong with a workbook
        raise SystemFileError([f"this workbook cannot be read: {str(error)[:200]}"]) from None
    if ENTRIES not in sheets:
        raise SystemFileError([f"there is no sheet {ENTRIES}; there are {', '.join(book.sheetnames)}"])
    reading = Reading(known=known)
    heading = {"name": "workbook", "title": "", "description": ""}
    if HEADING in sheets:
        heading |= next((line.cells for line in sheets[HEADING].lines(reading.faults)), {})
    if CONVENTIONS in sheets:
        reading.add_conventions(sheets[CONVENTIONS].lines(reading.faults))
    if NOTES in sheets:
        reading.add_notes(sheets[NOTES].lines(reading.faults))
    if AGREEMENTS in sheets:
        reading.add_agreements(sheets[AGREEMENTS].lines(reading.faults))
    for line in sheets[ENTRIES].lines(reading.faults):
        reading.add_entry(line, line.cells.pop(_FILE, "").strip() or "entries")
    name = heading["name"].strip() or "workbook"
    return standing_alone(reading.system(name, heading["title"].strip() or name, heading["description"].strip()))


_COLUMNS: Mapping[str, Collection[str]] = {
    HEADING: _HEADING_COLUMNS,
    CONVENTIONS: CONVENTION_COLUMNS,
    NOTES: NOTE_COLUMNS,
    AGREEMENTS: AGREEMENT_COLUMNS,
    ENTRIES: (_FILE, *(name for name, field in FIELD_BY_NAME.items() if name in FIELD_NAMES)),
}
"""The columns that each sheet may have."""


@dataclass(frozen=True)
class _Cell:
    """A cell that is not blank: its text, or what is wrong with it."""

    text: str = ""
    fault: str = ""


@dataclass(frozen=True)
class _Sheet:
    """The cells of a sheet that are not blank, by row and column from 1."""

    title: str
    rows: Mapping[int, Mapping[int, _Cell]]

    @classmethod
    def read(cls, sheet: Any) -> _Sheet:
        """Read the cells of as many columns as there can be. Raises `SystemFileError` where there are too many rows."""
        rows: dict[int, dict[int, _Cell]] = {}
        for number, row in enumerate(sheet.iter_rows(max_row=MAX_ROWS + 2, max_col=len(_COLUMNS[sheet.title]) + 1), 1):
            cells = {column: _read(cell) for column, cell in enumerate(row, 1) if cell.value not in (None, "")}
            if cells:
                if number > MAX_ROWS + 1:
                    raise SystemFileError([f"{sheet.title}!{number}: more than {MAX_ROWS:,} rows are not read"])
                rows[number] = cells
        return cls(sheet.title, rows)

    def lines(self, faults: list[str]) -> Iterator[Line]:
        """The rows under the header, each cell with its place; faults of the sheet itself are added to `faults`."""
        columns = self._header(faults)
        if not columns:
            return
        for number, cells in self.rows.items():
            if number == 1 or not any(cell.fault or cell.text.strip() for cell in cells.values()):
                continue
            wrong = [f"{self._place(number, column)}: {cell.fault}" for column, cell in cells.items() if cell.fault]
            wrong += [
                f"{self._place(number, column)}: there is no header above this cell"
                for column in cells
                if column not in columns
            ]
            faults += wrong
            if not wrong:
                texts = {columns[column]: cell.text for column, cell in cells.items()}
                places = {name: self._place(number, column) for column, name in columns.items()}
                yield Line(f"{self.title}!{number}", texts, places)

    def _header(self, faults: list[str]) -> dict[int, str]:
        """The name of each column; none where the header cannot be read, and then `faults` has why."""
        header, known = self.rows.get(1, {}), _COLUMNS[self.title]
        if not header:
            faults.append(f"{self.title}!1: there is no header")
            return {}
        by_label = {_label(name).casefold(): name for name in known} | {name: name for name in known}
        columns: dict[int, str] = {}
        wrong = []
        for number, cell in header.items():
            name = by_label.get(" ".join(cell.text.split()).casefold())
            place = self._place(1, number)
            if name is None:
                labels = [_label(each) for each in known]
                wrong.append(
                    f"{place}: {cell.fault or f'no such column: {cell.text}; {did_you_mean(cell.text, labels)}'}"
                )
            elif name in columns.values():
                wrong.append(f"{place}: twice the same column: {cell.text}")
            else:
                columns[number] = name
        faults += wrong
        return {} if wrong else columns

    def _place(self, row: int, column: int) -> str:
        return f"{self.title}!{get_column_letter(column)}{row}"


def _read(cell: Any) -> _Cell:
    """The text of a cell. A number that looks as it was typed is taken, and nothing else that is no text."""
    value = cell.value
    if cell.data_type == "f":
        return _Cell(fault="a formula is not read; write what it gives, as text")
    if cell.data_type == "e":
        return _Cell(fault=f"{value} is an error of the spreadsheet; write the text that belongs here")
    if isinstance(value, str):
        return _Cell(value)
    if cell.is_date:
        return _Cell(fault="a spreadsheet has made a date of this; format the cell as text and write it again")
    if isinstance(value, (int, float)) and not isinstance(value, bool) and cell.number_format in _PLAIN:
        return _Cell(str(value))
    return _Cell(fault="a spreadsheet has changed this; format the cell as text and write it again")
