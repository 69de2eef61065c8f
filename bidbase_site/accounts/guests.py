"""Guests who have stayed away: what they have goes when their session has run out, since nobody can come back to it.

What other people still use stays, under a key that nobody holds: boards of somebody else's set, places in it, and open
reports with the boards that they are about. It goes when nobody uses it any more.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Model, Q
from django.utils import timezone

from bidbase_site.accounts.belongings import NONE, delete_belongings, delete_in_pieces
from bidbase_web.visitors import ACCOUNT, NOBODY, OWNER
from practice.models import BoardSet, CallReport, Participant, Partnership, StudentBoard

GONE = "gone "  # begins the key of what a guest has left to others; nobody holds such a key
PIECE = 100  # sessions that are read at a time
KEY_LENGTH = StudentBoard._meta.get_field("owner_key").max_length

OPEN_REPORTS = Q(pk__in=CallReport.objects.filter(state=CallReport.State.OPEN).values("board"))


@dataclass(frozen=True)
class SharedTable:
    """A table of which others need the rows that meet the condition. `set_owner` leads to who hands out the set."""

    model: type[Model]
    condition: Q = NONE
    set_owner: str = ""

    def needed_by_others(self, key: str) -> Q:
        """The condition of the rows that somebody else than the owner with this key needs."""
        if not self.set_owner:
            return self.condition
        of_a_set = Q(**{f"{self.set_owner}__isnull": False}) & ~Q(**{f"{self.set_owner}__in": [key, NOBODY]})
        return self.condition | of_a_set


SHARED = (
    SharedTable(StudentBoard, OPEN_REPORTS, "set_board__board_set__owner_key"),
    SharedTable(Participant, set_owner="board_set__owner_key"),
    SharedTable(CallReport, Q(state=CallReport.State.OPEN)),
)


def clear_guests(*, seconds: float) -> bool:
    """Delete sessions that have run out, and what guests had in them. True when the time was up before the end.

    A guest's session goes last, so that what was interrupted is taken up again.
    """
    deadline = time.monotonic() + seconds
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    while piece := expired[:PIECE]:
        for session in piece:
            kept = session.get_decoded()
            if OWNER in kept and SESSION_KEY not in kept:
                delete_guest(key=kept[OWNER])
            session.delete()
            if time.monotonic() > deadline:
                return True
    delete_what_nobody_needs()
    return False


def delete_guest(*, key: str) -> None:
    """Delete what the guest with this key has. Raises `ValueError` for the key of an account."""
    if key.startswith(ACCOUNT):
        raise ValueError(f"{key!r} is the key of an account")
    for table in SHARED:
        rows = table.model._default_manager.filter(table.needed_by_others(key), owner_key=key)
        rows.update(owner_key=f"{GONE}{key}"[:KEY_LENGTH])
    delete_belongings(owner=key)


def delete_what_nobody_needs() -> None:
    """Delete what belongs to nobody, as far as nobody needs it any more."""
    for table in SHARED:
        left = table.model._default_manager.filter(owner_key__startswith=GONE)
        delete_in_pieces(left.exclude(table.needed_by_others(NOBODY)))
    nobodys = Q(south_key=NOBODY) & (Q(north_key=NOBODY) | Q(north_key=None))
    delete_in_pieces(StudentBoard.objects.filter(partnership__in=Partnership.objects.filter(nobodys)))
    delete_in_pieces(Partnership.objects.filter(nobodys))
    delete_in_pieces(BoardSet.objects.filter(owner_key=NOBODY))
