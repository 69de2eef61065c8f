"""What a point or a card more or less gains: `make limits`, or `make limits ARGS='--section 1N-P --minutes 5'`.

The limits of the entries that call most often come first. A line is printed for each step that is found to gain on the
boards with odd numbers, with what it gains on the others: only what holds there is worth a thought, and only what a
textbook would not object to is worth a change, since students learn from the entries.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.limits.evidence import BoardTrials
from bidbase.limits.steps import LimitStep, steps_of
from bidbase.systems import SystemFileError, load_system
from tests.strength.cases import CasesError, default_cases, read_boards

BOARDS_FILE = "deals_more.csv"
ERRORS = 2.0  # standard errors


def main(arguments: list[str] | None = None) -> int:
    """Try steps and print those that gain. The exit status is 2 if the boards or the system cannot be read."""
    parser = argparse.ArgumentParser(prog="make limits", description="Try the limits of a system.")
    parser.add_argument("--system", default="sayc", help="a shipped system or a folder (sayc)")
    parser.add_argument("--section", action="append", help="only the entries of this section")
    parser.add_argument("--entry", action="append", help="only this entry, all of whose steps are printed")
    parser.add_argument("--minutes", type=float, default=10, help="how long to try (10)")
    parser.add_argument("--cases", type=Path, default=default_cases(), help="the folder of the boards")
    options = parser.parse_args(arguments)
    try:
        bidder = Bidder(load_system(options.system))
        trials = BoardTrials(bidder, ((case.board, case.analysis) for case in read_boards(options.cases, BOARDS_FILE)))
    except (CasesError, SystemFileError) as error:
        print(error, file=sys.stderr)
        return 2
    end, tried = time.monotonic() + 60 * options.minutes, 0
    for step in steps_to_try(bidder, trials, options):
        if time.monotonic() > end:
            print("the time is over")
            break
        evidence, tried = trials.evidence(step), tried + 1
        if options.entry or evidence.is_found(ERRORS):
            print(f"{step.words()}\n  {evidence.words()}", flush=True)
    print(f"{tried} steps tried")
    return 0


def steps_to_try(bidder: Bidder, trials: BoardTrials, options: argparse.Namespace) -> Iterator[LimitStep]:
    """The steps of the entries that are asked for, those that call most often first."""
    for ref, _ in trials.uses.most_common():
        entry = bidder.system.by_id[ref]
        if ref in (options.entry or [ref]) and entry.section in (options.section or [entry.section]):
            yield from steps_of(entry)


if __name__ == "__main__":
    sys.exit(main())
