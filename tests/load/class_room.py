"""Students who practice deal after deal, and how long they wait."""

import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, bid_board
from bidbase.game.cards import Seat
from bidbase.systems import load_system
from tests.load.student import Page, Student, Unexpected

SEAT = Seat.SOUTH  # a student's, unless he chooses another
FIRST_DEAL = 10_001  # others are read again and again by tests and examples


@dataclass(frozen=True)
class Deal:
    """A deal and the calls that the system makes with the student's hand."""

    number: int
    calls: list[str]


@dataclass
class Times:
    """How long students waited, in seconds, how many boards they finished, and what went wrong."""

    pages: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    boards: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def line(self, seconds: float, memory: float) -> str:
        """What they come to, in so many seconds."""
        rate = (len(self.pages) + len(self.calls)) / seconds
        errors = ", ".join(f"{count} of {what}" for what, count in self.errors.most_common()) or "none"
        waits = f"{percentiles(self.pages)}  {percentiles(self.calls)}"
        return f"{rate:10.1f}  {waits}  {self.boards:6}  {memory:6.0f} MB  {errors}"


class ClassRoom:
    """Students who practice at a site until they are told to leave. `times` are those of the present part."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.leave = threading.Event()
        self.times = Times()

    def practice(self, student: Student, deals: Iterator[Deal]) -> None:
        """Bid one deal after the other until it is time to leave."""
        for deal in deals:
            try:
                self._bid(student, deal)
            except (Unexpected, ConnectionError):
                self.leave.wait(1)
            if self.leave.is_set():
                return

    def _bid(self, student: Student, deal: Deal) -> None:
        """Bid one deal to its end and look at the review."""
        page = self._take("pages", lambda: student.get(f"/deal/{deal.number}/"))
        wanted = iter(deal.calls)
        while page.is_table:
            if self.leave.wait(self.think * random.uniform(0.5, 1.5)):
                return
            page = self._take("calls", lambda table=page: student.call(table, possible(table, next(wanted, "P"))))
        self._take("pages", lambda: student.get(page.address))
        self.times.boards += 1

    def _take(self, kind: str, ask: Callable[[], Page]) -> Page:
        """What is asked for; the time that it took is noted, and that of an error with it."""
        begun = time.monotonic()
        try:
            return ask()
        except (Unexpected, ConnectionError) as error:
            self.times.errors[str(error).partition(" at ")[0]] += 1
            raise
        finally:
            getattr(self.times, kind).append(time.monotonic() - begun)


def deals_with_calls(count: int) -> list[Deal]:
    """Deals, and the student's calls when all four seats bid by the system that a new visitor plays."""
    bidder = Bidder(load_system("sayc"))
    numbers = range(FIRST_DEAL, FIRST_DEAL + count)
    return [Deal(number, students_calls(Board.numbered(number), bidder)) for number in numbers]


def students_calls(board: Board, bidder: Bidder) -> list[str]:
    """The student's calls on a board."""
    calls = bid_board(board, bidder, bidder).auction.calls
    return [str(call) for call in calls[(SEAT - board.dealer) % 4 :: 4]]


def possible(table: Page, call: str) -> str:
    """The call, or pass where the table does not offer it."""
    return call if call in table.calls else "P"


def percentiles(waits: list[float]) -> str:
    """How long half of them, and all but one in twenty, waited."""
    if len(waits) < 2:
        return f"{'-':>8}  {'-':>6}"
    return f"{statistics.median(waits):7.2f} s{statistics.quantiles(waits, n=20)[-1]:6.2f} s"
