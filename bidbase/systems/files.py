"""Systems as text: a folder with a manifest and CSV files, one family of sections a file.

`system.toml` names the system and lists its files, of which some may be shared by systems: `../common/overcalls.csv`.
`conventions.csv` has the columns name, use, notes; every other file has a header that names the entry fields in use.
A later `conventions.csv` may switch a convention of an earlier one, and keeps its notes where it has none of its own.
`valuations.toml`, if it is there, adds valuation systems. Loading and dumping gives the same text again.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from bidbase.errors import SystemFileError, TextError
from bidbase.game.evaluation import Valuation
from bidbase.language.bids import parse_convention
from bidbase.language.fields import STORED_FIELDS
from bidbase.systems.model import Convention, Entry, EntryError, System, in_use
from bidbase.systems.valuations import read_valuations, shipped_valuations

_NAMES = {field.name for field in STORED_FIELDS}
SHIPPED = Path(str(files("bidbase"))) / "systems_data"


def shipped_systems() -> list[str]:
    """The names of the systems that come with BidBase."""
    return sorted(path.parent.name for path in SHIPPED.glob("*/system.toml"))


def load_system(name: str | Path) -> System:
    """The shipped system of this name, or the one in this folder. Raises `SystemFileError`."""
    return _load(_folder(name))


def digest_of_system(name: str | Path) -> str:
    """A text that changes with the system's files and with the code that reads them. Raises `SystemFileError`."""
    digest, folder = blake2b(digest_size=16), _folder(name)
    listed = [folder / file for file in _manifest(folder).get("files", [])]
    code = Path(str(files("bidbase"))).rglob("*.py")
    for path in (*sorted(folder.iterdir()), *listed, *sorted(code), SHIPPED / "valuations.toml"):
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _folder(name: str | Path) -> Path:
    try:
        for folder in (Path(name), SHIPPED / name) if str(name) else ():
            if (folder / "system.toml").is_file():
                return folder.resolve()
    except OSError:  # no file can have this name, or nobody may look there
        pass
    known = ", ".join(shipped_systems())
    raise SystemFileError(
        [f"there is no system {str(name)!r}; shipped are {known}; or give a folder with a system.toml"]
    )


def _load(folder: Path) -> System:
    manifest = _manifest(folder)
    faults: list[str] = []
    valuations = _valuations(folder, faults)
    conventions: dict[str, Convention] = {}
    entries: list[Entry] = []
    seen: dict[str, int] = {}
    for name in manifest.get("files", []):
        path = folder / name
        if not path.is_file():
            faults.append(f"{name}: the manifest lists this file, but it is not there")
        elif path.name == "conventions.csv":
            for one in _read_conventions(path, faults):
                before = conventions.get(str(one.name), one)
                conventions[str(one.name)] = replace(one, notes=one.notes or before.notes)
        else:
            entries += _read_entries(path, name.removesuffix(".csv"), valuations, faults, seen)
    faults += [
        f"{entry.family}.csv: {entry.id}: convention: {entry.convention} is not in conventions.csv"
        for entry in entries
        if entry.convention is not None and str(entry.convention) not in conventions
    ]
    if faults:
        raise SystemFileError(faults)
    return System(
        manifest.get("name", folder.name),
        manifest.get("title", folder.name),
        manifest.get("description", ""),
        conventions,
        tuple(entries),
        valuations,
    )


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        return tomllib.loads((folder / "system.toml").read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SystemFileError([f"system.toml: {error}"]) from None


def _valuations(folder: Path, faults: list[str]) -> dict[str, Valuation]:
    """The valuation systems that come with BidBase, and those of the folder's own."""
    shipped, path = shipped_valuations(), folder / "valuations.toml"
    own = read_valuations(path, faults) if path.is_file() else {}
    faults += [f"{path.name}: {name}: there is one of this name already" for name in own if name in shipped]
    return {**shipped, **own}


def _rows(path: Path, columns: set[str], faults: list[str]) -> Iterable[tuple[int, dict[str, str]]]:
    """The line number and cells of each row; unknown columns and rows of another width are faults."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        faults.append(f"{path.name}: this is not UTF-8 text: {error.reason} at byte {error.start + 1}")
        return
    with io.StringIO(text) as lines:
        reader = csv.reader(lines)
        header = next(reader, [])
        if unknown := [name for name in header if name not in columns]:
            faults.append(f"{path.name}:1: no such column: {', '.join(unknown)}")
            return
        for row in reader:
            if len(row) != len(header):
                faults.append(f"{path.name}:{reader.line_num}: {len(row)} cells under a header of {len(header)}")
            else:
                yield reader.line_num, dict(zip(header, row, strict=True))


def _read_conventions(path: Path, faults: list[str]) -> Iterable[Convention]:
    for line, row in _rows(path, {"name", "use", "notes"}, faults):
        try:
            name = parse_convention(row.get("name", ""))
        except TextError as error:
            faults.append(_in_cell(path, line, "name", error))
            continue
        use = row.get("use", "").strip().upper()
        if use not in ("", "0", "W", "T"):
            faults.append(f"{path.name}:{line}: use: {use!r} is not a selection code; write 0, W, T or nothing")
            continue
        yield Convention(name, use, row.get("notes", "").strip())


def _read_entries(
    path: Path, family: str, valuations: Iterable[str], faults: list[str], seen: dict[str, int]
) -> Iterable[Entry]:
    for line, row in _rows(path, _NAMES, faults):
        try:
            entry = Entry.of(row, family, valuations)
        except EntryError as error:
            faults += [_in_cell(path, line, name, fault) for name, fault in error.faults]
            continue
        yield Entry(_new_id(entry, seen), family, entry.cells)


def _in_cell(path: Path, line: int, name: str, error: TextError) -> str:
    return f"{path.name}:{line}: {name}: {error.pointed() if error.points else error.message}"


def _new_id(entry: Entry, seen: dict[str, int]) -> str:
    """`1N-P/200000`, and `1N-P/200000/2` for the second entry of that order number."""
    base = f"{entry.section or 'opening'}/{entry.order}"
    seen[base] = seen.get(base, 0) + 1
    return base if seen[base] == 1 else f"{base}/{seen[base]}"


def formatted_files(folder: str | Path) -> Iterator[tuple[Path, str]]:
    """Each file of entries or conventions of a system, and its text in canonical form. Raises `SystemFileError`."""
    folder = _folder(folder)
    families: dict[str, list[Entry]] = {}
    for entry in _load(folder).entries:
        families.setdefault(entry.family, []).append(entry)
    for family, entries in families.items():
        yield folder / f"{family}.csv", dump_entries(entries)
    for name in _manifest(folder).get("files", []):
        if (path := folder / name).name == "conventions.csv":
            yield path, dump_conventions({str(one.name): one for one in _read_conventions(path, [])})


def dump_entries(entries: Iterable[Entry]) -> str:
    """Entries as CSV text, with a column for each field in use."""
    entries = list(entries)
    names = in_use(entries)
    return _csv_text(names, ([entry.text(name) for name in names] for entry in entries))


def dump_conventions(conventions: Mapping[str, Convention]) -> str:
    """Conventions as CSV text."""
    rows = ([str(one.name), one.use, one.notes] for one in conventions.values())
    return _csv_text(["name", "use", "notes"], rows)


def _csv_text(header: list[str], rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
