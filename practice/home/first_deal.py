"""Which deal is for a first visit."""

from __future__ import annotations

from functools import cache
from itertools import count

from bidbase.game.cards import Seat, Strain, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.evaluation import COUNT_BY_NAME

OPENER_HCP = range(12, 15)
RESPONDER_HCP = range(6, 10)
_HCP = COUNT_BY_NAME["hcp"].of


@cache
def first_deal(seat: Seat) -> int:
    """A deal for a first visit: the student in this seat deals and opens a major, and partner raises it.

    Nobody is vulnerable, and neither hand has anything unusual: the deal is for somebody who has never bid.
    """
    return next(number for number in count(1) if _deals_unvulnerable(number, seat) and _is_plain(number, seat))


def _deals_unvulnerable(number: int, seat: Seat) -> bool:
    return board_dealer(number) is seat and board_vulnerability(number) is Vulnerability.NONE


def _is_plain(number: int, seat: Seat) -> bool:
    """Whether this seat has a minimum opening with one five-card suit, a major, and partner a simple raise."""
    deal = numbered_deal(number)
    opener, responder = deal[seat], deal[seat.plus(2)]
    return (
        any(opener.lengths[major] == 5 and responder.lengths[major] == 3 for major in (Strain.SPADES, Strain.HEARTS))
        and sorted(opener.lengths)[-2] <= 4
        and max(responder.lengths) == 4
        and min(*opener.lengths, *responder.lengths) >= 2
        and _HCP(opener) in OPENER_HCP
        and _HCP(responder) in RESPONDER_HCP
    )
