"""Drawing the deals that a board's auction still allows: a worker does it, once for each auction and systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidbase.bidding.drawing import Frequencies, Picture, sample_deals
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Seat
from editor.work import Arguments, Reporter, StillWorking, register
from practice.boards.models import StudentBoard
from practice.boards.robots import table_arguments, table_of

KIND = "pictures"
DEALS = 1000  # the shares of so many are right to two or three in a hundred
DEALT_AT_MOST = 400_000  # half a second's work
ENOUGH = 50  # different hands of a seat: with fewer the shares would tell of chance rather than of the auction


@dataclass(frozen=True)
class Drawing:
    """What drawing deals for an auction has given: no pictures where too few fit; else about one in `one_in` fits."""

    pictures: dict[Seat, Picture]
    one_in: int = 0


def drawing_for(board: StudentBoard, auction: Auction) -> StillWorking:
    """The drawing for an auction of this board; `drawing_of_json` reads its result. The deal is not part of it."""
    arguments = table_arguments(board) | {"auction": str(auction), "seed": ""}
    return StillWorking(KIND, arguments, "Drawing deals that fit the auction")


def drawing_of_json(stored: dict[str, Any]) -> Drawing:
    """The drawing that a worker has stored."""
    pictures = {
        Seat.parse(letter): Picture(
            Frequencies(tuple(picture["points"])), tuple(Frequencies(tuple(lengths)) for lengths in picture["lengths"])
        )
        for letter, picture in stored["pictures"].items()
    }
    return Drawing(pictures, stored["one_in"])


def _draw(arguments: Arguments, report: Reporter) -> dict[str, Any]:
    table, auction = table_of(arguments)
    sampled = sample_deals(table, auction, DEALS, DEALT_AT_MOST, silent=tuple(table.silent))
    if sampled.variety < ENOUGH:
        return {"pictures": {}, "one_in": 0}
    pictures = {seat.letter: sampled.picture(seat) for seat in SEATS}
    return {
        "pictures": {
            letter: {
                "points": list(picture.points.shares),
                "lengths": [list(lengths.shares) for lengths in picture.lengths],
            }
            for letter, picture in pictures.items()
        },
        "one_in": round(1 / sampled.share),
    }


register(KIND, _draw)
