"""Who asks, and which boards and systems they may see or change: fetch it or refuse."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest

from bidbase.game.dealing import MAX_DEAL_NUMBER
from bidbase_web.visitors import known_owner
from editor.selectors import SystemRow, readable_among, reader_of, systems_at_hand
from practice.boards.board import IN_EXAM, TableBoard
from practice.boards.preferences import Preferences, preferences_from
from practice.boards.selectors import board_by_token

RANDOM_DEALS = 1_000_000  # short numbers are easier to tell to somebody
PREFERENCES = "preferences"
NOT_YOURS = "There is no such board, or it is not yours."


class NoSystem(Exception):
    """The site has no system to bid with yet."""


def own_board(request: HttpRequest, token: str) -> TableBoard:
    """The visitor's own board of this token. Anybody else's is not there."""
    board = board_by_token(token)
    if board is None:
        raise Http404(NOT_YOURS)
    return as_seen(request, board)


def told_board(request: HttpRequest, token: str) -> TableBoard:
    """The visitor's own board of this token, if they may be told of their calls there."""
    board = own_board(request, token)
    if board.row.in_exam:
        raise PermissionDenied(IN_EXAM)
    return board


def as_seen(request: HttpRequest, board: TableBoard) -> TableBoard:
    """The visitor's own board, as it is seen from their seat. Anybody else's is not there."""
    seat = board.seat_of(known_owner(request))
    if seat is None:
        raise Http404(NOT_YOURS)
    return board.seen_from(seat)


def is_own(request: HttpRequest, board: TableBoard) -> bool:
    """Whether this is the visitor's own board."""
    return board.seat_of(known_owner(request)) is not None


def readable_board(request: HttpRequest, token: str) -> TableBoard:
    """A board that the visitor may read: their own, or a finished one of which they have the link."""
    board = board_by_token(token)
    seat = board.seat_of(known_owner(request)) if board is not None else None
    if board is not None and seat is not None:
        return board.seen_from(seat)
    if board is not None and board.finished and not board.row.in_exam:
        return board
    raise Http404("There is no such board, or its auction is not over yet.")


def finished_board(request: HttpRequest, token: str) -> TableBoard:
    """The finished board of this token. An open one is not there, not even for its owner, nor one of an open exam."""
    board = readable_board(request, token)
    if not board.finished:
        raise Http404("The auction of this board is not over yet.")
    if board.row.in_exam:
        raise PermissionDenied(IN_EXAM)
    return board


def open_systems(request: HttpRequest, board: TableBoard) -> frozenset[int]:
    """The keys of those systems of a board whose entries the visitor may read.

    At the table everybody is told what the calls mean, by whatever system; what its entries say is for its readers.
    In an exam they are for nobody at the table.
    """
    return frozenset() if board.row.in_exam else readable_among(set(board.systems), reader_of(request))


def systems_to_play(request: HttpRequest) -> list[SystemRow]:
    """The systems that the visitor may choose from, at least one. Raises `NoSystem`."""
    systems = systems_at_hand(reader_of(request))
    if not systems:
        raise NoSystem
    return systems


def preferences_of(request: HttpRequest, systems: Sequence[SystemRow]) -> Preferences:
    """The visitor's choices among the systems to play."""
    return preferences_from(request.session.get(PREFERENCES, {}), systems)


def keep_preferences(request: HttpRequest, preferences: Preferences) -> None:
    """Remember the visitor's choices."""
    request.session[PREFERENCES] = preferences.to_session()


def deal_number(text: str) -> int:
    """The number of a deal as it stands in an address."""
    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MAX_DEAL_NUMBER:
        return int(text)
    raise Http404(f"There is no deal {text[:20]}: deals are numbered from 1 to {MAX_DEAL_NUMBER}.")


def random_deal_number() -> int:
    """A number that nobody can foresee."""
    return secrets.randbelow(RANDOM_DEALS) + 1


def calls_seen(request: HttpRequest) -> int:
    """How many calls the visitor's page showed."""
    text = request.POST.get("at", "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadRequest("The form does not say how many calls had been made. Reload the table.")
    return int(text)
