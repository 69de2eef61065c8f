"""A board as it was read: its deal, its auction, who sits where and what is played, for all that a request does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Deal, Hand, Seat, Side, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.circumstances import Scoring
from bidbase.lazy import lazy_property
from editor.selectors import SystemRow
from practice.boards.models import StudentBoard, StudentCall

IN_EXAM = (
    "This board belongs to an exam: there are no hints and no Undo, and nothing is said of a call before it is closed."
)


class NoViewpoint(Exception):
    """An open board of two people was looked at from nobody's seat: one hand of theirs is hidden from each."""


@dataclass(frozen=True)
class TableBoard:
    """A board as it was read, once for a whole request. A call that is made makes another board.

    `row` has what is saved of the board, and `auction` the calls so far. `viewpoint` is the seat of the one of two
    people who looks at the board; None for everybody else. `known_calls` are calls of people that have been read or
    made before, by index, so that nobody reads them again.
    """

    row: StudentBoard
    auction: Auction
    viewpoint: Seat | None = None
    known_calls: Mapping[int, StudentCall] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, row: StudentBoard) -> TableBoard:
        """The board of a row."""
        if row.cards:
            dealer, vulnerability = Seat.parse(row.cards_dealer), Vulnerability.parse(row.cards_vulnerability)
        else:
            dealer, vulnerability = board_dealer(row.deal_number), board_vulnerability(row.deal_number)
        return cls(row, Auction.parse(row.calls, dealer, vulnerability))

    @property
    def finished(self) -> bool:
        """Whether the auction is over, and all hands may be seen."""
        return self.row.finished

    @lazy_property
    def deal(self) -> Deal:
        """All four hands: only for robots, and for readers once the board is finished."""
        return Deal.parse(self.row.cards) if self.row.cards else numbered_deal(self.row.deal_number)

    @lazy_property
    def people(self) -> tuple[Seat, ...]:
        """The seats in which people sit, the first one's first; robots sit in the others."""
        own = Seat.parse(self.row.seat)
        return (own, own.plus(2)) if self.row.partnership_id else (own,)

    @property
    def student_side(self) -> Side:
        """The students' side."""
        return self.people[0].side

    @property
    def student(self) -> Seat:
        """The student's seat: of two people that of the one from whose seat the board is seen.

        A finished board can be seen from nobody's. Raises `NoViewpoint` for an open one.
        """
        if self.viewpoint is None and self.row.partnership_id and not self.finished:
            raise NoViewpoint
        return self.people[0] if self.viewpoint is None else self.viewpoint

    @property
    def own_hand(self) -> Hand:
        """The student's hand."""
        return self.deal[self.student]

    def seen_from(self, seat: Seat) -> TableBoard:
        """The board as the student in this seat sees it; only a board of two people looks different."""
        return replace(self, viewpoint=seat) if self.row.partnership_id and seat is not self.viewpoint else self

    def seat_of(self, key: str | None) -> Seat | None:
        """Where whoever holds this owner key sits at the board; None for everybody else.

        Who holds the keys of both seats sits where it is their turn.
        """
        seats = [seat for seat in self.people if key and key == self.key_of(seat)]
        turn = self.auction.turn
        return turn if turn in seats and not self.finished else next(iter(seats), None)

    def key_of(self, seat: Seat) -> str:
        """The owner key of the person in this seat."""
        return self.row.owner_key if self.row.partnership is None else self.row.partnership.key_of(seat)

    def name_of(self, seat: Seat) -> str:
        """The nickname of the person in this seat; blank for a robot, and for a student who bids with robots alone."""
        return self.row.partnership.name_of(seat) if self.row.partnership is not None and seat in self.people else ""

    @lazy_property
    def calls_of_people(self) -> dict[int, StudentCall]:
        """The calls of all people in this auction, by index. What another request has just made is left out."""
        made, known = [str(call) for call in self.auction.calls], self.known_calls
        rows = self.row.student_calls.filter(index__lt=len(made)) if known is None else known.values()
        in_order = sorted(rows, key=lambda row: row.index)
        return {row.index: row for row in in_order if row.index < len(made) and row.call == made[row.index]}

    @property
    def robots_turn(self) -> bool:
        """Whether a robot is to call."""
        return not self.finished and self.auction.turn not in self.people

    @lazy_property
    def systems(self) -> tuple[SystemRow, ...]:
        """What each seat plays: during the auction the system as it is now, and afterwards as it was then."""
        return tuple(map(self._system_of, SEATS))

    def _system_of(self, seat: Seat) -> SystemRow:
        row = self.row
        if seat.side is not self.student_side:
            system, revision = row.their_system, row.their_revision
        elif row.partner_system is not None and seat is not self.people[0]:
            system, revision = row.partner_system, row.partner_revision or 0
        else:
            system, revision = row.our_system, row.our_revision
        return system.as_of(revision) if self.finished else system

    @property
    def feedback(self) -> bool:
        """Whether the student is told after each call what the system says of it."""
        return self.row.feedback and not self.row.in_exam

    @property
    def scoring(self) -> Scoring:
        """The form of scoring."""
        return Scoring(self.row.scoring)

    @property
    def hints_seen(self) -> int:
        """How many hints the student has seen on the call that is theirs to make now."""
        return int(self.row.hints.get(self.row.calls, 0)) if self.auction.turn is self.student else 0
