"""What a change would do: the test hands, practiced boards and standard deals that would be bid otherwise.

A worker looks at them piece by piece, so that the first answers are there within a second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.otherwise import BookDeal, auction_otherwise, new_patterns, sections_met
from bidbase.game.auction import Auction
from bidbase.language import fields
from bidbase.systems import EntryError
from editor.entries.services import read_entry
from editor.entries.trials import trial_of
from editor.runs.kinds import Arguments, Reporter, StillWorking, register
from editor.systems.models import EntryRow, SystemRow
from editor.systems.selectors import bidder_for
from editor.writing.sources import PracticedBoard
from editor.writing.trials import candidate

KIND, SWITCHES = "changes of an entry", "changes of switches"
FIRST_DEAL = 990_000_001  # standard deals have numbers that no table deals at random: their hands may be seen
TESTS, BOARDS = "tests", "boards"
DEALS = ((0, 100), (100, 500), (500, 1500), (1500, 3000), (3000, 5000))
MOST_CHANGES = 25  # that are kept of a piece with their auctions; the rest is counted


class Piece(NamedTuple):
    """A part of the work: what is looked at, in words, and its size, how many there are."""

    key: str
    words: str
    size: int


def pieces(boards: int) -> list[Piece]:
    """The parts of the work, for so many practiced boards."""
    deals = [Piece(f"{first}-{last}", "standard deals", last - first) for first, last in DEALS]
    practiced = [Piece(BOARDS, "practiced boards", boards)] if boards else []
    return [Piece(TESTS, "test hands of the section", 0), *practiced, *deals]


def pieces_for_switches(boards: int) -> list[Piece]:
    """The parts of the work where conventions are switched: the test hands come last, since there are many."""
    _, *others = pieces(boards)
    return [*others, Piece(TESTS, "test hands", 0)]


def needed_for_switches(
    system: SystemRow, uses: Mapping[str, str], piece: Piece, boards: Iterable[PracticedBoard]
) -> StillWorking:
    """The work of a piece: what would change if conventions had these selection codes, by name."""
    arguments: Arguments = {
        "system": [system.pk, str(system.created), system.revision],
        "uses": dict(uses),
        "piece": piece.key,
        "boards": [list(board) for board in boards] if piece.key == BOARDS else [],
    }
    return StillWorking(SWITCHES, arguments, "Looking at what would change")


def needed_for(
    system: SystemRow,
    seen: EntryRow | None,
    cells: Mapping[str, str],
    piece: Piece,
    boards: Iterable[PracticedBoard],
    others: Iterable[tuple[EntryRow, Mapping[str, str]]] = (),
) -> StillWorking:
    """The work of a piece: what would change if these cells were saved, and `others` at the same time."""
    arguments: Arguments = {
        "system": [system.pk, str(system.created), system.revision],
        "seen": seen.pk if seen else None,
        "cells": {name: text for name, text in cells.items() if text},
        "others": [[row.pk, {name: text for name, text in held.items() if text}] for row, held in others],
        "piece": piece.key,
        "boards": [list(board) for board in boards] if piece.key == BOARDS else [],
    }
    return StillWorking(KIND, arguments, "Looking at what would change")


def _work(arguments: Arguments, report: Reporter) -> Any:
    pk, _, revision = arguments["system"]
    system = SystemRow.objects.get(pk=pk).as_of(revision)
    seen = EntryRow.objects.get(pk=arguments["seen"]) if arguments["seen"] else None
    rows = {row.pk: row for row in EntryRow.objects.filter(pk__in=[pk for pk, _ in arguments["others"]])}
    try:
        others = [replace(read_entry(system, cells), id=rows[pk].ref) for pk, cells in arguments["others"]]
        made = candidate(system, read_entry(system, arguments["cells"]), seen, *others)
    except EntryError:  # a convention may have been removed in the meantime
        return {"count": 0, "changes": []}
    names = {entry.section for entry in (made.entry, *others)} | ({seen.prior_bids} if seen else set())
    return _changes(system, made.bidder, names, arguments, report)


def _work_of_switches(arguments: Arguments, report: Reporter) -> Any:
    pk, _, revision = arguments["system"]
    system = SystemRow.objects.get(pk=pk).as_of(revision)
    old = bidder_for(system)
    listed = old.system.conventions
    switched = {name: replace(listed[name], use=use) for name, use in arguments["uses"].items() if name in listed}
    new = Bidder(old.system.changed(conventions=switched), old)
    return _changes(system, new, new.differing_sections(old), arguments, report)


def _changes(system: SystemRow, new: Bidder, names: Collection[str], arguments: Arguments, report: Reporter) -> Any:
    """What a piece of the work comes to. `names` are the sections whose test hands are tried."""
    old, piece = bidder_for(system), arguments["piece"]
    if piece == TESTS:
        found = _tests(old, new, names, report)
    elif piece == BOARDS:
        boards = [PracticedBoard(*board) for board in arguments["boards"]]
        found = _boards(boards, old, new, report)
    else:
        first, last = map(int, piece.split("-"))
        found = _deals(_ground(system), old, new, first, last, report)
    changes = list(found)
    return {"count": len(changes), "changes": changes[:MOST_CHANGES]}


def _tests(old: Bidder, new: Bidder, names: Iterable[str], report: Reporter) -> Iterator[dict[str, str]]:
    """The entries of these sections whose test hands come out in one of two systems alone."""
    for name in names:
        for entry in new.system.sections.get(name, ()):
            report()
            before = old.system.by_id.get(entry.id)
            if before is None or entry.get(fields.TEST_HAND) is None or before != entry:
                continue
            was, now = trial_of(old, before), trial_of(new, entry)
            if was is not None and now is not None and bool(was.fault) != bool(now.fault):
                yield {
                    "ref": entry.id,
                    "bid": str(entry.bid),
                    "hand": str(now.hand),
                    "fault": now.fault,
                }


def _boards(boards: list[PracticedBoard], old: Bidder, new: Bidder, report: Reporter) -> Iterator[dict[str, str]]:
    differing = new.differing_sections(old)
    for board in boards:
        report()
        before = board.dealt.auction(old)
        if (after := auction_otherwise(board.dealt, before, old, new, differing)) is not None:
            yield {"title": board.title, "address": board.address, **_auctions(board.dealt, before, after)}


def _deals(
    ground: Bidder, old: Bidder, new: Bidder, first: int, last: int, report: Reporter
) -> Iterator[dict[str, str]]:
    """The standard deals among these that would be bid otherwise, each with the hand that calls otherwise first."""
    own, differing = old.differing_sections(ground), new.differing_sections(old)
    anywhere = bool(new_patterns(ground, own | differing))
    for index in range(first, last):
        report(done=index - first)
        dealt, auction, met = _standard(ground, index)
        if met.isdisjoint(differing) and met.isdisjoint(own) and not anywhere:
            continue
        before = auction_otherwise(dealt, auction, ground, old, own) or auction
        if (after := auction_otherwise(dealt, before, old, new, differing)) is not None:
            pairs = enumerate(zip(before.calls, after.calls, strict=False))
            seat = before.before(next(number for number, (was, now) in pairs if was is not now)).turn
            hand = {"seat": seat.title, "hand": str(dealt.deal[seat])}
            yield {"title": f"Standard deal {index + 1}", **hand, **_auctions(dealt, before, after)}


def _auctions(dealt: BookDeal, before: Auction, after: Auction) -> dict[str, str]:
    calls = {"before": "-".join(map(str, before.calls)), "after": "-".join(map(str, after.calls))}
    return {"dealer": dealt.dealer.title, "vulnerability": str(dealt.vulnerability), **calls}


def _ground(system: SystemRow) -> Bidder:
    """The bidder of the lowest system that this one stands on."""
    while system.standing is not None:
        system = system.standing
    return bidder_for(system)


@lru_cache(maxsize=3 * DEALS[-1][1])
def _standard(ground: Bidder, index: int) -> tuple[BookDeal, Auction, frozenset[str]]:
    """A standard deal as robots bid it in a system that others stand on, once for all, and the sections it meets."""
    dealt = BookDeal.numbered(FIRST_DEAL + index)
    auction = dealt.auction(ground)
    return dealt, auction, sections_met(dealt, auction, ground)


register(KIND, _work)
register(SWITCHES, _work_of_switches)
