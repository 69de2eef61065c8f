"""`bidbase import`: a system from a file, as a folder of CSV files."""

from __future__ import annotations

import argparse
from pathlib import Path

from bidbase.cli.options import refuse
from bidbase.systems.archive import unpacked
from bidbase.systems.exchange import SUFFIXES, read_system
from bidbase.systems.files import files_of


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("file", type=Path, help=f"a file that ends in {', '.join(SUFFIXES)}")
    command.add_argument("folder", type=Path, help="a new folder for its files")


def run(options: argparse.Namespace) -> int:
    """Write the files of a system that is all right. An archive is unpacked as it is."""
    try:
        if options.folder.exists() and (not options.folder.is_dir() or any(options.folder.iterdir())):
            return refuse(f"{options.folder}: there is something already; name a new folder")
        content = options.file.read_bytes()
        system = read_system(options.file.name, content)
        if options.file.suffix.lower() == ".zip":
            files = unpacked(content)
        else:
            files = {name: text.encode() for name, text in files_of(system).items()}
        for name, file_content in files.items():
            path = options.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file_content)
    except OSError as error:
        return refuse(f"{error.filename}: {error.strerror}")
    counts = f"{len(system.entries)} entries, {len(system.conventions)} conventions, {len(system.notes)} notes"
    print(f"{system.title}: {counts}")
    return 0
