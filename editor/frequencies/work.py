"""Robots bid with a system, as workers have them do it: only the boards that a change can matter for are bid anew."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.conf import settings

from bidbase.checks.boards import BidBoard, BoardChange, board_by_book
from editor.boards.models import BoardCount
from editor.boards.selectors import KIND, boards_from, count_of, is_counted
from editor.boards.services import end_boards, keep_boards, take_over
from editor.runs.kinds import PIECE_SECONDS, Arguments, PieceDone, Reporter, register_long
from editor.systems.models import SystemRow
from editor.systems.selectors import bidder_for, bidder_of_key
from editor.upkeep.selectors import first_to_do, system_of

AT_A_TIME = 400  # boards that are kept together: they take about a second


def _bid(arguments: Arguments, reached: Any, report: Reporter) -> PieceDone:
    """A piece of the boards of a system. Those on which it stands come before it: most of its boards are theirs."""
    system = system_of(arguments)
    target = first_to_do(system, is_counted)
    of, total = [target.pk, target.revision], settings.SWEPT_BOARDS
    if (counted := _counted_for_base(target)) is not None:
        keep = partial(take_over, system=target, counted=counted)
        return PieceDone(None, {"done": total, "total": total}, keep, finished=target is system)
    first = reached["first"] if reached is not None and reached["of"] == of else 0
    bid: dict[int, list[BidBoard]] = {}
    deadline = time.monotonic() + PIECE_SECONDS
    while first < total and (not bid or time.monotonic() < deadline):
        count = min(AT_A_TIME, total - first)
        bid[first] = [*_boards(target, first, count, partial(report, total=total))]
        first += count
    ended = first >= total
    keep = partial(_keep, target, bid, ended)
    return PieceDone({"of": of, "first": first}, {"done": first, "total": total}, keep, ended and target is system)


def _counted_for_base(system: SystemRow) -> BoardCount | None:
    """What was counted for the base as a system stands on it, where it bids as the base does."""
    if system.standing is None or bidder_for(system).differing_sections(bidder_for(system.standing)):
        return None
    counted = count_of(system.standing)
    return counted if counted is not None and counted.revision == system.standing.revision else None


def _boards(system: SystemRow, first: int, count: int, report: Reporter) -> Iterator[BidBoard]:
    """So many boards: those that were bid before, and bid anew where a change since may matter."""
    bidder, known = bidder_for(system), boards_from(system, first)
    boards, change = [], None
    if known is not None:
        boards, change = known.boards, BoardChange(bidder, bidder_of_key(known.system_id, known.revision))
    for number in range(count):
        report(done=first + number)
        if change is not None and number < len(boards):
            yield change.bid_again(boards[number], first + number)
        else:
            yield board_by_book(bidder, first + number)


def _keep(system: SystemRow, bid: dict[int, list[BidBoard]], ended: bool) -> None:
    keep_boards(system=system, bid=bid)
    if ended:
        end_boards(system=system)


register_long(KIND, _bid)
