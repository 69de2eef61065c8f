"""Which partnerships a visitor may see: fetch them or refuse."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from bidbase.game.cards import Seat
from bidbase_web.visitors import known_owner
from practice.boards.access import as_seen
from practice.boards.board import TableBoard
from practice.boards.selectors import latest_board
from practice.partners.models import Partnership
from practice.partners.selectors import partnership_by_token


def invited(token: str) -> Partnership:
    """The partnership of this token: whoever has the link is told whether a seat is free."""
    partnership = partnership_by_token(token)
    if partnership is None:
        raise Http404("There is no such partnership.")
    return partnership


def seat_in(request: HttpRequest, partnership: Partnership) -> Seat | None:
    """The visitor's seat in a partnership; None for everybody else."""
    return partnership.seat_of(known_owner(request))


def own_partnership(request: HttpRequest, token: str) -> tuple[Partnership, Seat]:
    """The visitor's own partnership of this token, and their seat in it. Anybody else's is not there."""
    partnership = invited(token)
    seat = seat_in(request, partnership)
    if seat is None:
        raise Http404("There is no such partnership, or it is not yours.")
    return partnership, seat


def own_shared_board(request: HttpRequest, token: str, deal_number: int) -> TableBoard:
    """The last attempt at this deal of the visitor's own partnership, as it is seen from their seat."""
    partnership, _ = own_partnership(request, token)
    found = latest_board(partnership.token, deal_number)
    if found is None:
        raise Http404(f"The two of you have not begun deal {deal_number}.")
    return as_seen(request, TableBoard.of(found))
