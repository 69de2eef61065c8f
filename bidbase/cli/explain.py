"""`bidbase explain`: what every legal call means after an auction."""

from __future__ import annotations

import argparse

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.cli.options import add_place, add_system, emit, read_place, refuse
from bidbase.service.records import legal_call_records
from bidbase.systems import open_system


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_place(command, required=False)
    command.add_argument("--json", action="store_true", help="write JSON lines")
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Explain each call; calls that no hand makes come together at the end."""
    auction, scoring = read_place(options)
    if auction.finished:
        return refuse("the auction is over")
    bidder = Bidder(open_system(options.system))
    table = Table(bidder, bidder, scoring)
    if options.json:
        for record in legal_call_records(table, auction):
            emit(record)
        return 0
    no_agreement: list[str] = []
    no_hand: list[str] = []
    for call, meaning in table.meanings(auction).items():
        if not meaning.offered:
            (no_hand if meaning.lines else no_agreement).append(str(call))
            continue
        print(f"{call!s:3} {meaning.words()}")
        if meaning.expectation:
            print(f"      expect {meaning.expectation}")
        print("".join(f"      {entry.id}\n" for line in meaning.lines for entry in line.entries), end="")
    if no_hand:
        print(f"No hand is left for: {' '.join(no_hand)}")
    if no_agreement:
        print(f"No agreement: {' '.join(no_agreement)}")
    return 0
