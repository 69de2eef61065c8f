"""What a new process needs to load a system and to bid from it, and whether the hands are what the calls say."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
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
class Fresh:
    """Seconds to load a system, the megabytes that the process had at the most, and what is said of the truth."""

    loading: float
    megabytes: float
    truth: str


Result = TypeVar("Result")


def in_a_new_process(function: Callable[..., Result], *arguments: Any) -> Result:
    """What a function gives where nothing has been read or compiled before."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def measure(folder: str, deals: int) -> Fresh:
    """Load a system and bid so many deals. In a new process of one that is small: its peak begins with its parent's."""
    start = time.perf_counter()
    system = load_system(folder)
    loading = time.perf_counter() - start
    truth = _truth(Bidder(system), deals)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes on macOS, elsewhere kilobytes
    return Fresh(loading, peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), truth)


def _truth(bidder: Bidder, deals: int) -> str:
    """How many calls of robots were made with a hand outside the range that the call displays."""
    table = bench_table(bidder)
    told: dict[tuple[str, Circumstances, Call], HandSummary | None] = {}
    calls = outside = 0
    for number in range(1, deals + 1):
        deal, auction = numbered_deal(number), Auction(board_dealer(number), board_vulnerability(number))
        while not auction.finished:
            hand, now = deal[auction.turn], table.circumstances(auction)
            call = table.decide(hand, auction).call
            key = (auction.prior_bids, now, call)
            if key not in told:
                told[key] = meaning(table.place(auction), call).summary
            shown = told[key]
            calls += 1
            outside += shown is not None and not shown.holds(hand)
            auction = auction.with_call(call)
    return f"{outside} of {calls} calls with a hand outside the range they display, over {deals} deals"


def bench_table(bidder: Bidder) -> Table:
    """A table where all play one system."""
    return Table(bidder, bidder, Scoring.IMP, Side.NS, seed="bench")
