"""The robots' table of a board: in a request, and for a worker, which makes the simulations and roll-outs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.drawing import PlaceSource
from bidbase.bidding.hints import hints
from bidbase.bidding.judging import best_call, deviation
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.robots import Table
from bidbase.bidding.roll_outs import RollOut, RollOutQuestion, roll_out
from bidbase.bidding.simulation import Simulate, SimulationQuestion, simulate
from bidbase.bidding.weighed import Weighed
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SEATS, Hand, Seat, Side, Vulnerability
from bidbase.language.circumstances import Scoring
from bidbase_web.jobs.job import Job, JobLine, Reporter, StillWorking
from bidbase_web.jobs.selectors import result_of
from editor.selectors import SystemRow, SystemVersion, bidder_for
from practice.boards.board import TableBoard
from practice.boards.models import StudentCall


@dataclass(frozen=True)
class TableSettings:
    """All that the bidding at a table depends on but for the hands: systems by seat, and seats by their letters."""

    systems: tuple[SystemVersion, ...]
    student: str
    silent: tuple[str, ...]
    thinking: tuple[str, ...]
    scoring: str
    seed: str
    dealer: str
    vulnerability: str

    @classmethod
    def of(cls, board: TableBoard) -> TableSettings:
        """Those of a board. Percentages are drawn from its deal, so the same deal is always bid in the same way.

        Where robots think, the table thinks for all seats: the calls of people are judged so too.
        """
        row, side = board.row, board.student_side
        return cls(
            tuple(map(SystemVersion.of, board.systems)),
            side.name,
            tuple(sorted(seat.letter for seat in SEATS if row.opponents_silent and seat.side is not side)),
            tuple(sorted(seat.letter for seat in SEATS)) if row.robots_think else (),
            row.scoring,
            row.cards or str(row.deal_number),
            board.auction.dealer.letter,
            str(board.auction.vulnerability),
        )

    def auction(self, calls: str) -> Auction:
        """The auction with these calls."""
        return Auction.parse(calls, Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability))

    def table(self, bidders: Sequence[Bidder], simulate: Simulate = simulate, roll_out: RollOut = roll_out) -> Table:
        """The engine's table with these bidders, which answers what robots ask itself or has it answered."""
        north, east, south, west = bidders
        return Table(
            north,
            east,
            Scoring(self.scoring),
            Side[self.student],
            self.seed,
            [seat for seat in SEATS if seat.letter in self.silent],
            simulate,
            {Seat.SOUTH: south, Seat.WEST: west},
            [seat for seat in SEATS if seat.letter in self.thinking],
            roll_out,
        )

    def open(self) -> Table:
        """The table for a worker. Raises `Impossible` where a system has been deleted."""
        return self.table([version.bidder for version in self.systems])


@dataclass(frozen=True)
class Weighing(Job[Simulation | None]):
    """A simulation: how the contracts that these calls set fare over deals that fit the auction and the hand.

    There is no result where no deal fits.
    """

    kind = "simulation"
    line = JobLine.TABLE
    doing = "Weighing the contracts over many deals"

    settings: TableSettings
    auction: str
    hand: str
    calls: tuple[str, ...]

    @classmethod
    def of(cls, settings: TableSettings, question: SimulationQuestion) -> Weighing:
        """The job of a question that a robot asks."""
        return cls(settings, str(question.auction), str(question.hand), tuple(map(str, question.calls)))

    def work(self, report: Reporter) -> Simulation | None:
        """Simulate."""
        table, auction = self.settings.open(), self.settings.auction(self.auction)
        calls = tuple(map(Call.parse, self.calls))
        question = SimulationQuestion(auction, Hand.parse(self.hand), calls, table.scoring, table.seed)
        return simulate(table.seen_by(auction.turn), question)


