"""`bidbase explain`: what every legal call means after an auction."""

from __future__ import annotations

import argparse

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.cli.options import add_place, add_system, emit, read_place, refuse
from bidbase.cli.records import meaning_record
from bidbase.systems import load_cached_system


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_place(command, required=False)
    command.add_argument("--json", action="store_true", help="write JSON lines")
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Tell of each call; those without an agreement stand together at the end."""
    auction, scoring = read_place(options)
    if auction.finished:
        return refuse("the auction is over")
    bidder = Bidder(load_cached_system(options.system))
    silent = []
    for call, meaning in Table(bidder, bidder, scoring).meanings(auction).items():
        entries = [entry.id for line in meaning.lines for entry in line.entries]
        if options.json:
            emit({"call": str(call)} | meaning_record(meaning) | {"entries": entries})
        elif entries or meaning.nothing_else:
            print(f"{call!s:3} {meaning.words()}")
            if meaning.expectation:
                print(f"      expect {meaning.expectation}")
            print("".join(f"      {id_}\n" for id_ in entries), end="")
        else:
            silent.append(str(call))
    if silent:
        print(f"No agreement: {' '.join(silent)}")
    return 0
