"""Measures how fast the engine is, in one run: `python -m tests.bench`.

Other work on the machine disturbs the figures, so compare only figures of the same run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bidbase.bidding.bidder import Bidder, Source
from bidbase.bidding.drawing import PlaceSource, sample_deals
from bidbase.bidding.robots import Table
from bidbase.bidding.roll_outs import RollOutQuestion, roll_out
from bidbase.bidding.weighed import Weighed
from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Hand, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.auction_state import AuctionState
from bidbase.language.circumstances import Circumstances
from bidbase.systems import load_system, shipped_systems
from bidbase.systems.model import System
from tests import shared_cache
from tests.bench import serving
from tests.bench.grid import grid_seconds
from tests.bench.new_process import bench_table, measure, run_in_new_process
from tests.bench.quick_rules import check_seconds
from tests.bench.second_start import FRESH, PREPARED, first_answers, fresh_deals, prepare
from tests.bench.variants import CHANGED, IN_PLAY, VariantNeeds, measure_variants
from tests.bench.writing import AIMS, writing_seconds
from tests.bench.written_out import write_out

WRITTEN_OUT = "2over1"  # the system that is enlarged by sections written out
VARIED = "2over1"  # the system that partnerships change
ENTRIES = 20_000  # of the enlarged system
SECTION_ENTRIES = 60  # of the section for the lookups
BATCH = 1_000_000  # hands
TRUTH_DEALS = 10_000
SAMPLED_AUCTION = "1N-P-2C-P-2H"
BOARDS = range(1_000_001, 1_000_501)  # other boards than those from which sections are written out
NEW_BOARDS = 50  # bid in each measurement of calls on new boards
ROUNDS = 7  # measurements of each figure


def main() -> None:
    """Measure and print one line for each figure. What earlier runs have left on disk counts for none of them."""
    shared_cache.share()
    for name in shipped_systems():
        prepare(name)
        print(f"{name}, prepared: what it says on {len(PREPARED)} deals is on disk")
        _print("from nothing to the first answer", first_answers(name), "seconds", aim="0.3")
        _print(f"{FRESH} fresh deals in a new process", fresh_deals(name), "seconds of processor", aim="1.1")
    _print("import bidbase, with the start of Python", [*serving.import_seconds()], "seconds", aim="0.15")
    _print("bidbase serve, to the first answer", [*serving.first_answers()], "seconds", aim="0.3")
    _report("known turns over standard input", serving.answers_by_line, "answers a second of processor", aim="10000")
    _report("known turns over HTTP", serving.answers_over_http, "answers a second", aim="1000")
    with TemporaryDirectory() as folder:
        run_in_new_process(write_out, WRITTEN_OUT, Path(folder), ENTRIES)
        needs = [run_in_new_process(measure, folder, deals) for deals in (0, 0, 0, TRUTH_DEALS)]
        grid = run_in_new_process(grid_seconds, folder)
        system = load_system(folder)
    loaded, after_deals = needs[0], needs[-1]
    print(f"{WRITTEN_OUT} with sections written out: {_size(system)}")
    _print("loading them", [need.seconds_to_load for need in needs], "seconds", aim="2")
    print(
        f"memory: {loaded.megabytes:.0f} MB when loaded, "
        f"{after_deals.megabytes:.0f} MB after {TRUTH_DEALS} deals (aim 300)"
    )
    print(f"truth: {after_deals.truth} (aim 0)")
    for name, seconds in grid.items():
        _print(f"grid of the {name}", [1e3 * second for second in seconds], "milliseconds", aim="300")
    for name, seconds in run_in_new_process(writing_seconds).items():
        _print(name, [1e3 * second for second in seconds], "milliseconds", aim=str(AIMS[name]))
    checked = run_in_new_process(check_seconds, WRITTEN_OUT)
    print(f"the quick rules of a check, {WRITTEN_OUT} as shipped: {checked:.1f} seconds for 10,000 entries (aim 10)")
    bidder = Bidder(system)
    _report_calls(bidder)
    section = _section_of(system, SECTION_ENTRIES)
    hands = [hand for number in range(1, 251) for hand in numbered_deal(number).hands]
    circumstances = Circumstances.of(Auction())
    print(f"section for the lookups: {len(section.entries)} entries, {len(section.rows)} rows")
    _report("one lookup in that section", _lookups(section, hands, circumstances), "microseconds", aim="10")
    batch, active = HandBatch.random(BATCH, seed=1), section.active(circumstances)
    section.first_rows(batch, active)
    _report(
        "the same section for a batch of hands",
        lambda: _rate(lambda: section.first_rows(batch, active), BATCH),
        "million hands a second",
        aim="10",
    )
    _report(
        f"sampling deals that fit {SAMPLED_AUCTION}", _sampling(bidder), "thousand deals tried a second", aim="as is"
    )
    _report("a robot's call after a simulation", _simulation(load_system("sayc")), "seconds", aim="1")
    _report(
        "what a robot's call is weighed in, when it thinks",
        _thinking(Bidder(load_system(WRITTEN_OUT))),
        "seconds",
        aim="1",
    )
    _report_variants(run_in_new_process(measure_variants, VARIED))
    for name in shipped_systems():
        system = load_system(name)
        print(f"{name} as shipped: {_size(system)}")
        _report_calls(Bidder(system))


def _report_variants(needs: VariantNeeds) -> None:
    print(f"{VARIED} from its files, and systems that differ from it in {CHANGED} entries")
    for figure, name in (("until the first decision", "first_decision"), ("until ten auctions are bid", "auctions")):
        cold, opened = ([getattr(times, name) for times in each] for each in (needs.cold, needs.variants))
        _print(f"{figure}, from the files", cold, "milliseconds", aim="as is")
        aim = f"{statistics.median(cold) / 10:.0f}, a tenth"
        _print(f"{figure}, with what differs", opened, "milliseconds", aim)
    memory = f"{needs.megabytes_of_base:.0f} MB, {needs.megabytes:.0f} MB with {IN_PLAY} of them in play"
    print(f"memory: {memory} (aim 600)")


def _size(system: System) -> str:
    literal = len(system.sections) - len(system.patterns) - len(system.situations)
    return (
        f"{len(system.entries)} entries in {literal} literal sections, {len(system.patterns)} of patterns, "
        f"{len(system.situations)} of situations"
    )


def _report_calls(bidder: Bidder) -> None:
    _report("one call in a new auction, its sections compiled", _calls(bidder), "microseconds", aim="10")
    _report("one call on a new board, with what must be compiled", _new_calls(bidder), "microseconds", aim="as is")
    _report("a whole auction by four robots", _auctions(bidder), "microseconds", aim="250")


def _sampling(bidder: Bidder) -> Callable[[], float]:
    """Thousands of deals that are tried per second in search of deals that fit an auction."""
    table, auction = bench_table(bidder), Auction.parse(SAMPLED_AUCTION)

    def measure() -> float:
        start = time.perf_counter()
        sampled = sample_deals(table, auction, wanted=BATCH, most=BATCH // 5)
        return sampled.tried / (time.perf_counter() - start) / 1e3

    return measure


def _simulation(system: System) -> Callable[[], float]:
    """Seconds for a call that no entry makes, with the convention Simulation switched on; each time with other deals.

    The bidder's system has only the openings and the entries of Simulation, since other entries would make the call.
    """
    name = "Simulation"
    simulation = replace(system.conventions[name], use="")
    entries = tuple(entry for entry in system.entries if not entry.section or str(entry.convention) == name)
    bidder = Bidder(replace(system, conventions={**system.conventions, name: simulation}, entries=entries))
    hand, auction = Hand.parse("3.6.Q63.AKQT8754"), Auction.parse("1S-2C-3S-P-4S", Seat.WEST, Vulnerability.EW)
    seeds = map(str, count())

    def measure() -> float:
        table = Table(bidder, bidder, seed=next(seeds))
        start = time.perf_counter()
        assert table.decide(hand, auction).source is Source.SIMULATION
        return time.perf_counter() - start

    measure()  # the first use loads the solver
    return measure


def _thinking(bidder: Bidder) -> Callable[[], float]:
    """Seconds for roll-outs as they come up on dealt boards, each time of another call."""

    def seconds() -> Iterator[float]:
        for number in count(1):
            taken: list[float] = []

            def timed(table: PlaceSource, question: RollOutQuestion, taken: list[float] = taken) -> Weighed | None:
                start = time.perf_counter()
                weighed = roll_out(table, question)
                taken.append(time.perf_counter() - start)
                return weighed

            table = Table(bidder, bidder, seed=str(number), thinking=SEATS, roll_out=timed)
            table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
            yield from taken

    measured = seconds()
    next(measured)  # the first use loads the solver
    return lambda: next(measured)


def _section_of(system: System, entries: int) -> CompiledSection:
    """A section of `entries` entries: the opening, filled up with entries of other sections."""
    chosen = list(system.sections[""])[:entries]
    for name, section in system.sections.items():
        if name and len(chosen) < entries:
            chosen += section[: entries - len(chosen)]
    return CompiledSection.of("", tuple(chosen), system)


def _report(figure: str, measure: Callable[[], float], unit: str, aim: str) -> None:
    _print(figure, [measure() for _ in range(ROUNDS)], unit, aim)


def _print(figure: str, values: Sequence[float], unit: str, aim: str) -> None:
    span = f"median of {len(values)}; {min(values):.2f} to {max(values):.2f}"
    print(f"{figure}: {statistics.median(values):.2f} {unit} ({span}; aim {aim})")


def _lookups(section: CompiledSection, hands: list[Hand], circumstances: Circumstances) -> Callable[[], float]:
    """Microseconds for the lookup of a hand."""
    place = Place(AuctionState(Auction()), circumstances, {0: section}.get)

    def measure() -> float:
        start = time.perf_counter()
        for hand in hands:
            place.find(hand)
        return (time.perf_counter() - start) / len(hands) * 1e6

    return measure


def _calls(bidder: Bidder) -> Callable[[], float]:
    """Microseconds for a robot's call, including the draw for percentages, in auctions that are not kept yet."""
    table = bench_table(bidder)
    for number in BOARDS:
        table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    numbers = cycle(BOARDS)

    def measure() -> float:
        turns: dict[tuple[str, Circumstances], tuple[Hand, Auction]] = {}  # each auction once
        for _ in range(200):
            number = next(numbers)
            deal = numbered_deal(number)
            auction, _decisions = table.bid_deal(deal, board_dealer(number), board_vulnerability(number))
            for index in range(len(auction.calls)):
                before = auction.before(index)
                hand = Hand(deal[before.turn].holdings)
                turns[before.prior_bids, table.circumstances(before)] = hand, before
        bidder.forget_turns()
        start = time.perf_counter()
        for hand, auction in turns.values():
            table.decide(hand, auction)
        return (time.perf_counter() - start) / len(turns) * 1e6

    return measure


def _new_calls(bidder: Bidder) -> Callable[[], float]:
    """Microseconds for a robot's call, the mean over new boards. Most auctions begin like one that is already kept."""
    table, numbers = bench_table(bidder), count(BOARDS.stop)

    def measure() -> float:
        boards = [(numbered_deal(n), board_dealer(n), board_vulnerability(n)) for n in islice(numbers, NEW_BOARDS)]
        start = time.perf_counter()
        calls = sum(len(table.bid_deal(*board)[0].calls) for board in boards)
        return (time.perf_counter() - start) / calls * 1e6

    return measure


def _auctions(bidder: Bidder) -> Callable[[], float]:
    """Microseconds for an auction by four robots that they have bid before."""
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
    """Millions per second if one run handles `count`."""
    start = time.perf_counter()
    run()
    return count / (time.perf_counter() - start) / 1e6


if __name__ == "__main__":
    main()
