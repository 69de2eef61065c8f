"""What the commands have in common: options that several take, faults and records."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping

from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, Vulnerability
from bidbase.language.circumstances import Scoring


def add_system(command: argparse.ArgumentParser, help_: str = "a shipped system or a folder") -> None:
    """The option that names the system."""
    command.add_argument("--system", default="sayc", help=f"{help_} (default sayc)")


def add_thinking(command: argparse.ArgumentParser) -> None:
    """The option that lets robots think."""
    help_ = "weigh calls by roll-outs where the book says little, half a second or so a call"
    command.add_argument("--think", action="store_true", help=help_)


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


def refuse(fault: str) -> int:
    """Report what is wrong with the arguments; the result is the exit status."""
    print(fault, file=sys.stderr)
    return 2


def emit(record: Mapping[str, object]) -> None:
    """Write a record as a line of JSON, at once."""
    print(json.dumps(record, ensure_ascii=False), flush=True)
