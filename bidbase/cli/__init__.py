"""The command line: bid hands, bid whole auctions, explain calls and keys, check systems.

Each command is a module of its name in this package with two functions: `add_arguments` says what the command takes,
`run` answers it and gives the exit status. Only the module of the command that was asked for is imported, so that none
waits for what it does not need.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from importlib import import_module

from bidbase import __version__
from bidbase.errors import SystemFileError, TextError, why_missing

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "bid": "Read hands as JSON lines, write the calls as JSON lines.",
    "auction": "Read deals as JSON lines, write the auctions of four robots as JSON lines.",
    "boards": "Read boards in PBN or LIN, have robots bid them, and write them in PBN, LIN or JSON lines.",
    "serve": "Answer requests of other programs in JSON, line by line or over HTTP.",
    "explain": "Tell what every legal call means after an auction.",
    "shown": "Tell what each seat has shown, and draw hands that the auction still allows.",
    "pattern": "List the auctions that a bid pattern fits, or say which a situation meets; or tell of one why.",
    "field": "Tell what an entry field means: grammar, codes, examples; or list the fields.",
    "evaluate": "Tell what a hand is worth by every count, in all and suit by suit; or explain the counts.",
    "score": "Tell what results score in duplicate, and with --rubber or --chicago on a score sheet.",
    "check": "Check a system; the exit status is 1 when there are errors.",
    "fold": "Find sections that say the same but for the suits, and prove that a pattern can take their place.",
    "format": "Rewrite the CSV files of a system folder in their canonical form.",
    "export": "Write a system as a zip archive, a workbook, a BML outline or text for BBOalert.",
    "import": "Read a system from an archive, a workbook or a CSV file, or a draft from notes, and write its folder.",
    "simulate": "Tell how often hands, an entry or an auction come up, deal such deals, and weigh contracts over them.",
    "teams": "Let two systems play a team match, scored double dummy in IMPs.",
}
COLLECTED_AFTER = (50_000, 20, 100)
"""New objects between two collections of garbage. What is worked out is kept, and going through it takes time."""
INTERRUPTED = 130  # the exit status of a shell command that Ctrl-C ends


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the result is the exit status: 0 all well, 1 findings or bad lines, 2 bad usage."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _write_utf8()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy starts faster; nothing here multiplies matrices
    gc.set_threshold(*COLLECTED_AFTER)
    parser = argparse.ArgumentParser(prog="bidbase", description="Bid bridge hands from a database of agreements.")
    parser.add_argument("--version", action="version", version=f"bidbase {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, help_ in COMMANDS.items():
        command = commands.add_parser(name, help=help_, description=help_)
        if name in arguments[:1]:
            module = import_module(f"bidbase.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except SystemFileError as error:
        print(error, file=sys.stderr)
        return 2
    except TextError as error:
        print(error.pointed(), file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if not (why := why_missing(error)):
            raise
        print(why, file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not written at the exit either
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _write_utf8() -> None:
    """Write any text whatever the locale: JSON is UTF-8, and half a surrogate pair in a bad line is written escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
