"""Systems as text: a folder with a manifest and CSV files, one family of sections a file.

`system.toml` names the system and lists its files, of which some may be shared by systems: `../common/overcalls.csv`.
`conventions.csv` has the columns name, use, notes, `notes.csv` has name, serves, text, and `agreements.csv` has name,
chapter, question, choices, needs, parameters, plays, the last two where some agreement settles a parameter; every other
file has a header that names the entry fields in use, and its cells may name parameters. A later `conventions.csv` may
switch a convention of an earlier one, and keeps its notes where it has none of its own.
`valuations.toml`, if it is there, adds valuation systems. Loading and dumping gives the same text again.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from importlib.resources import files
from itertools import groupby
from pathlib import Path, PurePath

from bidbase.errors import SystemFileError
from bidbase.game.evaluation import Valuation
from bidbase.language.fields import FOLLOWS, STORED_FIELDS
from bidbase.systems.agreements import Agreement, choices_text, needs_text, parameters_text
from bidbase.systems.conventions import Convention
from bidbase.systems.manifest import SHIPPED, Manifest, read_manifest
from bidbase.systems.model import Entry, System, in_use
from bidbase.systems.notes import Note, NoteSubject, serves_text
from bidbase.systems.reading import (
    AGREEMENT_COLUMNS,
    CONVENTION_COLUMNS,
    NOTE_COLUMNS,
    Reading,
    agreement_of,
    conventions_of,
    note_of,
    numbered,
)
from bidbase.systems.tables import read_rows
from bidbase.systems.valuations import read_valuations, shipped_valuations

FIELD_NAMES = tuple(field.name for field in STORED_FIELDS if field is not FOLLOWS)
"""The columns of entries; what an entry follows stands in the cells themselves."""
_RARE = ("parameters", "plays")  # columns of agreements that a file has where some of them settles a parameter
CONVENTIONS_FILE, NOTES_FILE, AGREEMENTS_FILE = "conventions.csv", "notes.csv", "agreements.csv"
_CODE = ("game", "language", "systems")  # the floors that a system is read with


def load_system(name: str | Path) -> System:
    """The shipped system of this name, or the one in this folder. Raises `SystemFileError`."""
    return system_of(read_manifest(name))


def system_of(manifest: Manifest, known: Collection[NoteSubject] = ()) -> System:
    """The system that a manifest and its files make. Raises `SystemFileError`.

    `known` has the conventions, sections and entries that may be named although no file has them.
    """
    faults: list[str] = []
    reading = Reading(valuations_of(manifest.folder, faults), known)
    reading.faults += faults
    agreements_first = sorted(manifest.files, key=lambda name: PurePath(name).name != AGREEMENTS_FILE)
    for name in agreements_first:
        path = manifest.folder / name
        if not path.is_file():
            reading.faults.append(f"{name}: the manifest lists this file, but it is not there")
        elif path.name == CONVENTIONS_FILE:
            reading.add_conventions(read_rows(path, name, CONVENTION_COLUMNS, reading.faults))
        elif path.name == NOTES_FILE:
            reading.add_notes(read_rows(path, name, NOTE_COLUMNS, reading.faults))
        elif path.name == AGREEMENTS_FILE:
            reading.add_agreements(read_rows(path, name, AGREEMENT_COLUMNS, reading.faults))
        else:
            for line in read_rows(path, name, FIELD_NAMES, reading.faults):
                reading.add_entry(line, name.removesuffix(".csv"))
    return reading.system(manifest.name, manifest.title, manifest.description)


def digest_of_system(name: str | Path) -> str:
    """A text that changes with the system's files and with the code that reads them. Raises `SystemFileError`."""
    manifest, digest = read_manifest(name), blake2b(digest_size=16)
    package = Path(str(files("bidbase")))
    code = (path for floor in _CODE for path in sorted((package / floor).rglob("*.py")))
    listed = (manifest.folder / file for file in manifest.files)
    for path in (*sorted(manifest.folder.iterdir()), *listed, *code, SHIPPED / "valuations.toml"):
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def valuations_of(folder: Path, faults: list[str]) -> dict[str, Valuation]:
    """The valuation systems that come with BidBase, and those in the folder."""
    shipped, path = shipped_valuations(), folder / "valuations.toml"
    own = read_valuations(path, faults) if path.is_file() else {}
    faults += [f"{path.name}: {name}: there is one of this name already" for name in own if name in shipped]
    return {**shipped, **own}


