"""Drawing the deals that a board's auction still allows: a worker does it, once for each auction and systems."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bidbase.bidding.drawing import Picture, sample_deals
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Seat
from bidbase_web.jobs.job import Job, JobLine, Reporter
from practice.boards.board import TableBoard
from practice.boards.robots import TableSettings

DEALS = 1000  # the shares of so many are right to two or three in a hundred
DEALT_AT_MOST = 400_000  # half a second's work
ENOUGH = 50  # different hands of a seat: with fewer the shares would tell of chance rather than of the auction


@dataclass(frozen=True)
class Drawing:
    """What drawing deals for an auction has given: no pictures where too few fit; else about one in `one_in` fits."""

    pictures: dict[Seat, Picture]
    one_in: int = 0


@dataclass(frozen=True)
class DrawPictures(Job[Drawing]):
    """The drawing for an auction at a table. The deal is not part of it."""

    kind = "pictures"
    line = JobLine.TABLE
    doing = "Drawing deals that fit the auction"
    while_watched = True

    settings: TableSettings
    auction: str

    @classmethod
    def of(cls, board: TableBoard, auction: Auction) -> DrawPictures:
        """The job of an auction of this board."""
        return cls(replace(TableSettings.of(board), seed=""), str(auction))

    def work(self, report: Reporter) -> Drawing:
        """Draw the deals."""
        table, auction = self.settings.open(), self.settings.auction(self.auction)
        table.read_shown(auction)  # takes a moment where nobody has asked: the page then finds it on the shelf
        sampled = sample_deals(table, auction, DEALS, DEALT_AT_MOST, silent=tuple(table.silent))
        if sampled.variety < ENOUGH:
            return Drawing({})
        return Drawing({seat: sampled.picture(seat) for seat in SEATS}, round(1 / sampled.share))
