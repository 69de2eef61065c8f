"""What has been shown, as pictures: for each seat how often it has how many points and how many cards of a suit.

Nobody peeks: all of it comes from the auction and the systems, for each seat in the same way. Not even the student's
own hand is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.drawing import Frequencies, Picture
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS_DOWN, Seat, Strain
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.shown import Shown
from practice.boards.board import TableBoard
from practice.boards.presenters import COLUMNS, SmallCall, in_rounds
from practice.shown.charts import LENGTHS, POINTS, Chart, Scale, draw_chart
from practice.shown.pictures import Drawing

MOST = 0.9  # the part of the deals that "mostly" speaks of
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
    """What one seat has shown, in words and as a picture. `shown` is None for a seat that always passes."""

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


def pictures_of(board: TableBoard, table: Table, auction: Auction, drawing: Drawing) -> Pictures:
    """What has been shown at a board by `auction`, which is its own or the beginning of it.

    In an exam the student is not told how their own calls are read.
    """
    count, shown = len(auction.calls), table.read_shown(auction)
    calls = (SmallCall(call, False, number, number == count) for number, call in enumerate(board.auction.calls, 1))
    seats = (
        _seat_picture(seat, None if seat in table.silent else shown[seat], drawing.pictures.get(seat))
        for seat in COLUMNS
        if not (board.row.in_exam and seat is board.student)
    )
    return Pictures(
        auction,
        in_rounds(board.auction.dealer, calls),
        tuple(seats),
        board.student,
        bool(drawing.pictures),
        drawing.one_in,
    )


def _seat_picture(seat: Seat, shown: Shown | None, picture: Picture | None) -> SeatPicture:
    agreed = shown.summary if shown and shown.summary else ANYTHING
    points = _line(None, POINTS, picture.points if picture else None, agreed.hcp)
    lengths = (
        _line(suit, LENGTHS, picture.lengths[suit] if picture else None, agreed.lengths[suit]) for suit in SUITS_DOWN
    )
    return SeatPicture(seat, shown, (points, *lengths))


def _line(suit: Strain | None, scale: Scale, found: Frequencies | None, agreed: tuple[int, int]) -> ChartLine:
    low, high = found.most(MOST) if found else agreed
    return ChartLine(
        suit,
        scale,
        draw_chart(found, agreed, scale),
        f"{found.mean:.1f}" if found else "",
        str(low) if low == high else f"{low}–{high}",
    )
