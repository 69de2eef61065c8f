"""The table as the student sees it. The other hands are not part of it while the auction lasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property

from bidbase.bidding.robots import Table
from bidbase.game.auction import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import Hand, Seat
from bidbase.meaning.disclosure import Meaning
from practice.models import Board, StudentCall
from practice.selectors.drills import Drill, DrillProgress, standing
from practice.selectors.feedback import Feedback, feedback_on
from practice.selectors.robots import robot_table
from practice.selectors.rounds import COLUMNS, in_rounds

VULNERABILITY_WORDS = ("Nobody vulnerable", "North-South vulnerable", "East-West vulnerable", "Both sides vulnerable")


@dataclass(frozen=True)
class Player:
    """A column of the auction."""

    seat: Seat
    vulnerable: bool
    dealer: bool
    role: str  # You, Partner, or nothing


@dataclass(frozen=True)
class MadeCall:
    """A call of the auction as everybody sees it. `verdict` is blank while the student wants no feedback."""

    index: int
    call: Call
    seat: Seat
    by: str
    meaning: Meaning
    system: str
    no_entry: bool
    verdict: str = ""
    verdict_words: str = ""

    @property
    def simulated(self) -> bool:
        """Whether it is a robot's bid that no entry makes: the contract that a simulation found best."""
        return self.no_entry and self.call is not PASS


@dataclass(frozen=True)
class PossibleCall:
    """A call of the bidding box; `meaning` is None for calls that are not allowed."""

    call: Call
    meaning: Meaning | None


class Scene:
    """Everything a template needs to draw a board, and nothing that its reader may not know.

    The board itself stays private: templates cannot reach names that begin with an underscore.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._table: Table = robot_table(board)
        self.auction: Auction = board.auction
        self.number = board.deal_number
        self.token = board.token
        self.attempt = board.attempt
        self.finished = board.finished
        self.seat = board.student.title
        self.dealer = board.dealer.title
        self.scoring = board.get_scoring_display()
        self.opponents_silent = board.opponents_silent
        self.our_system = board.our_system
        self.their_system = board.their_system
        self.wants_feedback = board.feedback

    @cached_property
    def drill(self) -> DrillProgress | None:
        """How the student stands in the drill that the board belongs to, if it does."""
        board = self._board
        return standing(board.owner_key, Drill.of_query(board.drill)) if board.drill else None

    @property
    def hand(self) -> Hand:
        """The student's own hand."""
        return self._board.own_hand

    @property
    def vulnerability(self) -> str:
        """Who is vulnerable, in words."""
        return VULNERABILITY_WORDS[self._board.vulnerability]

    @property
    def players(self) -> list[Player]:
        """The columns of the auction, West first."""
        return [
            Player(seat, self._board.vulnerability.of(seat.side), seat is self._board.dealer, self._role(seat))
            for seat in COLUMNS
        ]

    def _role(self, seat: Seat) -> str:
        return {0: "You", 2: "Partner"}.get((seat - self._board.student) % 4, "")

    @cached_property
    def made_calls(self) -> list[MadeCall]:
        """The calls of the auction in order."""
        return list(self._made_calls())

    @cached_property
    def _rows(self) -> dict[int, StudentCall]:
        """The student's calls in this auction, by index. Another request may just have made or undone one: not that."""
        made = [str(call) for call in self.auction.calls]
        rows = self._board.student_calls.filter(index__lt=len(made)).order_by("index")
        return {row.index: row for row in rows if row.call == made[row.index]}

    def _made_calls(self) -> Iterator[MadeCall]:
        board = self._board
        verdicts = self._rows if board.feedback or board.finished else {}
        for index, call in enumerate(self.auction.calls):
            before = self.auction.before(index)
            seat = before.turn
            row = verdicts.get(index)
            yield MadeCall(
                index,
                call,
                seat,
                by=self._role(seat) or seat.title,
                meaning=self._table.meaning(before, call),
                system=(board.our_system if seat.side is board.student_side else board.their_system).slug,
                no_entry=board.sources[index] == "",
                verdict=row.verdict if row else "",
                verdict_words=row.get_verdict_display() if row else "",
            )

    @property
    def news(self) -> list[MadeCall]:
        """The calls since the student's last, or since the beginning."""
        own = [made.index for made in self.made_calls if made.seat is self._board.student]
        return self.made_calls[own[-1] + 1 if own else 0 :]

    @property
    def rounds(self) -> list[list[MadeCall | str | None]]:
        """The auction in rows of four from West: a call, `turn` where the student is to call, or None."""
        cells: list[MadeCall | str] = [*self.made_calls]
        if not self._board.finished:
            cells.append("turn")
        return in_rounds(self._board.dealer, cells)

    @cached_property
    def _possible(self) -> dict[Call, Meaning]:
        return self._table.meanings(self.auction)

    @property
    def levels(self) -> list[tuple[int, list[PossibleCall]]]:
        """The bids of the box: each level with its five strains."""
        return [(level, [self._offer(call) for call in BIDS[level * 5 - 5 : level * 5]]) for level in range(1, 8)]

    @property
    def other_calls(self) -> list[PossibleCall]:
        """Pass, double and redouble."""
        return [self._offer(call) for call in (PASS, DOUBLE, REDOUBLE)]

    def _offer(self, call: Call) -> PossibleCall:
        return PossibleCall(call, self._possible.get(call))

    @property
    def agreed_calls(self) -> list[Meaning]:
        """What each call would mean that the system knows here; other calls have no agreement."""
        return [meaning for meaning in self._possible.values() if meaning.lines or meaning.nothing_else]

    @cached_property
    def can_undo(self) -> bool:
        """Whether there is a call to take back."""
        return not self.finished and bool(self._rows)

    @cached_property
    def feedback(self) -> Feedback | None:
        """What is said of the student's last call, if the student wants to hear it now."""
        if not (self._rows and self.wants_feedback):
            return None
        return feedback_on(self._board, self._table, self.auction, list(self._rows.values())[-1])
