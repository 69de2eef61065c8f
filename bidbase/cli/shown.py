"""`bidbase shown`: what an auction shows of each hand."""

from __future__ import annotations

import argparse
from itertools import islice

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.drawing import sample_deals
from bidbase.bidding.robots import Table
from bidbase.cli.options import add_place, add_system, count, emit, read_place
from bidbase.game.cards import SUITS_DOWN
from bidbase.service.records import seat_records
from bidbase.systems import open_system


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_place(command, required=True)
    command.add_argument("--deals", type=count, default=1000, help="draw so many deals (default 1000)")
    command.add_argument("--samples", type=count, default=3, help="show so many hands of each seat (default 3)")
    command.add_argument("--seed", type=count, default=0, help="draw other deals (default 0)")
    command.add_argument("--json", action="store_true", help="write each seat as a line of JSON, without deals")
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Report for each seat what it has shown, with a picture of the hands that it may hold."""
    auction, scoring = read_place(options)
    bidder = Bidder(open_system(options.system))
    table = Table(bidder, bidder, scoring)
    if options.json:
        for record in seat_records(table, auction):
            emit(record)
        return 0
    drawn = sample_deals(table, auction, options.deals, most=options.deals * 2000, seed=options.seed)
    one_in = f"; of all deals one in {1 / drawn.share:,.0f} does" if len(drawn) else ""
    print(f"{len(drawn)} deals that fit, out of {drawn.tried} dealt{one_in}")
    for seat, shown in table.read_shown(auction).items():
        print(f"\n{seat.title}: {shown.words()}")
        expected = f"expect {shown.expectation}" if shown.expectation else ""
        if beside := " · ".join(filter(None, (expected, shown.suit_notes, shown.asks))):
            print(f"  {beside}")
        if len(drawn):
            picture = drawn.picture(seat)
            print(f"  points  {picture.points}")
            for suit in SUITS_DOWN:
                print(f"  {suit.title:8}{picture.lengths[suit]}")
            print("".join(f"  {deal[seat]}\n" for deal in islice(drawn.deals(), options.samples)), end="")
    return 0
