"""`bidbase format`: the files of a system in their canonical form."""

from __future__ import annotations

import argparse
from pathlib import Path

from bidbase.systems.files import formatted_files


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("folder", type=Path, help="a folder with a system.toml")


def run(options: argparse.Namespace) -> int:
    """Rewrite the files that are not in canonical form, and name them."""
    for path, text in formatted_files(options.folder):
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path.name}")
    return 0
