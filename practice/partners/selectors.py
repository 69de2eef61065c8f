"""Reading partnerships and their boards."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from practice.boards.models import StudentBoard
from practice.boards.selectors import boards_of
from practice.partners.models import Partnership

MOST_BOARDS = 100  # of a partnership that are listed, those touched last


def partnership_by_token(token: str) -> Partnership | None:
    """The partnership of this token."""
    return Partnership.objects.select_related("south_system", "north_system").filter(token=token).first()


def partnerships_of(owner: str) -> list[Partnership]:
    """The partnerships of an owner, the last first."""
    return list(Partnership.objects.filter(Q(south_key=owner) | Q(north_key=owner)))


def open_boards_of(partnerships: Sequence[Partnership]) -> list[StudentBoard]:
    """The boards of these partnerships whose auctions still go on, those touched last first."""
    boards = StudentBoard.objects.filter(partnership__in=partnerships, finished_at=None)
    return list(boards.select_related("partnership").order_by("-updated_at", "-pk"))


def shared_boards(partnership: Partnership) -> list[StudentBoard]:
    """The latest boards of a partnership, those touched last first, which know how many of their calls agree."""
    return list(boards_of(partnership.token)[:MOST_BOARDS])
