"""Which sets a visitor may see: fetch them or refuse."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpRequest

from bidbase_web.visitors import owner_of
from practice.sets.models import BoardSet, Participant
from practice.sets.selectors import participant_of, set_by_token


def readable_set(token: str) -> BoardSet:
    """The set of this token: whoever has the link may take part."""
    board_set = set_by_token(token)
    if board_set is None:
        raise Http404("There is no such set.")
    return board_set


def joined(request: HttpRequest, token: str) -> tuple[BoardSet, Participant | None]:
    """The set of this token, and who takes part in it from this browser."""
    board_set = readable_set(token)
    return board_set, participant_of(board_set, owner_of(request))


def own_set(token: str, secret: str) -> BoardSet:
    """The set of this token for its owner, who has the secret too."""
    board_set = set_by_token(token)
    if board_set is None or not secrets.compare_digest(board_set.secret.encode(), secret.encode()):
        raise Http404("There is no such set, or this is not the link to its results.")
    return board_set
