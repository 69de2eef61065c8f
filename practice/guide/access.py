"""Where a visitor is in the guide. It is kept in the session, and gone when the visitor has ended it."""

from __future__ import annotations

from collections.abc import Collection

from django.http import HttpRequest

from bidbase_web.guides import GuideStep
from practice.boards.models import StudentBoard
from practice.boards.selectors import is_only_board, table_address
from practice.guide.presenters import STEPS, guide_of

GUIDE = "guide"  # in the session: the address of the table, and the index of the step


def begin_guide(request: HttpRequest, table: str) -> None:
    """Guide the visitor at the table with this address."""
    request.session[GUIDE] = {"table": table, "step": 0}


def guide_at(request: HttpRequest, row: StudentBoard, judged: Collection[int]) -> GuideStep | None:
    """The guide at this board, if the visitor is guided there. Their first call leads to its last step.

    `judged` are the indexes of the calls that they have made.
    """
    kept = request.session.get(GUIDE)
    if kept is None or kept.get("table") != table_address(row):
        return None
    return guide_of(len(STEPS) - 1 if judged else kept["step"])


def offers_guide(request: HttpRequest, row: StudentBoard, judged: Collection[int]) -> bool:
    """Whether to offer the guide here: to somebody who came straight to their first board and has not called yet."""
    return not judged and not row.partnership and GUIDE not in request.session and is_only_board(row)


def turn_to(request: HttpRequest, step: str) -> GuideStep | None:
    """The guide at this step, counted from 0; without such a step the guide is over."""
    kept = request.session.get(GUIDE)
    if kept is None or step not in map(str, range(len(STEPS))):
        request.session.pop(GUIDE, None)
        return None
    request.session[GUIDE] = {**kept, "step": int(step)}
    return guide_of(int(step))


def guided_table(request: HttpRequest) -> str | None:
    """The address of the table at which the visitor is guided, if they are."""
    kept = request.session.get(GUIDE)
    return None if kept is None else kept.get("table")
