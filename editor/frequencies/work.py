"""Robots bid with a system, as workers have them do it: only the boards that a change can matter for are bid anew."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from django.conf import settings

from bidbase.checks.boards import BidBoard
from editor.boards.models import BoardCount
from editor.boards.robots import bids_as_base, boards_now
from editor.boards.selectors import KIND, count_of, is_counted
from editor.boards.services import end_boards, keep_boards, take_over
from editor.runs.kinds import PIECE_SECONDS, Arguments, PieceDone, Reporter, register_long
from editor.systems.models import SystemRow
from editor.upkeep.selectors import first_to_do, system_of


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
        bid[first] = boards_now(target, first, total, partial(report, done=first, total=total))
        first += len(bid[first])
    ended = first >= total
    keep = partial(_keep, target, bid, ended)
    return PieceDone({"of": of, "first": first}, {"done": first, "total": total}, keep, ended and target is system)


def _counted_for_base(system: SystemRow) -> BoardCount | None:
    """What was counted for the base as a system stands on it, where it bids as the base does."""
    if system.standing is None or not bids_as_base(system):
        return None
    counted = count_of(system.standing)
    return counted if counted is not None and counted.revision == system.standing.revision else None


def _keep(system: SystemRow, bid: dict[int, list[BidBoard]], ended: bool) -> None:
    keep_boards(system=system, bid=bid)
    if ended:
        end_boards(system=system)


register_long(KIND, _bid)
