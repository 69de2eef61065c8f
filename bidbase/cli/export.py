"""`bidbase export`: a system in another format."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bidbase.cli.options import refuse
from bidbase.exports.formats import FORMATS, write_system
from bidbase.systems import open_system
from bidbase.systems.archive import archive_of_folder


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("system", help="a shipped system or a folder")
    command.add_argument("--format", required=True, choices=FORMATS, help="what to write")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to this file (default: the output)")


def run(options: argparse.Namespace) -> int:
    """Write the system. An archive has the files as they are."""
    if options.output is None and FORMATS[options.format].is_read and sys.stdout.isatty():
        return refuse(f"a {options.format} file is no text for a terminal; name a file with -o")
    if options.format == "zip":
        open_system(options.system)  # what cannot be read is not handed on
        content = archive_of_folder(options.system)
    else:
        content = write_system(open_system(options.system), options.format)
    if options.output is None:
        sys.stdout.buffer.write(content)
        return 0
    try:
        options.output.write_bytes(content)
    except OSError as error:
        return refuse(f"{options.output}: {error.strerror}")
    return 0
