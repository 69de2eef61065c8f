"""Measures what a new process needs to load a system and to bid from it, and whether calls tell the truth."""

from __future__ import annotations

import re
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Side, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.meaning.disclosure import meaning
from bidbase.meaning.hand_summary import HandSummary
from bidbase.systems import load_system


@dataclass(frozen=True)
class Needs:
    """What a new process needed: seconds to load a system and peak memory; and how far its calls told the truth."""

    seconds_to_load: float
    megabytes: float
    truth: str


Result = TypeVar("Result")


def run_in_new_process(function: Callable[..., Result], *arguments: Any) -> Result:
    """The result of a function that runs where nothing has been read or compiled before."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def measure(folder: str, deals: int) -> Needs:
    """Load a system and bid the deals from 1 to `deals`.

    Run it in a new process.
    """
    start = time.perf_counter()
    system = load_system(folder)
    seconds_to_load = time.perf_counter() - start
    truth = _truth(Bidder(system), deals)
    return Needs(seconds_to_load, peak_megabytes(), truth)


def peak_megabytes() -> float:
    """The most memory that this process has had so far.

    Linux counts the parent's memory in the usage of resources, but not in the status of the process.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"^VmHWM:\s+(\d+) kB", status.read_text(), re.MULTILINE)[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # in bytes on macOS, elsewhere in kilobytes
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _truth(bidder: Bidder, deals: int) -> str:
    """How many calls robots make with a hand outside the range that the call shows."""
    table = bench_table(bidder)
    summaries: dict[tuple[str, Circumstances, Call], HandSummary | None] = {}
    calls = outside = 0
    for number in range(1, deals + 1):
        deal, auction = numbered_deal(number), Auction(board_dealer(number), board_vulnerability(number))
        while not auction.finished:
            hand = deal[auction.turn]
            call = table.decide(hand, auction).call
            key = (auction.prior_bids, table.circumstances(auction), call)
            if key not in summaries:
                summaries[key] = meaning(table.place(auction), call).summary
            summary = summaries[key]
            calls += 1
            outside += summary is not None and not summary.holds(hand)
            auction = auction.with_call(call)
    return f"{outside} of {calls} calls with a hand outside the range that they show, over {deals} deals"


def bench_table(bidder: Bidder) -> Table:
    """A table where all four players use the same system."""
    return Table(bidder, bidder, Scoring.IMP, Side.NS, seed="bench")
