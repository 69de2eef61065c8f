"""`bidbase boards`: boards of a PBN or LIN file, bid by robots on demand, written in PBN, in LIN or as JSON lines.

What is wrong with a file is told beside the boards that can be read. Hands that it does not give are dealt at random.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.cli.options import add_system, add_thinking, refuse
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.board_files import read_board_file
from bidbase.game.boards import DealtBoard, WrittenBoard
from bidbase.game.cards import SEATS
from bidbase.game.lin import lin_of
from bidbase.game.pbn import HEADER, dealt_pbn, pbn_of
from bidbase.language.circumstances import Scoring
from bidbase.systems import open_system

MAX_BYTES = 1 << 23  # of a file; a board takes some hundreds
_PLAYERS = {seat: seat.title for seat in SEATS}
Write = Callable[[int, DealtBoard, Auction | None], str]
"""A board with its number in the file, and the auction that robots have bid or the file has."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("file", help="a file in PBN or LIN; - reads the input")
    to_help = "write PBN, LIN, or JSON lines, which `bidbase auction` reads (default json)"
    command.add_argument("--to", choices=_WRITERS, default="json", help=to_help)
    command.add_argument("--bid", action="store_true", help="have four robots bid each board")
    command.add_argument("--scoring", default="IMP", help="IMP or MP (default IMP)")
    add_thinking(command)
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Write each board as soon as it is bid; 2 where something of the file cannot be read. Raises `TextError`."""
    try:
        file = read_board_file(_content_of(options.file))
    except OSError as error:
        return refuse(f"{options.file}: {error.strerror}")
    for fault in file.faults:
        print(f"{options.file}: {fault}", file=sys.stderr)
    scoring, bidder = Scoring.parse(options.scoring), Bidder(open_system(options.system))
    thinking = SEATS if options.think else ()
    if options.to == "pbn":
        print(HEADER, end="")
    for place, written in enumerate(file.boards, 1):
        board, number = written.dealt(place), _number_of(written, place)
        table = Table(bidder, bidder, scoring, seed=str(board.deal), thinking=thinking)
        given = written.auction if written.auction.calls else None
        auction = table.bid_deal(board.deal, board.dealer, board.vulnerability)[0] if options.bid else given
        print(_WRITERS[options.to](number, board, auction), end="", flush=True)
    return 2 if file.faults else 0


def _number_of(board: WrittenBoard, place: int) -> int:
    """The number of a board in its file, or else its place there."""
    return int(board.number) if board.number.isascii() and board.number.isdecimal() else place


def _content_of(name: str) -> bytes:
    """What is in a file, whose size is limited; the input for `-`."""
    with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise TextError(f"{name}: this has more than {MAX_BYTES:,} bytes")
    return content


def _pbn(number: int, board: DealtBoard, auction: Auction | None) -> str:
    return dealt_pbn(number, board, {}) if auction is None else pbn_of(number, board.deal, auction, _PLAYERS, {})


def _lin(number: int, board: DealtBoard, auction: Auction | None) -> str:
    return lin_of(number, board.deal, auction or Auction(board.dealer, board.vulnerability), _PLAYERS) + "\n"


def _json(number: int, board: DealtBoard, auction: Auction | None) -> str:
    """A line that `bidbase auction` reads; with the auction where there is one."""
    record = {"id": number, "deal": str(board.deal), "dealer": board.dealer.letter}
    record |= {"vulnerability": str(board.vulnerability)} | ({} if auction is None else {"auction": str(auction)})
    return json.dumps(record) + "\n"


_WRITERS: dict[str, Write] = {"json": _json, "pbn": _pbn, "lin": _lin}
