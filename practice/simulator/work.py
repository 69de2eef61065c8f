"""The steps of a simulation. Each takes a worker about a second, so that others who wait have their turn.

Each gives the columns that it changes, and can be made again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from bidbase.bidding.deal_search import PIECE, DealSearch, by_seat_and_vulnerability
from bidbase.bidding.deals_to_order import parse_wanted_hand
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Seat
from bidbase.game.double_dummy import tricks_taken
from bidbase_web.jobs.job import Reporter
from practice.simulator.models import DealSimulation
from practice.simulator.question import MOST_TRIED, DealQuestion, Played, is_placing, is_searching, question_of

STEP_SECONDS = 1.0
SOLVED_TOGETHER = 10  # deals: a fifth of a second
PLACE_PIECES = 1  # of the search in each seat and at each vulnerability

Changes = dict[str, Any]


def next_step(simulation: DealSimulation, report: Reporter) -> Changes:
    """What is to be done next: search, look at other seats, or count tricks. The simulation is not finished."""
    if is_searching(simulation):
        return _search(simulation, report)
    if is_placing(simulation):
        return _place(simulation, report)
    return _solve(simulation, report)


def _search(simulation: DealSimulation, report: Reporter) -> Changes:
    search = _search_of(question_of(simulation))
    lines, found, tried, searched = simulation.lines, simulation.found, simulation.tried, simulation.searched
    for _ in _while_there_is_time(report):
        if not search.part or tried >= MOST_TRIED or len(lines) >= simulation.wanted:
            break
        piece = search.piece(searched)
        lines += map(str, piece.deals(simulation.wanted - len(lines)))
        found, tried, searched = found + piece.found, tried + PIECE, searched + 1
    return {
        "part": search.part,
        "exact": search.exact,
        "deals": "\n".join(lines),
        "found": found,
        "tried": tried,
        "searched": searched,
    }


def _place(simulation: DealSimulation, report: Reporter) -> Changes:
    asked, places = question_of(simulation), [*simulation.places]
    assert asked.auction is not None, "only auctions have seats"
    left = [*by_seat_and_vulnerability(asked.auction)][len(places) :]
    for (passes, vulnerability, auction), _ in zip(left, _while_there_is_time(report), strict=False):
        search = _search_of(asked, auction)
        found = sum(search.piece(number).found for number in range(PLACE_PIECES)) if search.part else 0
        places.append(
            {
                "passes": passes,
                "vulnerability": str(vulnerability),
                "part": search.part,
                "exact": search.exact,
                "found": found,
                "tried": PLACE_PIECES * PIECE,
            }
        )
    return {"places": places}


def _solve(simulation: DealSimulation, report: Reporter) -> Changes:
    deals, tricks, begun = simulation.lines, dict(simulation.tricks), time.monotonic()
    for _ in _while_there_is_time(report):
        # All contracts are to have about the same deals, so that they can be compared early on.
        played = min(simulation.played, key=lambda key: len(tricks.get(key, "")))
        done = tricks.get(played, "")
        batch = [*map(Deal.parse, deals[len(done) : len(done) + SOLVED_TOGETHER])]
        if not batch:
            break
        pair = Played.parse(played)
        taken = tricks_taken(batch, [(pair.strain, pair.declarer)])[pair.strain, pair.declarer]
        tricks[played] = done + "".join(f"{count:x}" for count in taken)
    return {"tricks": tricks, "seconds": simulation.seconds + time.monotonic() - begun}


def _while_there_is_time(report: Reporter) -> Iterator[None]:
    """Goes on for about a second, once at least."""
    begun = time.monotonic()
    while True:
        yield
        report()
        if time.monotonic() - begun > STEP_SECONDS:
            return


def _search_of(asked: DealQuestion, auction: Auction | None = None) -> DealSearch:
    """The search for the deals of a question; with an auction, after this instead of its own."""
    wanted = {Seat.parse(letter): parse_wanted_hand(text, Seat.parse(letter)) for letter, text in asked.hands.items()}
    hands = {seat: hand for seat, hand in wanted.items() if hand is not None}
    if asked.system is None:
        return DealSearch(hands)
    bidder = asked.system.bidder
    entry = bidder.system.by_id[asked.entry] if asked.entry else None
    return DealSearch(hands, Table(bidder, bidder), auction or asked.auction, entry)
