"""What the commands have in common: how one is added, options that several take, systems, faults and records."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from bidbase.bidding.bidder import Bidder
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, Vulnerability
from bidbase.language.circumstances import Scoring
from bidbase.systems import load_system

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Bidders:
    """Systems by name, loaded when they are first asked for."""

    def __init__(self, default: str) -> None:
        self.default = default
        self._loaded: dict[str, Bidder] = {}

    def __getitem__(self, name: str) -> Bidder:
        if name not in self._loaded:
            self._loaded[name] = Bidder(load_system(name))
        return self._loaded[name]


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], help_: str
) -> argparse.ArgumentParser:
    """A command that `run` answers with its exit status."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=help_, description=help_)
    command.set_defaults(run=run)
    return command


def add_system(command: argparse.ArgumentParser, help_: str = "a shipped system or a folder") -> None:
    """The option that names the system."""
    command.add_argument("--system", default="sayc", help=f"{help_} (default sayc)")


def add_place(command: argparse.ArgumentParser, *, required: bool) -> None:
    """The options that say where in an auction one is; `read_place` reads them."""
    command.add_argument("--auction", default="", required=required, help="the calls so far, as in 1N-P")
    command.add_argument("--dealer", default="N", help="N, E, S or W (default N)")
    command.add_argument("--vulnerability", default="None", help="None, NS, EW or Both (default None)")
    command.add_argument("--scoring", default="IMP", help="IMP or MP (default IMP)")


def read_place(options: argparse.Namespace) -> tuple[Auction, Scoring]:
    """The auction and the form of scoring. Raises `TextError`."""
    dealer, vulnerability = Seat.parse(options.dealer), Vulnerability.parse(options.vulnerability)
    return Auction.parse(options.auction, dealer, vulnerability), Scoring.parse(options.scoring)


def count(text: str) -> int:
    """Reads a whole number, 0 or more, for the argument parser."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 0 or more")
    return int(text)


def refuse(fault: TextError | str) -> int:
    """Tell what is wrong with the arguments; the result is the exit status."""
    print(fault.pointed() if isinstance(fault, TextError) else fault, file=sys.stderr)
    return 2


def emit(record: dict[str, Any]) -> None:
    """Write a record as a line of JSON, at once."""
    print(json.dumps(record, ensure_ascii=False), flush=True)
