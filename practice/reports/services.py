"""Writing reports."""

from __future__ import annotations

from typing import Any

from practice.boards.board import TableBoard
from practice.reports.models import CallReport
from practice.reports.selectors import reports_today

MOST_A_DAY = 50  # of one visitor


class TooManyReports(Exception):
    """A visitor has reported more calls within a day than anybody will read."""


def report_call(*, board: TableBoard, index: int, position: dict[str, Any], owner: str, note: str) -> None:
    """Keep that a visitor holds this call of a board to be wrong. Raises `TooManyReports`.

    What they say of the same call again replaces what they said, and opens the report again. An empty note leaves the
    earlier one.
    """
    call = board.auction.calls[index]
    same: dict[str, Any] = {"board": board.row, "index": index, "call": str(call), "owner_key": owner}
    if not CallReport.objects.filter(**same).exists() and reports_today(owner) >= MOST_A_DAY:
        raise TooManyReports
    said: dict[str, Any] = {"position": position, "state": CallReport.State.OPEN} | ({"note": note} if note else {})
    CallReport.objects.update_or_create(**same, defaults=said)


def set_state(*, report: CallReport, state: str) -> None:
    """Close a report, or open it again."""
    CallReport.objects.filter(pk=report.pk).update(state=CallReport.State(state))
