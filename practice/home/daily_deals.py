"""Which deals are for everybody today, and which one is for a first visit."""

from __future__ import annotations

from datetime import date
from itertools import count

from bidbase.game.cards import Seat, board_dealer
from bidbase.game.dealing import numbered_deal
from bidbase.game.evaluation import COUNT_BY_NAME

DEALS_A_DAY = 10
_ROUND = 16  # after so many boards dealer and vulnerability begin again
OPENING_HCP = 13


def deals_of(day: date) -> tuple[int, ...]:
    """The numbers of the ten deals of a day, the same for everybody.

    They have the dealers and vulnerabilities of boards 1 to 10. Random deals have lower numbers, so nobody meets the
    deals of a day before.
    """
    before = _ROUND * day.toordinal()
    return tuple(range(before + 1, before + DEALS_A_DAY + 1))


def first_deal(seat: Seat) -> int:
    """A deal for a first visit: the student in this seat deals, and has a hand to open the bidding with."""
    hcp = COUNT_BY_NAME["hcp"].of
    return next(
        number
        for number in count(1)
        if board_dealer(number) is seat and hcp(numbered_deal(number)[seat]) >= OPENING_HCP
    )
