"""Systems as text: a folder with a manifest and CSV files, one family of sections a file.

`system.toml` names the system and lists its files, of which some may be shared by systems: `../common/overcalls.csv`.
`conventions.csv` has the columns name, use, notes; every other file has a header that names the entry fields in use.
A later `conventions.csv` may switch a convention of an earlier one, and keeps its notes where it has none of its own.
`valuations.toml`, if it is there, adds valuation systems. Loading and dumping gives the same text again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from bidbase.errors import SystemFileError, TextError
from bidbase.game.evaluation import Valuation
from bidbase.language import fields
from bidbase.language.bids import parse_convention
from bidbase.language.fields import STORED_FIELDS
from bidbase.systems.manifest import SHIPPED, Manifest, read_manifest
from bidbase.systems.model import Convention, Entry, EntryError, System, in_use
from bidbase.systems.tables import Line, read_rows
from bidbase.systems.valuations import read_valuations, shipped_valuations

_NAMES = {field.name for field in STORED_FIELDS}
_CODE = ("game", "language", "systems")  # the floors that a system is read with


def load_system(name: str | Path) -> System:
    """The shipped system of this name, or the one in this folder. Raises `SystemFileError`."""
    manifest = read_manifest(name)
    reading = _Reading(manifest)
    if reading.faults:
        raise SystemFileError(reading.faults)
    return System(
        manifest.name,
        manifest.title,
        manifest.description,
        reading.conventions,
        tuple(reading.entries),
        reading.valuations,
    )


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


class _Reading:
    """The files of a system as they are read one after the other, and all that is wrong with them."""

    def __init__(self, manifest: Manifest) -> None:
        self.faults: list[str] = []
        self.valuations = valuations_of(manifest.folder, self.faults)
        self.conventions: dict[str, Convention] = {}
        self.entries: list[Entry] = []
        self._seen: dict[str, int] = {}  # how many entries have an id that begins so
        self._named: list[tuple[str, str, str]] = []  # the place, field and name of each convention asked for
        for name in manifest.files:
            path = manifest.folder / name
            if not path.is_file():
                self.faults.append(f"{name}: the manifest lists this file, but it is not there")
            elif path.name == "conventions.csv":
                for convention in read_conventions(path, name, self.faults):
                    before = self.conventions.get(str(convention.name), convention)
                    self.conventions[str(convention.name)] = replace(convention, notes=convention.notes or before.notes)
            else:
                self._read_entries(path, name)
        self.faults += [
            f"{place}: {field}: {convention} is not in conventions.csv"
            for place, field, convention in self._named
            if convention not in self.conventions
        ]

    def _read_entries(self, path: Path, name: str) -> None:
        for line in read_rows(path, name, _NAMES, self.faults):
            try:
                entry = Entry.of(line.cells, name.removesuffix(".csv"), self.valuations)
            except EntryError as error:
                self.faults += [_in_cell(line, field, fault) for field, fault in error.faults]
                continue
            self.entries.append(Entry(_new_id(entry, self._seen), entry.family, entry.cells))
            for field in (fields.CONVENTION, fields.USE_AGAINST):
                if field.name in entry.cells:
                    self._named.append((line.place, field.name, entry.text(field.name)))


def valuations_of(folder: Path, faults: list[str]) -> dict[str, Valuation]:
    """The valuation systems that come with BidBase, and those of the folder."""
    shipped, path = shipped_valuations(), folder / "valuations.toml"
    own = read_valuations(path, faults) if path.is_file() else {}
    faults += [f"{path.name}: {name}: there is one of this name already" for name in own if name in shipped]
    return {**shipped, **own}


def read_conventions(path: Path, file: str, faults: list[str]) -> Iterator[Convention]:
    """The conventions of a file that is called `file` in `faults`, where what is wrong is added."""
    seen = set()
    for line in read_rows(path, file, ("name", "use", "notes"), faults):
        try:
            name = parse_convention(line.cells.get("name", ""))
        except TextError as error:
            faults.append(_in_cell(line, "name", error))
            continue
        use = line.cells.get("use", "").strip().upper()
        if use not in ("", "0", "W", "T"):
            faults.append(f"{line.place}: use: {use!r} is not a selection code; write 0, W, T or nothing")
        elif name in seen:
            faults.append(f"{line.place}: name: {name} is there twice")
        else:
            seen.add(name)
            yield Convention(name, use, line.cells.get("notes", "").strip())


def _in_cell(line: Line, name: str, error: TextError) -> str:
    return f"{line.place}: {name}: {error.pointed() if error.points else error.message}"


def _new_id(entry: Entry, seen: dict[str, int]) -> str:
    """`1N-P/200000`, and `1N-P/200000/2` for the second entry of that order number."""
    base = f"{entry.section or 'opening'}/{entry.order}"
    seen[base] = seen.get(base, 0) + 1
    return base if seen[base] == 1 else f"{base}/{seen[base]}"


def formatted_files(name: str | Path) -> Iterator[tuple[Path, str]]:
    """Each file of entries or conventions of a system, and its text in canonical form. Raises `SystemFileError`."""
    manifest, families = read_manifest(name), dict[str, list[Entry]]()
    for entry in load_system(name).entries:
        families.setdefault(entry.family, []).append(entry)
    for family, entries in families.items():
        yield manifest.folder / f"{family}.csv", dump_entries(entries)
    for file in manifest.files:
        if (path := manifest.folder / file).name == "conventions.csv":
            yield (
                path,
                dump_conventions({str(convention.name): convention for convention in read_conventions(path, file, [])}),
            )


def dump_entries(entries: Iterable[Entry]) -> str:
    """Entries as CSV text, with a column for each field in use."""
    entries = list(entries)
    names = in_use(entries)
    return _csv_text(names, ([entry.text(name) for name in names] for entry in entries))


def dump_conventions(conventions: Mapping[str, Convention]) -> str:
    """Conventions as CSV text."""
    rows = ([str(convention.name), convention.use, convention.notes] for convention in conventions.values())
    return _csv_text(["name", "use", "notes"], rows)


def _csv_text(header: list[str], rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
