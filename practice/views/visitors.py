"""Who asks, and which board they may see or change: fetch it or refuse."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from practice.models import Board
from practice.selectors.boards import board_by_token
from practice.selectors.preferences import Preferences, preferences_from

OWNER = "owner_key"
PREFERENCES = "preferences"


class HtmxRequest(HttpRequest):
    """A request that the middleware of django-htmx has seen."""

    htmx: HtmxDetails


def owner_of(request: HttpRequest) -> str:
    """The key of this browser, which owns its boards; made when it is first needed."""
    if OWNER not in request.session:
        request.session[OWNER] = secrets.token_urlsafe(32)
    return str(request.session[OWNER])


def own_board(request: HttpRequest, token: str) -> Board:
    """The visitor's own board of this token. Anybody else's is not there."""
    board = board_by_token(token)
    if board is None or not is_own(request, board):
        raise Http404("There is no such board, or it is not yours.")
    return board


def is_own(request: HttpRequest, board: Board) -> bool:
    """Whether this is the visitor's own board."""
    return board.owner_key == request.session.get(OWNER)


def readable_board(request: HttpRequest, token: str) -> Board:
    """A board that the visitor may read: his own, or a finished one of which he has the link."""
    board = board_by_token(token)
    if board is not None and (board.finished or is_own(request, board)):
        return board
    raise Http404("There is no such board, or its auction is not over yet.")


def preferences_of(request: HttpRequest) -> Preferences | None:
    """The visitor's choices; None while the site has no system to bid with."""
    return preferences_from(request.session.get(PREFERENCES, {}))


def keep_preferences(request: HttpRequest, preferences: Preferences) -> None:
    """Remember the visitor's choices."""
    request.session[PREFERENCES] = preferences.to_session()
