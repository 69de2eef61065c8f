"""`bidbase fold`: literal sections that say the same, and the proof that a pattern can take their place."""

from __future__ import annotations

import argparse

from bidbase.bidding.bidder import Bidder
from bidbase.cli.options import count
from bidbase.folding.folds import Fold, find_folds
from bidbase.folding.near_misses import find_near_misses
from bidbase.folding.proof import HANDS, Proof, prove
from bidbase.language.bids import PriorBids
from bidbase.systems import open_system


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("system", nargs="?", default="sayc", help="a shipped system or a folder (default sayc)")
    command.add_argument(
        "--hands", type=count, default=HANDS, help=f"deal so many hands for each auction (default {HANDS})"
    )
    command.add_argument("--entries", action="store_true", help="write the entries of each pattern too")


def run(options: argparse.Namespace) -> int:
    """Write each pattern with its proof, then the sections that nearly say the same. Nothing is changed."""
    bidder = Bidder(open_system(options.system))
    folds = find_folds(bidder.system)
    for fold in folds:
        print(f"{fold.key} for {' '.join(fold.sections)}")
        print("\n".join(f"  {line}" for line in _proof_lines(prove(bidder, fold, options.hands))))
        if options.entries:
            print("\n".join(_entry_lines(fold)))
    near_misses = find_near_misses(bidder.system, folds)
    for near in near_misses:
        print(f"{' and '.join(near.sections)} nearly say the same")
        print("\n".join(f"  {difference.words()}" for difference in near.differences))
    print(f"{len(folds)} patterns, {len(near_misses)} near misses")
    return 0


def _proof_lines(proof: Proof) -> list[str]:
    if not proof.holds:
        return [f"refused: {fault}" for fault in proof.faults]
    proved = f"proved: the same {proof.entries} entries in the same order, after these {len(proof.auctions)} auctions"
    tested = [f"tested: {proof.hands} hands call as before"] if proof.hands else []
    rare = (f"{call} after {PriorBids(calls)}" for call, calls in proof.not_offered)
    return [proved, *tested, *(f"made by hardly any hand, so not offered: {call}" for call in rare)]


def _entry_lines(fold: Fold) -> list[str]:
    return [f"  {folded.entry.order} {folded.entry.bid}: {folded.entry.disclosure}" for folded in fold.entries]
