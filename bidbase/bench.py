"""What the engine's speed is, measured in one run: `python -m bidbase.bench`.

Figures of a machine with other work on it are noisy: compare figures of one run, not of two.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count, cycle

from bidbase.auction import Auction, Call
from bidbase.bidder import Bidder, Source
from bidbase.cards import Hand, Seat, Side, Vulnerability, board_dealer, board_vulnerability
from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.dealing import numbered_deal
from bidbase.disclosure import meaning
from bidbase.drawing import draw_deals
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.limits import Range
from bidbase.robots import Table
from bidbase.systems import load_system
from bidbase.systems.model import System

SECTION_ENTRIES = 60
BATCH = 1_000_000
TRUTH_DEALS = 10_000
DRAWN_AUCTION = "1N-P-2C-P-2H"
DEALS = 500
ROUNDS = 7


def main() -> None:
    """Measure and print, a line for each figure."""
    start = time.perf_counter()
    system = load_system("sayc")
    loading = time.perf_counter() - start
    print(f"sayc: {len(system.entries)} entries in {len(system.sections)} sections, loaded in {loading:.2f} s")
    bidder = Bidder(system)
    section = _section_of(system, SECTION_ENTRIES)
    hands = [hand for number in range(1, 251) for hand in numbered_deal(number).hands]
    now = Circumstances.of(Auction())
    print(f"section for the lookups: {len(section.entries)} entries, {len(section.rows)} rows")
    _report("one lookup in that section", _lookups(section, hands, now), "microseconds", aim="10")
    _report("one call in an auction not met before, sections compiled", _calls(bidder), "microseconds", aim="10")
    _report("a whole auction by four robots", _auctions(bidder), "microseconds", aim="250")
    batch, everything = HandBatch.random(BATCH, seed=1), section.active(now)
    section.first_rows(batch, everything)
    _report(
        "the same section in a batch",
        lambda: _rate(lambda: section.first_rows(batch, everything), BATCH),
        "million hands a second",
        aim="10",
    )
    _report(f"drawing hands that fit {DRAWN_AUCTION}", _drawing(bidder), "thousand deals tried a second", aim="as is")
    _report("a robot's call after a simulation", _simulation(system), "seconds", aim="1")
    print(f"truth: {_truth(bidder)} (aim 0)")


def _drawing(bidder: Bidder) -> Callable[[], float]:
    table, auction = _table(bidder), Auction.parse(DRAWN_AUCTION)

    def measure() -> float:
        start = time.perf_counter()
        drawn = draw_deals(table, auction, wanted=BATCH, most=BATCH // 5)
        return drawn.tried / (time.perf_counter() - start) / 1e3

    return measure


def _simulation(system: System) -> Callable[[], float]:
    """Seconds for a call that no entry makes, with the convention Simulation switched on; each on other deals."""
    name = "Simulation"
    on = replace(system.conventions[name], use="")
    bidder = Bidder(replace(system, conventions={**system.conventions, name: on}))
    hand, auction = Hand.parse("3.6.Q63.AKQT8754"), Auction.parse("1S-2C-3S-P-4S", Seat.WEST, Vulnerability.EW)
    seeds = map(str, count())

    def measure() -> float:
        table = Table(bidder, bidder, seed=next(seeds))
        start = time.perf_counter()
        assert table.decide(hand, auction).source is Source.SIMULATION
        return time.perf_counter() - start

    measure()  # the solver is loaded when it is first used
    return measure


def _truth(bidder: Bidder) -> str:
    """How many calls of robots were made with a hand outside the range that the call displays."""
    table = _table(bidder)
    told: dict[tuple[str, Circumstances, Call], Range | None] = {}
    calls = outside = 0
    for number in range(1, TRUTH_DEALS + 1):
        deal, auction = numbered_deal(number), Auction(board_dealer(number), board_vulnerability(number))
        while not auction.finished:
            hand, now = deal[auction.turn], table.circumstances(auction)
            call = table.decide(hand, auction).call
            key = (auction.prior_bids, now, call)
            if key not in told:
                told[key] = meaning(table.place(auction), call).range
            shown = told[key]
            calls += 1
            outside += shown is not None and not shown.holds(hand)
            auction = auction.with_call(call)
    return f"{outside} of {calls} calls with a hand outside the range they display, over {TRUTH_DEALS} deals"


def _section_of(system: System, entries: int) -> CompiledSection:
    """The opening section, filled up with entries of other sections that could stand there, to so many entries."""
    chosen = list(system.sections[""])[:entries]
    for name, section in system.sections.items():
        if name and len(chosen) < entries:
            chosen += section[: entries - len(chosen)]
    return CompiledSection("", tuple(chosen), system)


def _report(what: str, measure: Callable[[], float], unit: str, aim: str) -> None:
    values = [measure() for _ in range(ROUNDS)]
    middle = statistics.median(values)
    print(f"{what}: {middle:.2f} {unit} (median of {ROUNDS}; {min(values):.2f} to {max(values):.2f}; aim {aim})")


def _lookups(section: CompiledSection, hands: list[Hand], now: Circumstances) -> Callable[[], float]:
    place = Place(Auction(), now, [section])

    def measure() -> float:
        start = time.perf_counter()
        for hand in hands:
            place.find(hand)
        return (time.perf_counter() - start) / len(hands) * 1e6

    return measure


def _calls(bidder: Bidder) -> Callable[[], float]:
    """Microseconds for a robot's call, with circumstances and draw, in auctions that are new objects."""
    table = _table(bidder)
    for number in range(1, DEALS + 1):
        table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    numbers = cycle(range(1, DEALS + 1))

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
        bidder.forget_places()
        start = time.perf_counter()
        for hand, auction in places.values():
            table.decide(hand, auction)
        return (time.perf_counter() - start) / len(places) * 1e6

    return measure


def _auctions(bidder: Bidder) -> Callable[[], float]:
    table = _table(bidder)
    boards = [(numbered_deal(n), board_dealer(n), board_vulnerability(n)) for n in range(1, DEALS + 1)]
    for board in boards:
        table.bid_deal(*board)

    def measure() -> float:
        start = time.perf_counter()
        for board in boards:
            table.bid_deal(*board)
        return (time.perf_counter() - start) / len(boards) * 1e6

    return measure


def _table(bidder: Bidder) -> Table:
    return Table(bidder, bidder, Scoring.IMP, Side.NS, seed="bench")


def _rate(run: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    run()
    return count / (time.perf_counter() - start) / 1e6


if __name__ == "__main__":
    main()
