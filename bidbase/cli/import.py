"""`bidbase import`: a system from a file, or a draft of one from notes, as a folder of CSV files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from bidbase.cli.options import refuse
from bidbase.imports.draft import SUFFIXES as NOTES
from bidbase.imports.draft import draft_of, is_notes
from bidbase.systems import System
from bidbase.systems.archive import unpacked
from bidbase.systems.exchange import SUFFIXES, read_system
from bidbase.systems.files import files_of


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("file", type=Path, help=f"a file that ends in {', '.join((*SUFFIXES, *NOTES))}")
    command.add_argument("folder", type=Path, help="a new folder for its files")


def run(options: argparse.Namespace) -> int:
    """Write the files of a system that is all right, or of a draft. An archive is unpacked as it is."""
    try:
        if options.folder.exists() and (not options.folder.is_dir() or any(options.folder.iterdir())):
            return refuse(f"{options.folder}: there is something already; name a new folder")
        content = options.file.read_bytes()
        if is_notes(options.file.name):
            return _write_draft(options.file.name, content, options.folder)
        system = read_system(options.file.name, content)
        _write(unpacked(content) if options.file.suffix.lower() == ".zip" else _texts(system), options.folder)
    except OSError as error:
        return refuse(f"{error.filename}: {error.strerror}")
    counts = f"{len(system.entries)} entries, {len(system.conventions)} conventions, {len(system.notes)} notes"
    print(f"{system.title}: {counts}")
    return 0


def _write_draft(name: str, content: bytes, folder: Path) -> int:
    """Write what notes tell; the exit status is 1 where lines of them were not read."""
    draft = draft_of(name, content)
    _write(_texts(draft.system), folder)
    print(f"{draft.system.title}: {draft.told}")
    for fault in draft.faults:
        print(f"{name}: {fault}", file=sys.stderr)
    return 1 if draft.faults else 0


def _texts(system: System) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files_of(system).items()}


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
