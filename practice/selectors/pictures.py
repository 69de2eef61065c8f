"""What has been shown, as pictures: for each seat how often it has how many points and how many cards of a suit.

Nobody peeks: all of it comes from the auction and the systems, for each seat in the same way. Not even the student's
own hand is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from bidbase.bidding.drawing import Frequencies, Picture, sample_deals
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, SUITS_DOWN, Seat, Strain
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.shown import Shown
from editor.selectors import System
from practice.models import Board
from practice.selectors.charts import LENGTHS, POINTS, Chart, Scale, draw_chart
from practice.selectors.robots import robot_table
from practice.selectors.rounds import COLUMNS, SmallCall, in_rounds

DEALS = 1000  # the shares of so many are right to two or three in a hundred
DEALT_AT_MOST = 400_000  # half a second's work
ENOUGH = 50  # different hands of a seat: with fewer the shares would tell of chance rather than of the auction
MOST = 0.9  # the part of the deals that "mostly" speaks of
KEPT = 24 * 60 * 60  # seconds
ANYTHING = HandSummary((0, POINTS.top), ((0, LENGTHS.top),) * 4, balanced=False)


@dataclass(frozen=True)
class ChartLine:
    """A line of a seat's picture: its points, or its cards in a suit.

    `span` holds most of the drawn deals; without these it is the agreed range, and `average` is blank.
    """

    suit: Strain | None
    scale: Scale
    chart: Chart
    average: str
    span: str


@dataclass(frozen=True)
class SeatPicture:
    """What one seat has shown, in words and as a picture. `shown` is None for one told to pass: that shows nothing."""

    seat: Seat
    shown: Shown | None
    lines: tuple[ChartLine, ...]


@dataclass(frozen=True)
class Pictures:
    """What every seat has shown by the calls of `auction`.

    `rounds` has all calls of the board, each a link. `drawn` is False where too few deals fit: then the pictures
    have the agreed ranges alone; else about one deal in `one_in` fits.
    """

    auction: Auction
    rounds: list[list[SmallCall | None]]
    seats: tuple[SeatPicture, ...]
    student: Seat
    drawn: bool
    one_in: int

    @property
    def odds(self) -> str:
        """How many deals fit, in words."""
        return f"about one deal in {self.one_in:,} does" if self.one_in > 1 else "almost every deal does"


@dataclass(frozen=True)
class _Drawing:
    """What drawing deals for an auction has given: no pictures where too few fit."""

    pictures: dict[Seat, Picture]
    one_in: int = 0


def pictures(board: Board, count: int) -> Pictures:
    """What has been shown at a board by its first `count` calls. Raises `IndexError` where it has not so many."""
    calls = board.auction.calls
    if count > len(calls):
        raise IndexError(count)
    table, auction = robot_table(board), board.auction.before(count)
    silent = tuple(seat for seat in SEATS if board.opponents_silent and seat.side is not board.student_side)
    told, drawing = table.shown(auction), _drawing(board, table, auction, silent)
    return Pictures(
        auction,
        in_rounds(board.dealer, (SmallCall(call, False, at, at == count) for at, call in enumerate(calls, 1))),
        tuple(
            _seat_picture(seat, None if seat in silent else told[seat], drawing.pictures.get(seat)) for seat in COLUMNS
        ),
        board.student,
        bool(drawing.pictures),
        drawing.one_in,
    )


def _drawing(board: Board, table: Table, auction: Auction, silent: tuple[Seat, ...]) -> _Drawing:
    """The pictures from drawn deals, drawn once for each auction while the systems stay as they are."""
    key = drawing_key(board, auction)
    found: _Drawing | None = cache.get(key)
    if found is None:
        drawn = sample_deals(table, auction, DEALS, DEALT_AT_MOST, silent=silent)
        if drawn.variety >= ENOUGH:
            found = _Drawing({seat: drawn.picture(seat) for seat in SEATS}, round(1 / drawn.share))
        else:
            found = _Drawing({})
        cache.set(key, found, KEPT)
    return found


def drawing_key(board: Board, auction: Auction) -> str:
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


def _version(system: System) -> tuple[object, ...]:
    # `created` tells apart systems that come to the same key one after the other.
    return system.pk, system.created, system.revision


def _seat_picture(seat: Seat, told: Shown | None, picture: Picture | None) -> SeatPicture:
    agreed = told.summary if told and told.summary else ANYTHING
    points = _line(None, POINTS, picture.points if picture else None, agreed.hcp)
    lengths = (
        _line(suit, LENGTHS, picture.lengths[suit] if picture else None, agreed.lengths[suit]) for suit in SUITS_DOWN
    )
    return SeatPicture(seat, told, (points, *lengths))


def _line(suit: Strain | None, scale: Scale, found: Frequencies | None, agreed: tuple[int, int]) -> ChartLine:
    low, high = found.most(MOST) if found else agreed
    return ChartLine(
        suit,
        scale,
        draw_chart(found, agreed, scale),
        f"{found.mean:.1f}" if found else "",
        str(low) if low == high else f"{low}–{high}",
    )
