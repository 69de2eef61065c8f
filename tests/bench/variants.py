"""Measures systems that differ from a shipped one in some entries: the time to open one, the memory of many."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.systems import Entry, EntryError, System, load_system
from tests.bench.new_process import bench_table, peak_megabytes

CHANGED = 50  # entries of each variant
OPENED = 20  # variants of which the time is measured
IN_PLAY = 1_000  # variants of which the memory is measured
BOARDS = range(1, 11)  # bid for the time of whole auctions
KNOWN_BOARDS = range(1, 301)  # that the base has bid before
OTHER_KEYS = ("1C-P-1D-P", "1a-P-1b-P-2a-P; b=S", "@ unbid a, unbid b, high <2S; a=m")
OTHER_HCP = ("6-9", "8+", "10-12", "11+", "12-14")


@dataclass(frozen=True)
class OpeningTimes:
    """Milliseconds until the first decision at a table, and until ten auctions are bid."""

    first_decision: float
    auctions: float


@dataclass(frozen=True)
class VariantNeeds:
    """Times of the base from its files and of each variant, and megabytes of the process with many of them in play."""

    cold: list[OpeningTimes]
    variants: list[OpeningTimes]
    megabytes_of_base: float
    megabytes: float


def measure_variants(name: str) -> VariantNeeds:
    """Measure the variants of a shipped system; run it in a new process."""
    load_system(name)  # the parsers know the cells from here on, which is in favor of the base
    cold = []
    for _ in range(3):
        start = time.perf_counter()
        base = Bidder(load_system(name))
        cold.append(_opening_times(base, start))
    for number in KNOWN_BOARDS:
        _bid(bench_table(base), number)
    opened = []
    for seed in range(OPENED):
        changes = dict(_changes(base.system, Random(seed)))
        start = time.perf_counter()
        bidder = Bidder(base.system.changed(name="ours", title="Our system", entries=changes), base)
        opened.append(_opening_times(bidder, start))
    before = peak_megabytes()
    in_play = [_in_play(base, number) for number in range(IN_PLAY)]
    assert len(in_play) == IN_PLAY, "they are all there while the memory is measured"
    return VariantNeeds(cold, opened, before, peak_megabytes())


def _opening_times(bidder: Bidder, start: float) -> OpeningTimes:
    table = bench_table(bidder)
    table.decide(numbered_deal(1).hands[0], Auction())
    first_decision = time.perf_counter() - start
    for number in BOARDS:
        _bid(table, number)
    return OpeningTimes(1e3 * first_decision, 1e3 * (time.perf_counter() - start))


def _in_play(base: Bidder, number: int) -> Bidder:
    """A variant that has bid a board against its base."""
    entries = dict(_changes(base.system, Random(f"in play {number}")))
    bidder = Bidder(base.system.changed(name=f"ours_{number}", entries=entries), base)
    _bid(Table(bidder, base), KNOWN_BOARDS.stop + number)
    return bidder


def _bid(table: Table, number: int) -> None:
    table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))


def _changes(system: System, random: Random) -> Iterator[tuple[str, Entry | None]]:
    """Changes of random entries: most have other points or another text; some are removed, moved, or added."""
    for entry in random.sample(tuple(system.entries), CHANGED):
        kind = random.randrange(10)
        if kind == 0:
            yield entry.id, None
        elif kind == 1:
            yield f"own/{entry.id}", _like(entry, f"own/{entry.id}", order="000001")
        elif kind == 2:
            yield entry.id, _like(entry, entry.id, prior_bids=random.choice(OTHER_KEYS))
        elif kind < 6:
            yield entry.id, _like(entry, entry.id, hcp=random.choice(OTHER_HCP))
        else:
            yield entry.id, _like(entry, entry.id, disclosure=f"Our text {random.random()}")


def _like(entry: Entry, entry_id: str, **texts: str) -> Entry:
    """An entry with other cells, or with another text where these do not make an entry."""
    own = {name: str(cell) for name, cell in entry.cells.items()}
    try:
        cells = Entry.of(own | texts).cells
    except EntryError:
        cells = Entry.of(own | {"disclosure": "Another text"}).cells
    return Entry(entry_id, entry.family, cells)
