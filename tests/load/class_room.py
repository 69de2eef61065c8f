"""Students who bid, and how they go about it."""

import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, bid_board
from bidbase.game.cards import Seat
from bidbase.systems import load_system
from tests.load.student import PATIENCE, Page, Student, Unexpected
from tests.load.waits import CALL, REVIEW, VERDICT, Waits

SEAT = Seat.SOUTH  # a student's, unless they choose another
FIRST_DEAL = 10_001  # others are read again and again by tests and examples
LOOKS = 1 / 3  # of the turns, in which a student first looks at what calls mean
OWN_CALLS = 1 / 6  # of the calls: others than the system's
LOOK_SECONDS = 1.0  # between two looks for a verdict, as the table does
NEAREST = 4  # bids, from which a student chooses such a call

Visit = Callable[[], None]


class Over(Exception):
    """It is time to leave."""


@dataclass(frozen=True)
class Deal:
    """A deal and the calls that the system makes with the student's hand."""

    number: int
    calls: list[str]


@dataclass
class ToCome:
    """The verdicts that a student at a board waits for: the address of each call, and since when."""

    student: Student
    waits: Waits
    calls: dict[str, float] = field(default_factory=dict)

    def expect(self, call: str) -> None:
        """Wait for the verdict on this call, if it has an address."""
        if call:
            self.calls.setdefault(call, time.monotonic())

    def look(self) -> None:
        """See which verdicts have come. Raises Unexpected where one does not come at all."""
        for call, since in [*self.calls.items()]:
            waited = time.monotonic() - since
            if self.student.has_verdict(call):
                self.waits.by_kind[VERDICT].append(waited)
                del self.calls[call]
            elif waited > PATIENCE:
                self.waits.errors[f"{VERDICT}: no end of waiting"] += 1
                raise Unexpected(f"no verdict after {PATIENCE:g} s at {call}")


@dataclass
class ClassRoom:
    """Students who bid until they are told to leave. They think for some seconds before they do something."""

    seconds_of_thought: float
    leave: threading.Event = field(default_factory=threading.Event)
    waits: Waits = field(default_factory=Waits)

    @contextmanager
    def of_people(self, count: int) -> Iterator[ThreadPoolExecutor]:
        """Threads for so many people, who leave at the end of the block, whatever ends it."""
        with ThreadPoolExecutor(count) as threads:
            try:
                yield threads
            finally:
                self.leave.set()

    def stay(self, visits: Iterable[Visit]) -> None:
        """Make one visit after the other until it is time to leave."""
        for visit in visits:
            try:
                visit()
            except (Unexpected, ConnectionError):
                if self.leave.wait(1):
                    return
            except Over:
                return

    def think(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Let some time pass, and do something once a second meanwhile. Raises Over when it is time to leave."""
        end = time.monotonic() + self.seconds_of_thought * random.uniform(0.5, 1.5)
        while (left := end - time.monotonic()) > 0:
            if self.leave.wait(min(LOOK_SECONDS, left)):
                raise Over
            meanwhile()

    def practice(self, student: Student, deals: Iterable[Deal]) -> Iterator[Visit]:
        """Bid one deal after the other."""
        return (partial(self._bid_deal, student, deal) for deal in deals)

    def _bid_deal(self, student: Student, deal: Deal) -> None:
        with self.waits.of("table"):
            table = student.get(f"/deal/{deal.number}/")
        self.bid(student, table, deal.calls)

    def bid(self, student: Student, table: Page, calls: Iterable[str]) -> None:
        """Make these calls, or others at times, then pass until the auction is over, and look at the review.

        While the student thinks, verdicts come that were not there with the call.
        """
        wanted, to_come = iter(calls), ToCome(student, self.waits)
        while table.is_table:
            to_come.expect(table.verdict)
            self.think(meanwhile=to_come.look)
            if table.meanings and random.random() < LOOKS:
                with self.waits.of("meanings"):
                    student.look(table)
            call = chosen(table, next(wanted, "P"))
            with self.waits.of(CALL):
                table = student.call(table, call)
        with self.waits.of(REVIEW):
            student.get(table.address)
        while to_come.calls:
            self.think(meanwhile=to_come.look)


def chosen(table: Page, call: str) -> str:
    """The call, or at times another one that is near; pass where the table does not offer it."""
    others = [other for other in ("P", *table.calls[:NEAREST]) if other != call]
    return random.choice(others) if others and random.random() < OWN_CALLS else possible(table, call)


def possible(table: Page, call: str) -> str:
    """The call, or pass where the table does not offer it."""
    return call if call in table.calls else "P"


def deals_with_calls(count: int) -> list[Deal]:
    """Deals, and the student's calls when all four seats bid by the system that a new visitor plays."""
    bidder = Bidder(load_system("sayc"))
    numbers = range(FIRST_DEAL, FIRST_DEAL + count)
    return [Deal(number, students_calls(Board.numbered(number), bidder)) for number in numbers]


def students_calls(board: Board, bidder: Bidder) -> list[str]:
    """The student's calls on a board."""
    calls = bid_board(board, bidder, bidder).auction.calls
    return [str(call) for call in calls[(SEAT - board.dealer) % 4 :: 4]]
