"""What the engine's speed is, measured in one run: `python -m tests.bench`.

Figures of a machine with other work on it are noisy: compare figures of one run, not of two.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bidbase.bidding.bidder import Bidder, Source
from bidbase.bidding.drawing import sample_deals
from bidbase.bidding.robots import Table
from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.circumstances import Circumstances
from bidbase.systems import load_system, shipped_systems
from bidbase.systems.model import System
from tests.bench.fresh import bench_table, in_a_new_process, measure
from tests.bench.written_out import write_out

WRITTEN_OUT = "2over1"
ENTRIES = 20_000
SECTION_ENTRIES = 60
BATCH = 1_000_000
TRUTH_DEALS = 10_000
DRAWN_AUCTION = "1N-P-2C-P-2H"
BOARDS = range(1_000_001, 1_000_501)  # not those for which sections are written out
NEW_BOARDS = 50
ROUNDS = 7


def main() -> None:
    """Measure and print, a line for each figure."""
    with TemporaryDirectory() as folder:
        in_a_new_process(write_out, WRITTEN_OUT, Path(folder), ENTRIES)
        loaded, *others, bid = (in_a_new_process(measure, folder, deals) for deals in (0, 0, 0, TRUTH_DEALS))
        system = load_system(folder)
    print(f"{WRITTEN_OUT} with sections written out: {_size(system)}")
    _print("loading them", [one.loading for one in (loaded, *others, bid)], "seconds", aim="2")
    print(f"memory: {loaded.megabytes:.0f} MB when loaded, {bid.megabytes:.0f} MB after {TRUTH_DEALS} deals (aim 300)")
    print(f"truth: {bid.truth} (aim 0)")
    bidder = Bidder(system)
    _report_calls(bidder)
    section = _section_of(system, SECTION_ENTRIES)
    hands = [hand for number in range(1, 251) for hand in numbered_deal(number).hands]
    now = Circumstances.of(Auction())
    print(f"section for the lookups: {len(section.entries)} entries, {len(section.rows)} rows")
    _report("one lookup in that section", _lookups(section, hands, now), "microseconds", aim="10")
    batch, everything = HandBatch.random(BATCH, seed=1), section.active(now)
    section.first_rows(batch, everything)
    _report(
        "the same section in a batch",
        lambda: _rate(lambda: section.first_rows(batch, everything), BATCH),
        "million hands a second",
        aim="10",
    )
    _report(f"drawing hands that fit {DRAWN_AUCTION}", _drawing(bidder), "thousand deals tried a second", aim="as is")
    _report("a robot's call after a simulation", _simulation(load_system("sayc")), "seconds", aim="1")
    for name in shipped_systems():
        system = load_system(name)
        print(f"{name} as it is: {_size(system)}")
        _report_calls(Bidder(system))


def _size(system: System) -> str:
    literal = len(system.sections) - len(system.patterns) - len(system.situations)
    return (
        f"{len(system.entries)} entries in {literal} literal sections, {len(system.patterns)} of patterns, "
        f"{len(system.situations)} of situations"
    )


def _report_calls(bidder: Bidder) -> None:
    _report("one call in an auction not met before, sections compiled", _calls(bidder), "microseconds", aim="10")
    _report("one call on a board not bid before, whatever it compiles", _new_calls(bidder), "microseconds", aim="as is")
    _report("a whole auction by four robots", _auctions(bidder), "microseconds", aim="250")


def _drawing(bidder: Bidder) -> Callable[[], float]:
    table, auction = bench_table(bidder), Auction.parse(DRAWN_AUCTION)

    def measure() -> float:
        start = time.perf_counter()
        drawn = sample_deals(table, auction, wanted=BATCH, most=BATCH // 5)
        return drawn.tried / (time.perf_counter() - start) / 1e3

    return measure


def _simulation(system: System) -> Callable[[], float]:
    """Seconds for a call that no entry makes, with the convention Simulation switched on; each on other deals.

    Of the system the openings are left, and what asks for simulations: other entries would make the call.
    """
    name = "Simulation"
    on = replace(system.conventions[name], use="")
    left = tuple(entry for entry in system.entries if not entry.section or str(entry.convention) == name)
    bidder = Bidder(replace(system, conventions={**system.conventions, name: on}, entries=left))
    hand, auction = Hand.parse("3.6.Q63.AKQT8754"), Auction.parse("1S-2C-3S-P-4S", Seat.WEST, Vulnerability.EW)
    seeds = map(str, count())

    def measure() -> float:
        table = Table(bidder, bidder, seed=next(seeds))
        start = time.perf_counter()
        assert table.decide(hand, auction).source is Source.SIMULATION
        return time.perf_counter() - start

    measure()  # the solver is loaded when it is first used
    return measure


def _section_of(system: System, entries: int) -> CompiledSection:
    """The opening section, filled up with entries of other sections that could stand there, to so many entries."""
    chosen = list(system.sections[""])[:entries]
    for name, section in system.sections.items():
        if name and len(chosen) < entries:
            chosen += section[: entries - len(chosen)]
    return CompiledSection("", tuple(chosen), system)


def _report(what: str, measure: Callable[[], float], unit: str, aim: str) -> None:
    _print(what, [measure() for _ in range(ROUNDS)], unit, aim)


def _print(what: str, values: Sequence[float], unit: str, aim: str) -> None:
    span = f"median of {len(values)}; {min(values):.2f} to {max(values):.2f}"
    print(f"{what}: {statistics.median(values):.2f} {unit} ({span}; aim {aim})")


def _lookups(section: CompiledSection, hands: list[Hand], now: Circumstances) -> Callable[[], float]:
    place = Place(Auction(), now, {0: section}.get)

    def measure() -> float:
        start = time.perf_counter()
        for hand in hands:
            place.find(hand)
        return (time.perf_counter() - start) / len(hands) * 1e6

    return measure


def _calls(bidder: Bidder) -> Callable[[], float]:
    """Microseconds for a robot's call, with circumstances and draw, in auctions that are new objects."""
    table = bench_table(bidder)
    for number in BOARDS:
        table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    numbers = cycle(BOARDS)

    def measure() -> float:
        places: dict[tuple[str, Circumstances], tuple[Hand, Auction]] = {}  # each auction once
        for _ in range(200):
            number = next(numbers)
            deal = numbered_deal(number)
            auction, _decisions = table.bid_deal(deal, board_dealer(number), board_vulnerability(number))
            for index in range(len(auction.calls)):
                before = auction.before(index)
                hand = Hand(deal[before.turn].holdings)
                places[before.prior_bids, table.circumstances(before)] = hand, before
        bidder.forget_turns()
        start = time.perf_counter()
        for hand, auction in places.values():
            table.decide(hand, auction)
        return (time.perf_counter() - start) / len(places) * 1e6

    return measure


def _new_calls(bidder: Bidder) -> Callable[[], float]:
    """Microseconds for a robot's call, the mean over new boards: most auctions begin like some that have been met."""
    table, numbers = bench_table(bidder), count(BOARDS.stop)

    def measure() -> float:
        boards = [(numbered_deal(n), board_dealer(n), board_vulnerability(n)) for n in islice(numbers, NEW_BOARDS)]
        start = time.perf_counter()
        calls = sum(len(table.bid_deal(*board)[0].calls) for board in boards)
        return (time.perf_counter() - start) / calls * 1e6

    return measure


def _auctions(bidder: Bidder) -> Callable[[], float]:
    table = bench_table(bidder)
    boards = [(numbered_deal(n), board_dealer(n), board_vulnerability(n)) for n in BOARDS]
    for board in boards:
        table.bid_deal(*board)

    def measure() -> float:
        start = time.perf_counter()
        for board in boards:
            table.bid_deal(*board)
        return (time.perf_counter() - start) / len(boards) * 1e6

    return measure


def _rate(run: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    run()
    return count / (time.perf_counter() - start) / 1e6


if __name__ == "__main__":
    main()
