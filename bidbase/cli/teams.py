"""`bidbase teams`: two systems play a team match."""

from __future__ import annotations

import argparse

from bidbase.bidding.boards import fresh_boards
from bidbase.bidding.teams import largest_swings, play_match, summary
from bidbase.cli.options import count, refuse
from bidbase.language.circumstances import Scoring
from bidbase.service.bidders import Bidders


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("one", help="a shipped system or a folder")
    command.add_argument("two", help="the system of the other team")
    command.add_argument("--boards", type=int, default=100, help="bid so many boards (default 100)")
    command.add_argument("--seed", type=int, default=1, help="deal other boards (default 1)")
    command.add_argument("--think", action="store_true", help="let the first team think, half a second or so a call")
    scoring_help = "bid and score at IMPs or at matchpoints, MP (default IMP)"
    command.add_argument("--scoring", choices=[scoring.value for scoring in Scoring], default="IMP", help=scoring_help)
    swings_help = "print so many of the largest swings with both auctions"
    command.add_argument("--swings", type=count, default=0, help=swings_help)


def run(options: argparse.Namespace) -> int:
    """Play the match and print its result."""
    try:
        boards = fresh_boards(options.boards, options.seed)
    except ValueError as error:
        return refuse(str(error))
    bidders = Bidders(options.one)
    names = f"{options.one} thinking" if options.think else options.one, options.two
    scoring = Scoring(options.scoring)
    played = play_match(bidders[options.one], bidders[options.two], boards, options.think, scoring)
    print(summary(names, played, scoring))
    for swing in largest_swings(played, options.swings):
        print("\n" + "\n".join(swing.lines(names)))
    return 0
