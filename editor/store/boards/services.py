"""Robots bid with a system, as workers have them do it: only boards for which a change can matter are bid anew."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.conf import settings

from bidbase.checks.boards import BidBoard, BoardTally
from bidbase_web.jobs.job import PIECE_SECONDS, JobLine, LongJob, PieceDone, Reporter
from editor.store.boards.models import BidBoards, BoardCount
from editor.store.boards.robots import bids_as_base, boards_now
from editor.store.boards.selectors import count_of, is_counted
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion, bidder_for
from editor.store.upkeep.selectors import first_to_do


@dataclass(frozen=True)
class BoardsReached:
    """How far the boards are: the first one to be bid next, with this system."""

    of: SystemVersion
    first: int


@dataclass(frozen=True)
class RobotsBid(LongJob[BoardsReached, None]):
    """The boards of a system as it is at its revision. Those on which it stands come before it: most are theirs."""

    kind = "boards"
    line = JobLine.UPKEEP
    doing = "Robots bid {title}"
    unit = "boards"

    system: SystemVersion
    title: str = field(default="", compare=False)

    @classmethod
    def of(cls, system: SystemRow) -> RobotsBid:
        """The job of a system."""
        return cls(SystemVersion.of(system), system.title)

    def piece(self, reached: BoardsReached | None, report: Reporter) -> PieceDone[BoardsReached, None]:
        """Bid some boards."""
        system = self.system.open()
        target = first_to_do(system, is_counted)
        of, total = SystemVersion.of(target), settings.SWEPT_BOARDS
        if (counted := _counted_for_base(target)) is not None:
            keep = partial(take_over, system=target, counted=counted)
            return PieceDone(BoardsReached(of, 0), {"done": total, "total": total}, keep, finished=target is system)
        first = reached.first if reached is not None and reached.of == of else 0
        bid: dict[int, list[BidBoard]] = {}
        deadline = time.monotonic() + PIECE_SECONDS
        while first < total and (not bid or time.monotonic() < deadline):
            bid[first] = boards_now(target, first, total, partial(report, done=first, total=total))
            first += len(bid[first])
        ended = first >= total
        keep = partial(_keep, target, bid, ended)
        return PieceDone(BoardsReached(of, first), {"done": first, "total": total}, keep, ended and target is system)


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


def keep_boards(*, system: SystemRow, bid: Mapping[int, Sequence[BidBoard]]) -> None:
    """Keep boards of a system at its revision by their first numbers, in the place of those that were bid before."""
    rows = [BidBoards.of(system, first, boards) for first, boards in bid.items()]
    BidBoards.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["system", "first"], update_fields=["revision", "packed"]
    )


def end_boards(*, system: SystemRow) -> None:
    """Count what the boards of a system come to that robots bid to this end."""
    tally = BoardTally(bidder_for(system).system)
    for row in BidBoards.objects.filter(system=system.pk, first__lt=settings.SWEPT_BOARDS).order_by("first"):
        for board in row.boards:
            tally.add(board)
    _keep_count(system, BoardCount.pack(tally))


def take_over(*, system: SystemRow, counted: BoardCount) -> None:
    """Keep what was counted for the base of a system that bids as the base does: it has no boards of its own."""
    BidBoards.objects.filter(system=system.pk).delete()
    _keep_count(system, bytes(counted.packed))


def _keep_count(system: SystemRow, packed: bytes) -> None:
    row = BoardCount(system_id=system.pk, revision=system.revision, packed=packed)
    BoardCount.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["system"], update_fields=["revision", "packed"]
    )