@dataclass(frozen=True)
class RollingOut(Job[Weighed | None]):
    """Roll-outs: these calls bid on to the end over deals that fit the auction and the hand.

    There is no result where no deal fits.
    """

    kind = "thinking"
    line = JobLine.TABLE
    doing = "Weighing the calls over many deals"

    settings: TableSettings
    auction: str
    hand: str
    calls: tuple[str, ...]
    trusted: bool

    @classmethod
    def of(cls, settings: TableSettings, question: RollOutQuestion) -> RollingOut:
        """The job of a question that a robot asks."""
        calls = tuple(map(str, question.calls))
        return cls(settings, str(question.auction), str(question.hand), calls, question.trusted)

    def work(self, report: Reporter) -> Weighed | None:
        """Roll them out."""
        table, auction = self.settings.open(), self.settings.auction(self.auction)
        calls, hand = tuple(map(Call.parse, self.calls)), Hand.parse(self.hand)
        question = RollOutQuestion(auction, hand, calls, table.scoring, table.seed, table.silent, trusted=self.trusted)
        return roll_out(table.seen_by(auction.turn), question)


Found = TypeVar("Found")


class LookUp(Protocol):
    """Knows what came of a simulation or of roll-outs; None where no deal fits."""

    def __call__(self, job: Job[Found | None], /) -> Found | None: ...


@dataclass(frozen=True)
class ToCome:
    """Stands for what is not there yet: a worker has yet to do this job."""

    job: Job[Any]


def found_or_to_come(look: Callable[[], Found]) -> Found | ToCome:
    """What `look` finds at a table, for those who go on without it where it is to come.

    The engine knows nothing of jobs, so only an exception leads out of it.
    """
    try:
        return look()
    except StillWorking as working:
        return ToCome(working.job)


def robot_table(board: TableBoard, answer: LookUp = result_of) -> Table:
    """The engine's table for this board: the system of each seat, the scoring, and percentages by the deal's number.

    What a robot would simulate or roll out is asked of `answer`. A page looks it up, since a worker does that: where it
    has yet to be done, the table raises `StillWorking`.
    """
    return _asking(answer, TableSettings.of(board), [*map(bidder_for, board.systems)])


def table_without_weighing(board: TableBoard) -> Table:
    """The table at which robots call what the book says, and pass where they would simulate."""
    return robot_table(board, answer=lambda job: None)


def best_now(board: TableBoard, table: Table, judged: Mapping[int, StudentCall]) -> Decision | None:
    """The best call for the student, whose turn it is; None where the system has none. Raises `StillWorking`."""
    return best_at(board, table, board.auction, judged)


def best_at(board: TableBoard, table: Table, auction: Auction, judged: Mapping[int, StudentCall]) -> Decision | None:
    """The best call for the student whose turn it was in the auction of this board, or in the beginning of it.

    None where the system has none. `judged` are the calls of students by index. After one that was not the best a hand
    may be another than its calls have shown. Raises `StillWorking`.
    """
    hand = board.deal[auction.turn]
    strayed = any(judged[index].strays for index in earlier_of(auction, judged))
    return best_call(table, auction, hand, deviation(table, auction, hand) if strayed else None)


def earlier_of(auction: Auction, judged: Mapping[int, StudentCall]) -> list[int]:
    """The indices of the calls of the player whose turn it is, of those that are judged."""
    return [index for index in judged if index < len(auction.calls) and auction.seat_of(index) is auction.turn]


def seen_hints(board: TableBoard, table: Table, judged: Mapping[int, StudentCall]) -> tuple[str, ...]:
    """The hints that the student has seen on the call that they are to make now. Raises `StillWorking`."""
    return hints(table, board.auction, best_now(board, table, judged))[: board.hints_seen] if board.hints_seen else ()


def asking_table(system: SystemRow, auction: Auction, scoring: Scoring, seed: str, think: bool = False) -> Table:
    """The engine's table where both sides play one system, and the player whose turn it is counts as the student.

    `think` says whether this player thinks.
    """
    settings = TableSettings(
        (SystemVersion.of(system),) * len(SEATS),
        auction.turn.side.name,
        (),
        (auction.turn.letter,) if think else (),
        scoring.value,
        seed,
        auction.dealer.letter,
        str(auction.vulnerability),
    )
    return _asking(result_of, settings, [bidder_for(system)] * len(SEATS))


def _asking(answer: LookUp, settings: TableSettings, bidders: Sequence[Bidder]) -> Table:
    """The table that asks for what a robot would simulate or roll out."""

    def look_up(table: PlaceSource, question: SimulationQuestion) -> Simulation | None:
        return answer(Weighing.of(settings, question))

    def look_up_roll_out(table: PlaceSource, question: RollOutQuestion) -> Weighed | None:
        return answer(RollingOut.of(settings, question))

    return settings.table(bidders, look_up, look_up_roll_out)
