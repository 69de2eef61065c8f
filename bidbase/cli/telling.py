"""`bidbase explain` and `bidbase shown`: what calls mean, and what an auction tells of each hand."""

from __future__ import annotations

import argparse
from itertools import islice

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.drawing import sample_deals
from bidbase.bidding.robots import Table
from bidbase.cli.options import Commands, add_command, add_place, add_system, count, emit, read_place, refuse
from bidbase.errors import TextError
from bidbase.game.cards import SUITS_DOWN
from bidbase.systems import load_system


def add_commands(commands: Commands) -> None:
    """Add the two commands."""
    explain = add_command(commands, "explain", _explain, "Tell what every legal call means after an auction.")
    add_place(explain, required=False)
    explain.add_argument("--json", action="store_true", help="write JSON lines")
    shown_help = "Tell what each seat has shown, and draw hands that the auction still allows."
    shown = add_command(commands, "shown", _shown, shown_help)
    add_place(shown, required=True)
    shown.add_argument("--deals", type=count, default=1000, help="draw so many deals (default 1000)")
    shown.add_argument("--samples", type=count, default=3, help="show so many hands of each seat (default 3)")
    shown.add_argument("--seed", type=count, default=0, help="draw other deals (default 0)")
    for command in (explain, shown):
        add_system(command)


def _explain(options: argparse.Namespace) -> int:
    try:
        auction, scoring = read_place(options)
    except TextError as error:
        return refuse(error)
    if auction.finished:
        return refuse("the auction is over")
    bidder = Bidder(load_system(options.system))
    silent = []
    for call, told in Table(bidder, bidder, scoring, auction.turn.side).meanings(auction).items():
        entries = [entry.id for line in told.lines for entry in line.entries]
        if options.json:
            emit({"call": str(call), "meaning": told.words(), "entries": entries})
        elif entries or told.nothing_else:
            print(f"{call!s:3} {told.words()}")
            print("".join(f"      {id_}\n" for id_ in entries), end="")
        else:
            silent.append(str(call))
    if silent:
        print(f"No agreement: {' '.join(silent)}")
    return 0


def _shown(options: argparse.Namespace) -> int:
    try:
        auction, scoring = read_place(options)
    except TextError as error:
        return refuse(error)
    bidder = Bidder(load_system(options.system))
    table = Table(bidder, bidder, scoring)
    drawn = sample_deals(table, auction, options.deals, most=options.deals * 2000, seed=options.seed)
    one_in = f"; of all deals one in {1 / drawn.share:,.0f} does" if len(drawn) else ""
    print(f"{len(drawn)} deals that fit, out of {drawn.tried} dealt{one_in}")
    for seat, told in table.shown(auction).items():
        print(f"\n{seat.title}: {told.words()}")
        expected = f"expect {told.expectation}" if told.expectation else ""
        if expected or told.asks:
            print(f"  {' · '.join(filter(None, (expected, told.asks)))}")
        if len(drawn):
            picture = drawn.picture(seat)
            print(f"  points  {picture.points}")
            for suit in SUITS_DOWN:
                print(f"  {suit.title:8}{picture.lengths[suit]}")
            print("".join(f"  {deal[seat]}\n" for deal in islice(drawn.deals(), options.samples)), end="")
    return 0