def formatted_files(name: str | Path) -> Iterator[tuple[Path, str]]:
    """Each CSV file of a system, and its text in canonical form. Raises `SystemFileError`."""
    manifest, families = read_manifest(name), dict[str, list[Entry]]()
    for entry in load_system(name).entries:
        families.setdefault(entry.family, []).append(entry)
    for family, entries in families.items():
        yield manifest.folder / f"{family}.csv", dump_entries(entries)
    for file in manifest.files:
        if (path := manifest.folder / file).name == CONVENTIONS_FILE:
            own = conventions_of(read_rows(path, file, CONVENTION_COLUMNS, []), [])
            yield path, dump_conventions({str(convention.name): convention for convention in own})
        elif path.name == NOTES_FILE:
            notes = (note_of(line, []) for line in read_rows(path, file, NOTE_COLUMNS, []))
            yield path, dump_notes(note for note in notes if note is not None)
        elif path.name == AGREEMENTS_FILE:
            agreements = (agreement_of(line, []) for line in read_rows(path, file, AGREEMENT_COLUMNS, []))
            yield path, dump_agreements(agreement for agreement in agreements if agreement is not None)


def standing_alone(system: System) -> System:
    """The system with files of its own in place of those that it shares with others, and with the ids that files give.

    Raises `SystemFileError` for a system with valuations of its own, of which only their file knows how they count.
    """
    if own := sorted(system.valuations.keys() - shipped_valuations().keys()):
        raise SystemFileError([f"valuations.toml: {', '.join(own)} cannot be written; only a folder has room for them"])
    entries = numbered(Entry(entry.id, _file_name(entry.family), entry.cells) for entry in system.entries)
    ids = {
        NoteSubject.entry(old.id): NoteSubject.entry(new.id) for old, new in zip(system.entries, entries, strict=True)
    }
    notes = {name: note.serving(lambda subject: ids.get(subject, subject)) for name, note in system.notes.items()}
    return replace(system, entries=entries, notes=notes)


def _file_name(family: str) -> str:
    name = "".join(letter for letter in PurePath(family).name if letter.isalnum() or letter in " _-")
    return name if name.strip() not in ("", "conventions", "notes", "agreements") else "entries"


def files_of(system: System) -> dict[str, str]:
    """The text of each file of a folder that holds this system, by name. Raises `SystemFileError`.

    Entries keep their order: where the entries of a file do not stand together, there is more than one such file.
    """
    system = standing_alone(system)
    texts = {CONVENTIONS_FILE: dump_conventions(system.conventions)}
    if system.notes:
        texts[NOTES_FILE] = dump_notes(system.notes.values())
    if system.agreements:
        texts[AGREEMENTS_FILE] = dump_agreements(system.agreements.values())
    for family, entries in groupby(system.entries, key=lambda entry: entry.family):
        number, name = 1, f"{family}.csv"
        while name in texts:
            number += 1
            name = f"{family}_{number}.csv"
        texts[name] = dump_entries(entries)
    heading = {"name": system.name, "title": system.title, "description": system.description}
    lines = [f"{key} = {_toml(value)}" for key, value in heading.items()]
    listed = "".join(f"    {_toml(name)},\n" for name in texts)
    return {"system.toml": "\n".join(lines) + f"\nfiles = [\n{listed}]\n", **texts}


def _toml(text: str) -> str:
    """A text as TOML writes it: as JSON does, and with the one more character that TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def dump_entries(entries: Iterable[Entry]) -> str:
    """Entries as CSV text, with a column for each field in use."""
    names, rows = written_entries([*entries])
    return _csv_text(names, rows)


def written_entries(entries: Sequence[Entry]) -> tuple[list[str], list[list[str]]]:
    """The columns in use, and a row for each entry: with the parameters that it names in place of their values."""
    names = [name for name in in_use(entries) if name in FIELD_NAMES]
    return names, [[entry.written(name) for name in names] for entry in entries]


def dump_conventions(conventions: Mapping[str, Convention]) -> str:
    """Conventions as CSV text."""
    rows = ([str(convention.name), convention.use, convention.notes] for convention in conventions.values())
    return _csv_text(["name", "use", "notes"], rows)


def dump_notes(notes: Iterable[Note]) -> str:
    """Notes as CSV text."""
    return _csv_text([*NOTE_COLUMNS], ([note.name, serves_text(note.serves), note.text] for note in notes))


def dump_agreements(agreements: Iterable[Agreement]) -> str:
    """Agreements as CSV text."""
    rows = [dict(zip(AGREEMENT_COLUMNS, agreement_cells(agreement), strict=True)) for agreement in agreements]
    names = [name for name in AGREEMENT_COLUMNS if name not in _RARE or any(row[name] for row in rows)]
    return _csv_text(names, ([row[name] for name in names] for row in rows))


def agreement_cells(agreement: Agreement) -> list[str]:
    """The cells of an agreement, in the order of their columns."""
    texts = choices_text(agreement.choices), needs_text(agreement.needs), parameters_text(agreement.parameters)
    return [agreement.name, agreement.chapter, agreement.question, *texts, agreement.plays]


def _csv_text(header: list[str], rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
