"""Reads BML, the Bridge Bidding Markup Language, by the rules of its public description.

Tables are parted from other text by blank lines. A table has a row for each call, further in what follows it, and
perhaps an auction in front: `1N-2C;` or `(1N)---`. Text of which a table cannot be made, headings, paragraphs, lists
and diagrams, says nothing of calls and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bidbase.errors import IllegalCall, TextError
from bidbase.imports.outline import CALL, Outline, followed
from bidbase.imports.written import MAX_LINES, Chain, Notes, WrittenMeaning, lines_of, meaning_of, with_signs

Lines = Iterable[tuple[int, str]]
_ROW = re.compile(rf"(?P<indent> *)(?P<open>\()?(?P<call>{CALL})(?(open)\))(?P<gap> *= *| +|$)(?P<text>.*)")
_HEADER = re.compile(rf" *(?P<auction>\(?(?:{CALL})\)?(?:-\(?(?:{CALL})\)?)*)(?P<end>-*;?)(?: +(?P<text>.*))?")
_PIECE = re.compile(rf"(\()?({CALL})\)?")
_COMMAND = re.compile(r" *#(?P<name>[A-Z]+)\b *(?P<rest>.*)")
_METADATA = re.compile(r" *#\+(?P<name>[A-Z_]+): *(?P<text>.*)", re.IGNORECASE)
_SEATS = {"0": "", "1": "1", "2": "2", "3": "3", "4": "4", "12": "12", "34": "34"}
_VULNERABILITIES = {"00": "", "Y0": "Vul", "N0": "Non", "YN": "Unfav", "NY": "Fav"}
_NEAREST = {"YY": "Vul", "NN": "Non", "0Y": "", "0N": ""}
"""What no cell says exactly, and the cell that holds wherever it does."""


def read_bml(content: bytes) -> Notes:
    """The meanings in a BML file."""
    notes = Notes()
    reading = _BmlReading(notes)
    for line, text in _pasted(lines_of(content), notes):
        reading.add(line, text)
    reading.end_of_block()
    notes.keep_first(reading.meanings)
    return notes


def _pasted(lines: Lines, notes: Notes) -> Iterator[tuple[int, str]]:
    """The lines as `#COPY`, `#CUT` and `#PASTE` make them. What is pasted has the numbers of the lines it came from."""
    kept: dict[str, list[tuple[int, str]]] = {}
    open_name, ends, cut, line = "", "", False, 0
    for count, (line, text) in enumerate(_replaced(lines, kept, notes)):
        command = _COMMAND.match(text)
        name = command["name"] if command else ""
        if count >= MAX_LINES:
            notes.add_fault(line, f"this is longer than {MAX_LINES:,} lines; the rest is not read")
            return
        if name in ("COPY", "CUT") and command is not None:
            open_name, ends, cut = command["rest"].strip(), f"END{name}", name == "CUT"
            kept[open_name] = []
        elif name in ("ENDCOPY", "ENDCUT"):
            if name != ends:
                notes.add_fault(line, f"#{name} ends nothing")
            open_name = ends = ""
        else:
            if ends:
                kept[open_name].append((line, text))
            if not (ends and cut):
                yield line, text
    if ends:
        notes.add_fault(line, f"#{ends} is missing for {open_name!r}")


def _replaced(lines: Lines, kept: dict[str, list[tuple[int, str]]], notes: Notes) -> Iterator[tuple[int, str]]:
    """The lines with what was kept in place of each `#PASTE`, as far in as that stands."""
    for line, text in lines:
        command = _COMMAND.match(text)
        if command is None or command["name"] != "PASTE":
            yield line, text
            continue
        name, *targets = command["rest"].split()[:50] or [""]
        if name not in kept:
            notes.add_fault(line, f"nothing was copied under the name {name!r}")
            continue
        indent = " " * (len(text) - len(text.lstrip()))
        for number, pasted in [*kept[name]]:
            for target, _, replacement in (each.partition("=") for each in targets):
                pasted = pasted.replace(target, replacement) if target else pasted
            yield number, (indent + pasted)[:10_000]


@dataclass
class _Row:
    """A row whose text may go on in the next line, in the column where it began."""

    line: int
    chains: list[Chain]
    broad: bool
    name: str
    column: int
    texts: list[str]


@dataclass
class _BmlReading:
    """The lines of a file one after the other."""

    notes: Notes
    meanings: list[WrittenMeaning] = field(default_factory=list)
    _outline: Outline = field(default_factory=Outline)
    _row: _Row | None = None
    _in_block: bool = False
    _is_table: bool = False
    _seats: str = ""
    _vulnerability: str = ""
    _told: str = ""

    def add(self, line: int, text: str) -> None:
        if not text:
            self.end_of_block()
        elif text.startswith("//"):
            return
        elif match := _METADATA.match(text):
            self._metadata(match["name"].upper(), match["text"])
        elif (match := _COMMAND.match(text)) and self._is_command(line, match["name"], match["rest"].strip()):
            return
        elif not self._in_block:
            self._in_block, self._is_table = True, self._begins_table(line, text)
        elif self._is_table:
            self._table_line(line, text)

    def end_of_block(self) -> None:
        """A blank line, or the end of the file."""
        self._end_row()
        self._in_block = self._is_table = False

    def _metadata(self, name: str, text: str) -> None:
        if name == "TITLE":
            self.notes.title = self.notes.title or with_signs(text)
        elif name == "DESCRIPTION":
            self.notes.description = self.notes.description or with_signs(text)

    def _is_command(self, line: int, name: str, rest: str) -> bool:
        """Whether this was a command; it has been obeyed then."""
        match name:
            case "HIDE":
                return True
            case "INCLUDE":
                self.notes.add_fault(line, f"other files are not read: upload {rest} too, or put it in here")
            case "SEAT" if rest in _SEATS:
                self._seats = _SEATS[rest]
            case "VUL" if rest.upper() in _VULNERABILITIES:
                self._vulnerability, self._told = _VULNERABILITIES[rest.upper()], ""
            case "VUL" if rest.upper() in _NEAREST:
                self._vulnerability, self._told = _NEAREST[rest.upper()], f"#VUL {rest.upper()}"
                self.notes.add_fault(line, f"no cell says #VUL {rest} exactly; the words of the calls say it")
            case "SEAT" | "VUL":
                self.notes.add_fault(line, f"#{name} {rest} is not known; as before")
            case _:
                return False
        self._outline.forget()
        return True

    def _begins_table(self, line: int, text: str) -> bool:
        """Read the first line of a block, and tell whether it begins a table."""
        self._outline.begin([()])
        header = _HEADER.fullmatch(text)
        if header and ("-" in header["auction"] or header["end"]):
            try:
                self._outline.begin(_chains(header["auction"]))
            except (TextError, IllegalCall) as error:
                self.notes.add_fault(line, f"{error}; the table below it is not read")
                return False
            return True
        row = _ROW.fullmatch(text)
        if row is None or row["call"] in tuple("PDRX") or row["call"].lower() == "pass":
            return False
        self._add_row(line, row)
        return True

    def _table_line(self, line: int, text: str) -> None:
        row, indent = _ROW.fullmatch(text), len(text) - len(text.lstrip())
        goes_on = self._row is not None and indent == self._row.column
        if self._row is not None and (row is None or (goes_on and len(self._row.name) > 1)):
            if not goes_on:
                self.notes.add_fault(line, "no call begins this row; it is read with the row above")
            self._row.texts.append(text)
        elif row is not None:
            self._add_row(line, row)
        else:
            self.notes.add_fault(line, "no call begins this row")

    def _add_row(self, line: int, row: re.Match[str]) -> None:
        self._end_row()
        indent = len(row["indent"])
        try:
            chains, broad = self._outline.add(indent, row["call"], bracketed=bool(row["open"]))
        except (TextError, IllegalCall) as error:
            self.notes.add_fault(line, str(error))
            chains, broad = [], False
        self._row = _Row(line, chains, broad, row["call"], row.start("text"), [row["text"]])

    def _end_row(self) -> None:
        row, self._row = self._row, None
        if row is None:
            return
        told = " ".join(filter(None, [f"({self._told})" if self._told else "", *row.texts]))
        for chain in row.chains:
            self.meanings += meaning_of(
                chain, told, row.line, self.notes, self._seats, vulnerability=self._vulnerability, broad=row.broad
            )


def _chains(auction: str) -> list[Chain]:
    """The auctions in front of a table. Raises `TextError` and `IllegalCall`."""
    chains: list[Chain] = [()]
    for bracket, name in _PIECE.findall(auction):
        chains, _ = followed(chains, name, bracketed=bool(bracket))
    return chains
