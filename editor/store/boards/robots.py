"""Boards as robots bid them with a system now: only those are bid again for which a change can matter."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.checks.boards import BidBoard, BoardChange, board_by_book
from bidbase_web.jobs.job import Reporter
from editor.store.boards.selectors import boards_from
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import bidder_for, bidder_of_key

AT_A_TIME = 200  # boards that are kept together: they take about a second


def bids_as_base(system: SystemRow) -> bool:
    """Whether robots bid with a system as with its base: then the boards of the base are its own."""
    return system.standing is not None and not bidder_for(system).differing_sections(bidder_for(system.standing))


def boards_now(system: SystemRow, first: int, total: int, report: Reporter) -> list[BidBoard]:
    """The boards from the number `first` on that are kept together, of `total` boards, as robots bid them with a
    system.

    Boards that are kept, of the system or else of its base, are bid again only where a change since may matter.
    """
    return [*_boards(system, first, min(AT_A_TIME, total - first), report)]


def _boards(system: SystemRow, first: int, count: int, report: Reporter) -> Iterator[BidBoard]:
    bidder, known = bidder_for(system), boards_from(system, first)
    boards, change = [], None
    if known is not None:
        boards, change = known.boards, BoardChange(bidder, bidder_of_key(known.system_id, known.revision))
    for number in range(count):
        report()
        if change is not None and number < len(boards):
            yield change.bid_again(boards[number], first + number)
        else:
            yield board_by_book(bidder, first + number)
