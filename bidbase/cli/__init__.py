"""The command line: bid hands, bid whole auctions, explain calls and keys, check systems."""

from __future__ import annotations

import argparse
import sys

from bidbase.cli import bidding, language, systems, telling
from bidbase.systems import SystemFileError

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the result is the exit status: 0 all well, 1 findings or bad lines, 2 bad usage."""
    parser = argparse.ArgumentParser(prog="bidbase", description="Bid bridge hands from a database of agreements.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (bidding, telling, language, systems):
        group.add_commands(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except SystemFileError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return status
