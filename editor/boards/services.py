"""Having robots bid with systems, and keeping what they bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.conf import settings

from bidbase.checks.boards import BidBoard, BoardTally
from editor.boards.models import BidBoards, BoardCount
from editor.boards.selectors import boards_needed
from editor.systems.models import SystemRow
from editor.systems.selectors import bidder_for
from editor.upkeep.services import begin_anew


def bid_after_change(*, system: SystemRow, **_: object) -> None:
    """Have robots bid with a system that people have changed."""
    begin_anew(system=system, needed=boards_needed(system))


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
