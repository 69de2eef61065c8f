"""Files that somebody hands over: a system, or a part of one, as an archive, a workbook or a CSV file."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePath

from bidbase.errors import SystemFileError
from bidbase.systems.archive import system_of_archive
from bidbase.systems.files import FIELD_NAMES
from bidbase.systems.model import System
from bidbase.systems.notes import NoteSubject
from bidbase.systems.reading import AGREEMENT_COLUMNS, CONVENTION_COLUMNS, NOTE_COLUMNS, Reading
from bidbase.systems.tables import rows_of

SUFFIXES = (".zip", ".xlsx", ".csv")
MAX_BYTES = 1 << 23  # of a file; the shipped systems have less than one million in each format


def read_system(name: str, content: bytes, known: Collection[NoteSubject] = ()) -> System:
    """The system in a file of this name, whose suffix tells what it is. Raises `SystemFileError`.

    `known` has the conventions, sections and entries that may be named although the file does not have them.
    """
    if len(content) > MAX_BYTES:
        raise SystemFileError([f"{name}: this has {len(content):,} bytes; more than {MAX_BYTES:,} are not read"])
    match PurePath(name).suffix.lower():
        case ".zip":
            return system_of_archive(content, known)
        case ".xlsx":
            from bidbase.systems.workbook import system_of_workbook  # its library takes a fifth of a second to import

            return system_of_workbook(content, known)
        case ".csv":
            return _system_of_csv(name, content, known)
    raise SystemFileError([f"{name}: a system is read from a file that ends in {', '.join(SUFFIXES)}"])


def _system_of_csv(name: str, content: bytes, known: Collection[NoteSubject]) -> System:
    """The entries, conventions, notes or agreements of a single file, whose header tells which of them they are."""
    reading, family = Reading(known=known), PurePath(name).stem
    header = content[:10_000].decode("utf-8-sig", errors="replace").strip().partition("\n")[0]
    columns = [column.strip(' "\r') for column in header.split(",")]
    if "name" in columns and not {"serves", "text"}.isdisjoint(columns):
        reading.add_notes(rows_of(content, name, NOTE_COLUMNS, reading.faults))
    elif "name" in columns and "choices" in columns:
        reading.add_agreements(rows_of(content, name, AGREEMENT_COLUMNS, reading.faults))
    elif "name" in columns:
        reading.add_conventions(rows_of(content, name, CONVENTION_COLUMNS, reading.faults))
    else:
        for line in rows_of(content, name, FIELD_NAMES, reading.faults):
            reading.add_entry(line, family)
    return reading.system(family, family, "")
