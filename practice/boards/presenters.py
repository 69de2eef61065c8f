"""Auctions as templates draw them: in rows of four, West first, and each call of a board with what it means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Seat
from editor.selectors import SystemRow
from practice.boards.board import TableBoard
from practice.boards.models import THOUGHT, FirstCall, StudentBoard, StudentCall, Verdict
from practice.boards.verdicts import MARKS, came_of, time_words

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)

Cell = TypeVar("Cell")


class NotFinished(Exception):
    """The auction is not over: nothing of the hidden hands may be told."""


def in_rounds(dealer: Seat, calls: Iterable[Cell]) -> list[list[Cell | None]]:
    """Calls in rows of four from West; None before the dealer and after the last."""
    cells: list[Cell | None] = [None] * COLUMNS.index(dealer)
    cells += calls
    cells += [None] * (-len(cells) % 4)
    return [cells[start : start + 4] for start in range(0, len(cells), 4)]


@dataclass(frozen=True)
class SmallCall:
    """A call of a small auction, and whether no entry fitted.

    Where it is a link, that leads to what the first `count` calls show; `current` is the one that is shown now.
    """

    call: Call
    no_entry: bool = False
    count: int = 0
    current: bool = False


@dataclass(frozen=True)
class Player:
    """A column of the auction."""

    seat: Seat
    vulnerable: bool
    dealer: bool
    role: str  # You, Partner or the partner's name, or nothing
    name: str  # the nickname of one of two people, or nothing


@dataclass(frozen=True)
class MadeCall:
    """A call of the auction as everybody sees it.

    `alert` says whether and how it is alerted, and `announcement` what is announced; the whole meaning is left to
    those who show it. `verdict` is blank while the student wants no feedback, and `hinted` counts the hints seen before
    it. `system` is the slug of the system that the call comes from, blank where the reader may not read it. Where the
    two partners play different systems, `plays` names it. `thought` says that a robot thought and departed from the
    book, and `unweighed` that it called by the book alone since no worker was free in time.
    """

    index: int
    call: Call
    seat: Seat
    by: str
    alert: str
    announcement: str
    system: str
    plays: str
    no_entry: bool
    thought: bool = False
    unweighed: bool = False
    verdict: str = ""
    verdict_words: str = ""
    mark: str = ""
    hinted: int = 0

    @property
    def simulated(self) -> bool:
        """Whether it is a robot's bid that no entry makes: the contract that a simulation found best."""
        return self.no_entry and self.call is not PASS


@dataclass(frozen=True)
class AuctionTable:
    """The auction of a board from West, with everything about each call that all players know.

    `rounds` has a call, `turn` where the student is to call, or None.
    """

    auction: Auction
    players: tuple[Player, ...]
    calls: tuple[MadeCall, ...]
    rounds: list[list[MadeCall | str | None]]


def auction_table(
    board: TableBoard, table: Table, judged: Mapping[int, StudentCall], readable: Collection[int]
) -> AuctionTable:
    """The auction of a board; `judged` are the calls of the student whose verdicts may be seen, by index.

    `readable` are the keys of the systems that the reader may read.
    """
    auction = board.auction
    calls = tuple(
        _made_call(board, table, auction.before(index), call, judged.get(index), readable)
        for index, call in enumerate(auction.calls)
    )
    cells: list[MadeCall | str] = [*calls, *(() if board.finished else ("turn",))]
    players = (
        Player(
            seat,
            auction.vulnerability.of(seat.side),
            seat is auction.dealer,
            role_of(board, seat),
            board.name_of(seat),
        )
        for seat in COLUMNS
    )
    return AuctionTable(auction, tuple(players), calls, in_rounds(auction.dealer, cells))


def role_of(board: TableBoard, seat: Seat) -> str:
    """What a seat is to the student: `You`, `Partner` or the nickname of a person there, or nothing."""
    return {0: "You", 2: board.name_of(seat) or "Partner"}.get((seat - board.student) % 4, "")


def systems_in_words(row: StudentBoard) -> str:
    """`SAYC`, `SAYC against Acol`, `SAYC (South), Our SAYC (North) against Acol`."""
    ours, theirs = [row.our_system.title], row.their_system.title
    if row.partner_system is not None:
        own = Seat.parse(row.seat)
        ours = [f"{ours[0]} ({own.title})", f"{row.partner_system.title} ({own.plus(2).title})"]
    return ", ".join(ours) if ours == [theirs] else f"{', '.join(ours)} against {theirs}"


def slug_for_reader(system: SystemRow, readable: Collection[int]) -> str:
    """The slug of a system for links to it; blank where the reader may not read it."""
    return system.slug if system.pk in readable else ""


def _made_call(
    board: TableBoard,
    table: Table,
    before: Auction,
    call: Call,
    judged: StudentCall | None,
    readable: Collection[int],
) -> MadeCall:
    index, seat = len(before.calls), before.turn
    own_in_exam = board.row.in_exam and seat is board.student
    row, system = board.row, board.systems[seat]
    differ = row.partner_system is not None and seat.side is board.student_side
    alert = "" if own_in_exam else table.alert(before, call)
    made = MadeCall(
        index,
        call,
        seat,
        role_of(board, seat) or seat.title,
        alert,
        table.meaning(before, call).announcement if alert == "announce" else "",
        slug_for_reader(system, readable),
        system.title if differ else "",
        row.sources[index] == "",
        row.sources[index] == THOUGHT,
        index in row.unweighed,
    )
    if judged is None:
        return made
    verdict = Verdict(judged.verdict)
    return replace(
        made, verdict=verdict.value, verdict_words=str(verdict.label), mark=MARKS[verdict], hinted=judged.hinted
    )


@dataclass(frozen=True)
class FirstLine:
    """What a student called first after some calls, its verdict with the mark, what came of it, and the time taken."""

    before: tuple[Call, ...]
    call: Call
    verdict: str
    mark: str
    words: str
    time: str


def first_lines(firsts: Iterable[FirstCall], *, feedback: bool) -> tuple[FirstLine, ...]:
    """First calls as lists show them; `feedback` says whether the student was told of each call."""
    return tuple(
        FirstLine(
            tuple(map(Call.parse, filter(None, first.auction.split("-")))),
            Call.parse(first.call),
            first.verdict,
            MARKS[Verdict(first.verdict)],
            came_of(first, feedback=feedback),
            time_words(first.seconds),
        )
        for first in firsts
    )
