"""Where a visitor is in the guide. It is kept in the session, and gone when the visitor has ended it."""

from __future__ import annotations

from django.http import HttpRequest

from practice.boards.models import StudentBoard
from practice.guide.presenters import STEPS, Guide, guide_of

GUIDE = "guide"  # in the session: the number of the deal, and the index of the step


def begin_guide(request: HttpRequest, deal_number: int) -> None:
    """Guide the visitor through this deal."""
    request.session[GUIDE] = {"deal": deal_number, "step": 0}


def guide_at(request: HttpRequest, board: StudentBoard) -> Guide | None:
    """The guide at this board, if the visitor is guided there. The first call leads to its last step."""
    kept = request.session.get(GUIDE)
    if kept is None or board.drill or board.set_board or board.partnership or board.deal_number != kept["deal"]:
        return None
    own_first_call = (board.student - board.dealer) % 4
    has_called = len(board.auction.calls) > own_first_call
    return guide_of(len(STEPS) - 1 if has_called else kept["step"])


def turn_to(request: HttpRequest, step: str) -> Guide | None:
    """The guide at this step, counted from 0; without such a step the guide is over."""
    kept = request.session.get(GUIDE)
    if kept is None or step not in map(str, range(len(STEPS))):
        request.session.pop(GUIDE, None)
        return None
    request.session[GUIDE] = {**kept, "step": int(step)}
    return guide_of(int(step))


def guided_deal(request: HttpRequest) -> int | None:
    """The number of the deal through which the visitor is guided, if he is."""
    kept = request.session.get(GUIDE)
    return None if kept is None else int(kept["deal"])
