"""Drawing the deals that a board's auction still allows, once for each auction while the systems stay as they are."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from bidbase.bidding.drawing import Picture, sample_deals
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Seat
from editor.selectors import SystemRow
from practice.boards.models import StudentBoard

DEALS = 1000  # the shares of so many are right to two or three in a hundred
DEALT_AT_MOST = 400_000  # half a second's work
ENOUGH = 50  # different hands of a seat: with fewer the shares would tell of chance rather than of the auction
KEPT = 24 * 60 * 60  # seconds


@dataclass(frozen=True)
class Drawing:
    """What drawing deals for an auction has given: no pictures where too few fit; else about one in `one_in` fits."""

    pictures: dict[Seat, Picture]
    one_in: int = 0


def drawing_of(board: StudentBoard, table: Table, auction: Auction) -> Drawing:
    """The pictures from drawn deals; nobody's cards are looked at."""
    key = drawing_key(board, auction)
    found: Drawing | None = cache.get(key)
    if found is None:
        drawn = sample_deals(table, auction, DEALS, DEALT_AT_MOST, silent=tuple(table.silent))
        if drawn.variety >= ENOUGH:
            found = Drawing({seat: drawn.picture(seat) for seat in SEATS}, round(1 / drawn.share))
        else:
            found = Drawing({})
        cache.set(key, found, KEPT)
    return found


def drawing_key(board: StudentBoard, auction: Auction) -> str:
    """A name for all that a drawing depends on. The deal is not among it."""
    parts = (
        *_version(board.our_system),
        *_version(board.their_system),
        board.student_side,
        board.opponents_silent,
        board.scoring,
        auction.dealer,
        auction.vulnerability,
        auction,
    )
    return "pictures-" + sha256("|".join(map(str, parts)).encode()).hexdigest()


def _version(system: SystemRow) -> tuple[object, ...]:
    # `created` tells apart systems that come to the same key one after the other.
    return system.pk, system.created, system.revision
