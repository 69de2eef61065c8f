"""Rows of cells become a system, whatever kind of file they stand in; or all that is wrong with them is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from bidbase.errors import SystemFileError, TextError
from bidbase.game.evaluation import Valuation
from bidbase.language import fields
from bidbase.language.bids import parse_convention
from bidbase.systems.agreements import (
    Agreement,
    parse_chapter,
    parse_choices,
    parse_needs,
    parse_parameters,
    parse_played,
)
from bidbase.systems.conventions import Convention
from bidbase.systems.model import Entry, EntryError, System
from bidbase.systems.notes import Note, NoteSubject, parse_note_name, parse_serves
from bidbase.systems.tables import Line
from bidbase.systems.valuations import shipped_valuations

Value = TypeVar("Value")

CONVENTION_COLUMNS = ("name", "use", "notes")
NOTE_COLUMNS = ("name", "serves", "text")
AGREEMENT_COLUMNS = ("name", "chapter", "question", "choices", "needs", "parameters", "plays")


class Reading:
    """The rows of a system as they are read one after the other, and all that is wrong with them.

    `known` has the conventions, sections and entries that may be named although they are not among the rows. Agreements
    are read before the entries that name their parameters.
    """

    def __init__(self, valuations: Mapping[str, Valuation] | None = None, known: Collection[NoteSubject] = ()) -> None:
        self.faults: list[str] = []
        self.valuations = shipped_valuations() if valuations is None else valuations
        self._known = known
        self._conventions: dict[str, Convention] = {}
        self._entries: list[Entry] = []
        self._notes: dict[str, Note] = {}
        self._agreements: dict[str, Agreement] = {}
        self._parameters: dict[str, str] = {}
        self._named: list[tuple[str, str, str]] = []  # the place, field and name of each convention asked for
        self._served: list[tuple[str, NoteSubject]] = []  # the place of each note, with what it serves

    def add_conventions(self, lines: Iterable[Line]) -> None:
        """Read rows of conventions. One that was there before keeps its notes where it has none of its own now."""
        for convention in conventions_of(lines, self.faults):
            before = self._conventions.get(str(convention.name), convention)
            self._conventions[str(convention.name)] = replace(convention, notes=convention.notes or before.notes)

    def add_entry(self, line: Line, family: str) -> None:
        """Read the row of an entry that belongs to this file."""
        try:
            entry = Entry.of(line.cells, family, self.valuations, self._parameters)
        except EntryError as error:
            self.faults += [in_cell(line, field, fault) for field, fault in error.faults]
            return
        self._entries.append(entry)
        for field in (fields.CONVENTION, fields.USE_AGAINST):
            if field.name in entry.cells:
                self._named.append((line.place_of(field.name), field.name, entry.text(field.name)))

    def add_notes(self, lines: Iterable[Line]) -> None:
        """Read rows of notes. No two notes have the same name, in whatever files they are."""
        for line in lines:
            note = note_of(line, self.faults)
            if note is None:
                continue
            if note.name in self._notes:
                self.faults.append(f"{line.place_of('name')}: name: {note.name} is there twice")
            self._notes[note.name] = note
            self._served += [(line.place_of("serves"), subject) for subject in note.serves]

    def add_agreements(self, lines: Iterable[Line]) -> None:
        """Read rows of agreements. No two have the same name, in whatever files they are."""
        for line in lines:
            agreement = agreement_of(line, self.faults)
            if agreement is None:
                continue
            if agreement.name in self._agreements:
                self.faults.append(f"{line.place_of('name')}: name: {agreement.name} is there twice")
            for name in agreement.settled.keys() & self._parameters.keys():
                self.faults.append(f"{line.place_of('parameters')}: parameters: {name} is settled twice")
            self._agreements[agreement.name] = agreement
            self._parameters |= agreement.settled

    def system(self, name: str, title: str, description: str) -> System:
        """The system of all rows. Raises `SystemFileError` with everything that is wrong."""
        entries = numbered(self._entries)
        known = {*map(NoteSubject.convention, self._conventions), *self._known}
        self.faults += [
            f"{place}: {field}: {convention} is not in conventions.csv"
            for place, field, convention in self._named
            if NoteSubject.convention(convention) not in known
        ]
        if self._served:
            known |= {*(NoteSubject.entry(entry.id) for entry in entries)}
            known |= {*(NoteSubject.section(entry.section) for entry in entries)}
        self.faults += [
            f"{place}: serves: the system has no {subject}" for place, subject in self._served if subject not in known
        ]
        if self.faults:
            raise SystemFileError(self.faults)
        return System(
            name, title, description, self._conventions, entries, self.valuations, self._notes, self._agreements
        )


def conventions_of(lines: Iterable[Line], faults: list[str]) -> Iterator[Convention]:
    """The conventions in the rows of one file; what is wrong with the others is added to `faults`."""
    seen = set()
    for line in lines:
        try:
            name = parse_convention(line.cells.get("name", ""))
        except TextError as error:
            faults.append(in_cell(line, "name", error))
            continue
        use = line.cells.get("use", "").strip().upper()
        if use not in ("", "0", "W", "T"):
            faults.append(f"{line.place_of('use')}: use: {use!r} is not a selection code; write 0, W, T or nothing")
        elif name in seen:
            faults.append(f"{line.place_of('name')}: name: {name} is there twice")
        else:
            seen.add(name)
            yield Convention(name, use, line.cells.get("notes", "").strip())


def note_of(line: Line, faults: list[str]) -> Note | None:
    """The note in a row; None where something is wrong with it, which is added to `faults`."""
    name = _read(line, "name", parse_note_name, faults)
    serves = _read(line, "serves", parse_serves, faults)
    if name is None or serves is None:
        return None
    return Note(name, serves, line.cells.get("text", "").strip())


def agreement_of(line: Line, faults: list[str]) -> Agreement | None:
    """The agreement in a row; None where something is wrong with it, which is added to `faults`."""
    name = _read(line, "name", parse_note_name, faults)
    choices = _read(line, "choices", parse_choices, faults)
    chapter = _read(line, "chapter", parse_chapter, faults)
    needs = _read(line, "needs", parse_needs, faults)
    if name is None or chapter is None or choices is None or needs is None:
        return None
    parameters = _read(line, "parameters", lambda text: parse_parameters(text, choices), faults)
    if parameters is None:
        return None
    plays = _read(line, "plays", lambda text: parse_played(text, choices, settles=bool(parameters)), faults)
    if plays is None:
        return None
    question = " ".join(line.cells.get("question", "").split())
    return Agreement(name, chapter, question, choices, needs, parameters, plays)


def _read(line: Line, column: str, parse: Callable[[str], Value], faults: list[str]) -> Value | None:
    """What a cell of a row says; None where something is wrong with it, which is added to `faults`."""
    try:
        return parse(line.cells.get(column, ""))
    except TextError as error:
        faults.append(in_cell(line, column, error))
        return None


def in_cell(line: Line, name: str, error: TextError) -> str:
    """A fault in the cell of this name, with its place."""
    return f"{line.place_of(name)}: {name}: {error.pointed() if error.points else error.message}"


def numbered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries with the ids that they have in files.

    That is `1N-P/200000`, and `1N-P/200000/2` for the second entry of that order number.
    """
    seen: dict[str, int] = {}
    result = []
    for entry in entries:
        base = f"{entry.section or 'opening'}/{entry.order}"
        seen[base] = seen.get(base, 0) + 1
        result.append(Entry(base if seen[base] == 1 else f"{base}/{seen[base]}", entry.family, entry.cells))
    return tuple(result)
