"""Inviting a partner, taking the free seat, and beginning boards together."""

from __future__ import annotations

from dataclasses import replace

from bidbase.game.cards import Seat
from editor.selectors import SystemRow, system_named
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.selectors import latest_board
from practice.boards.services import Refused, begin
from practice.partners.models import SEATS, Partnership

FULL = "Two people already bid together under this link, and there is no third seat."
NO_SYSTEM_CHOSEN = "Neither of you has chosen a system yet. Choose the one that you play."
SAME_NAME = "Your partner has this name. Choose another one."


class NotSeated(Exception):
    """Nobody takes a seat in this way; the message is for whoever has tried."""


def invite(*, owner: str, nickname: str) -> Partnership:
    """A new partnership with its owner in the seat of South. Whoever gets its token may take that of North."""
    return Partnership.objects.create(south_key=owner, south_name=nickname)


def take_seat(*, partnership: Partnership, owner: str, nickname: str, system: SystemRow | None = None) -> Partnership:
    """Take the free seat under a nickname, and play this system or else what the partner plays.

    Who sits there already keeps seat, nickname and system. Raises `NotSeated`.
    """
    if partnership.seat_of(owner) is not None:
        return partnership
    if nickname.casefold() == partnership.south_name.casefold():
        raise NotSeated(SAME_NAME)
    free = Partnership.objects.filter(pk=partnership.pk, north_key=None)
    if not free.update(north_key=owner, north_name=nickname, north_system=system):
        partnership.refresh_from_db()
        if partnership.seat_of(owner) is None:
            raise NotSeated(FULL)
        return partnership
    partnership.refresh_from_db()
    return partnership


def begin_shared_board(
    *, partnership: Partnership, seat: Seat, deal_number: int, preferences: Preferences
) -> TableBoard:
    """A board of this deal for the two, or the one that they have begun, with the robots' first calls made.

    The system of the preferences is the choice of the person in `seat`, kept for later boards; where it is blank,
    they play what their partner has chosen.
    """
    found = latest_board(partnership.token, deal_number)
    if found is not None:
        return TableBoard.of(found)
    own = system_named(preferences.our_system) if preferences.our_system else None
    played = {each: own if each is seat else partnership.choice_of(each) for each in SEATS}
    south, north = (system.slug for system in _filled_up(played[Seat.SOUTH], played[Seat.NORTH]))
    row = StudentBoard(owner_key=partnership.token, partnership=partnership, deal_number=deal_number)
    begun = begin(row, replace(preferences, seat=SEATS[0].letter, our_system=south, partner_system=north))
    chosen = {"south_system": own} if seat is Seat.SOUTH else {"north_system": own}
    Partnership.objects.filter(pk=partnership.pk).update(**chosen)
    return begun


def _filled_up(south: SystemRow | None, north: SystemRow | None) -> tuple[SystemRow, SystemRow]:
    """What each plays: who has chosen no system plays that of their partner. Raises `Refused` where nobody has."""
    if (either := south or north) is None:
        raise Refused(NO_SYSTEM_CHOSEN)
    return south or either, north or either
