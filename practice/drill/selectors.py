"""Reading how a student stands in a drill."""

from __future__ import annotations

from django.db.models import Count, Max, Q

from practice.boards.models import StudentBoard, Verdict
from practice.drill.definition import Drill, DrillProgress


def progress_of(owner: str, drill: Drill) -> DrillProgress:
    """How the owner stands in a drill. Of a deal the first attempt counts."""
    right = Q(first_verdict__in=[Verdict.AGREES, Verdict.ALTERNATIVE])
    boards = StudentBoard.objects.filter(owner_key=owner, drill=drill.query)
    first = ~Q(first_verdict="") & Q(attempt=1)
    sums = boards.aggregate(
        asked=Count("pk", filter=first), right=Count("pk", filter=first & right), last=Max("deal_number")
    )
    return DrillProgress(drill, sums["asked"], sums["right"], sums["last"] or 0)


def open_drill_board_of(owner: str, drill: Drill) -> StudentBoard | None:
    """The owner's last board of a drill, unless it is finished."""
    board = StudentBoard.objects.filter(owner_key=owner, drill=drill.query).order_by("-deal_number", "-attempt").first()
    return board if board is not None and not board.finished else None
