"""Inviting a partner, taking the free seat, and beginning boards together."""

from __future__ import annotations

from dataclasses import replace

from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.selectors import latest_board
from practice.boards.services import begin
from practice.partners.models import SEATS, Partnership

FULL = "Two people already bid together under this link, and there is no third seat."
SAME_NAME = "Your partner has this name. Choose another one."


class NotSeated(Exception):
    """Nobody takes a seat in this way; the message is for him."""


def invite(*, owner: str, nickname: str) -> Partnership:
    """A new partnership with its owner in the seat of South. Whoever gets its token may take that of North."""
    return Partnership.objects.create(south_key=owner, south_name=nickname)


def take_seat(*, partnership: Partnership, owner: str, nickname: str) -> Partnership:
    """Take the free seat under a nickname. Who sits there already keeps seat and nickname. Raises `NotSeated`."""
    if partnership.seat_of(owner) is not None:
        return partnership
    if nickname.casefold() == partnership.south_name.casefold():
        raise NotSeated(SAME_NAME)
    free = Partnership.objects.filter(pk=partnership.pk, north_key=None)
    if not free.update(north_key=owner, north_name=nickname):
        partnership.refresh_from_db()
        if partnership.seat_of(owner) is None:
            raise NotSeated(FULL)
        return partnership
    partnership.refresh_from_db()
    return partnership


def begin_shared_board(*, partnership: Partnership, deal_number: int, preferences: Preferences) -> StudentBoard:
    """A board of this deal for the two, or the one that they have begun, with the robots' first calls made."""
    found = latest_board(partnership.token, deal_number)
    if found is not None:
        return found
    board = StudentBoard(owner_key=partnership.token, partnership=partnership, deal_number=deal_number)
    return begin(board, replace(preferences, seat=SEATS[0].letter))
