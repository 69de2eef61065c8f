"""Reading how others have bid one of the ten deals of a day."""

from __future__ import annotations

from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard, StudentCall
from practice.daily.daily_deals import OthersBoard, is_of_a_day

MOST_CALLS = 2000  # of others that are looked at, the latest ones


def boards_of_others(board: TableBoard) -> list[OthersBoard]:
    """The first attempts of others at the same hand, in one query; none where the deal is not one of a day's ten.

    They sat in the same seat, and their opponents were as silent or not.
    """
    row = board.row
    is_alone = not (row.drill or row.cards or row.set_board_id or row.partnership_id)
    if not (is_alone and row.finished and is_of_a_day(row.deal_number)):
        return []
    found: dict[int, OthersBoard] = {}
    theirs = StudentBoard.objects.filter(
        deal_number=row.deal_number,
        attempt=1,
        seat=row.seat,
        opponents_silent=row.opponents_silent,
        drill="",
        cards="",
        set_board=None,
        partnership=None,
        finished_at__isnull=False,
    ).exclude(owner_key=row.owner_key)
    calls = StudentCall.objects.filter(board__in=theirs).order_by("-board")
    for key, auction, index, verdict in calls.values_list("board", "board__calls", "index", "verdict")[:MOST_CALLS]:
        found.setdefault(key, OthersBoard(auction)).verdicts[index] = verdict
    return [*found.values()]
