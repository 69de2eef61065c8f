"""Partners as templates draw them: at the table, in lists, and the boards that two people share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from bidbase.game.auction import contract_title
from bidbase.game.cards import Seat
from editor.selectors import SystemRow
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.presenters import systems_in_words
from practice.boards.verdicts import agreeing_words
from practice.partners.models import Partnership


@dataclass(frozen=True)
class PartnerAtTable:
    """The person in partner's seat; `token` is that of the partnership. The nickname may not be known yet."""

    name: str
    seat: str
    token: str


def partner_at(board: TableBoard) -> PartnerAtTable | None:
    """The person in partner's seat as the student sees the table; None where a robot sits there."""
    partnership = board.row.partnership
    if partnership is None:
        return None
    seat = board.student.plus(2)
    return PartnerAtTable(name_of(partnership, seat), seat.title, partnership.token)


def name_of(partnership: Partnership, seat: Seat) -> str:
    """The nickname of the person in a seat, or what that person is to the reader while nobody has taken it."""
    return partnership.name_of(seat) or "your partner"


@dataclass(frozen=True)
class PartnershipLine:
    """A partnership of the visitor, and the deals that wait for them: the number of each and the token of its board."""

    token: str
    partner: str
    full: bool
    waiting: tuple[tuple[int, str], ...]


def partnership_lines(
    partnerships: Iterable[Partnership], open_boards: Collection[StudentBoard], owner: str
) -> list[PartnershipLine]:
    """The partnerships of an owner, with what waits for them among their open boards; those that wait come first."""
    seats = ((partnership, partnership.seat_of(owner)) for partnership in partnerships)
    lines = [_line(partnership, open_boards, seat) for partnership, seat in seats if seat is not None]
    return sorted(lines, key=lambda line: not line.waiting)


def _line(partnership: Partnership, open_boards: Iterable[StudentBoard], seat: Seat) -> PartnershipLine:
    waiting = (
        (row.deal_number, row.token)
        for row in open_boards
        if row.partnership_id == partnership.pk and _waits_for(TableBoard.of(row), seat)
    )
    return PartnershipLine(partnership.token, name_of(partnership, seat.plus(2)), partnership.full, tuple(waiting))


def _waits_for(board: TableBoard, seat: Seat) -> bool:
    """Whether the person in this seat can go on with an open board. Where a robot thinks, either of the two can."""
    partnership = board.row.partnership
    return board.auction.turn is not seat.plus(2) or (partnership is not None and partnership.alone)


@dataclass(frozen=True)
class SharedBoardLine:
    """A board of two people in their list: to go on with (`own_turn`), to wait for the partner, or finished.

    `result` is blank while the auction lasts; then it says the contract, and `agreed` of `judged` calls are those of
    both with which the system agrees.
    """

    token: str
    number: int
    attempt: int
    own_turn: bool
    systems: str
    touched: datetime
    result: str
    agreed: int
    judged: int

    @property
    def agreement(self) -> str:
        """How many calls agree, in words; blank where none is judged."""
        return agreeing_words(self.agreed, self.judged)


def shared_board_lines(boards: Iterable[StudentBoard], seat: Seat) -> list[SharedBoardLine]:
    """The boards of a partnership for the person in this seat: those that wait for them, then the other open ones.

    They know how many of their calls are judged and agreed.
    """
    lines = [_board_line(TableBoard.of(row), seat) for row in boards]
    return sorted(lines, key=lambda line: (bool(line.result), not line.own_turn))


def _board_line(board: TableBoard, seat: Seat) -> SharedBoardLine:
    row, finished = board.row, board.finished
    return SharedBoardLine(
        token=row.token,
        number=row.deal_number,
        attempt=row.attempt,
        own_turn=not finished and _waits_for(board, seat),
        systems=systems_in_words(row),
        touched=row.updated_at,
        result=contract_title(board.auction.contract) if finished else "",
        agreed=getattr(row, "agreed", 0) if finished else 0,
        judged=getattr(row, "judged", 0) if finished else 0,
    )


@dataclass(frozen=True)
class PartnershipPage:
    """The boards that two people share, as one of them sees the list.

    `plays` and `partner_plays` are the systems that they have chosen, blank where one plays what the other does.
    `alone` is somebody who holds both seats.
    """

    token: str
    partner: str
    full: bool
    alone: bool
    own_name: str
    own_seat: str
    plays: str
    partner_plays: str
    lines: tuple[SharedBoardLine, ...]

    @property
    def state(self) -> str:
        """What tells this list from a later one: whether the partner is there, what is played, the last change."""
        latest = max((line.touched.isoformat() for line in self.lines), default="")
        return f"{'two' if self.full else 'one'} {self.plays} {self.partner_plays} {latest}"

    @property
    def waiting(self) -> int:
        """How many boards wait for the reader."""
        return sum(line.own_turn for line in self.lines)


def _title(system: SystemRow | None) -> str:
    return system.title if system else ""


def partnership_page(partnership: Partnership, seat: Seat, boards: Iterable[StudentBoard]) -> PartnershipPage:
    """What the person in this seat sees of the partnership."""
    return PartnershipPage(
        partnership.token,
        name_of(partnership, seat.plus(2)),
        partnership.full,
        partnership.alone,
        partnership.name_of(seat),
        seat.title,
        _title(partnership.choice_of(seat)),
        _title(partnership.choice_of(seat.plus(2))),
        tuple(shared_board_lines(boards, seat)),
    )
