"""Students at tables on this machine: `make load`, or `make load ARGS='--students 20 --seconds 60 --site run'`.

Each student opens a deal, makes the system's calls with some seconds of thought before each, looks at the review and
takes the next deal. They all come at the same moment, so a line tells how they fared in the first seconds, and another
one how they did from then on: requests a second; how long half of them, and all but one in twenty, waited for a page
and for the table after a call; the boards that they finished; the memory of the site's processes at the end; errors.
Then comes a page for a new visitor, when the students have left.

`--students 8 --think 0 --seconds 600` shows whether memory grows: so many boards are bid.

`--writers 5` adds people who write systems of their own meanwhile, so that workers sweep. `--site two` has a second
machine, which on this one shows only that two work together.

`--scenario club` has all of them open one set at once, bid its boards and look around; with `--scenario editors` they
write entries of systems of their own; `--scenario drills` asks for first hands of drills. These tell how long each kind
of page took.
"""

import argparse
import random
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, bid_board, fresh_boards
from bidbase.game.cards import Seat
from bidbase.systems import load_system
from tests import bring
from tests.load.editors import editing
from tests.load.scenarios import NIGHT, club_night, first_hands
from tests.load.sites import Club, Site, newcomer
from tests.load.student import Page, Student, Unexpected

FIRST_SECONDS = 15.0  # in which all students come at once, and processes read what they have not needed before
SEAT = Seat.SOUTH  # a student's, unless he chooses another


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
    return [Deal(board.number, students_calls(board, bidder)) for board in fresh_boards(count, seed=1)]


def students_calls(board: Board, bidder: Bidder) -> list[str]:
    """The student's calls on a board."""
    calls = bid_board(board, bidder, bidder).auction.calls
    return [str(call) for call in calls[(SEAT - board.dealer) % 4 :: 4]]


def possible(table: Page, call: str) -> str:
    """The call, or pass where the table does not offer it."""
    return call if call in table.calls else "P"


def measure(site: Site, students: int, seconds: float, think: float, deals: Sequence[Deal], writers: int) -> str:
    """Let students practice for some seconds after the first ones: the lines that tell how they fared.

    With `writers`, so many people write systems of their own meanwhile, which are swept after each change; their lines
    follow.
    """
    room, lines = ClassRoom(think), []
    processes = site.processes()
    shuffled = random.sample(deals, len(deals))
    with ThreadPoolExecutor(1) as elsewhere:
        written = elsewhere.submit(editing, site, writers, think) if writers else None
        with ThreadPoolExecutor(students) as threads:
            for number in range(students):
                student = Student(site.ports[number % len(site.ports)])
                threads.submit(room.practice, student, iter(shuffled[number::students]))
            for when, took in (("at first", FIRST_SECONDS), ("then", seconds)):
                room.leave.wait(took)
                past, room.times = room.times, Times()
                if died := processes - site.processes():
                    past.errors["the death of a process"] = len(died)
                lines.append(f"{students:8}  {when:8}  {past.line(took, site.memory())}")
            room.leave.set()
    lines.append(f"{'':8}  {'at last':8}  {answers(site)}")
    return "\n".join([*lines, *([written.result()] if written else [])])


HEADING = "students              requests/s  page p50    p95   call p50    p95  boards     memory  errors"


def percentiles(waits: list[float]) -> str:
    """How long half of them, and all but one in twenty, waited."""
    if len(waits) < 2:
        return f"{'-':>8}  {'-':>6}"
    return f"{statistics.median(waits):7.2f} s{statistics.quantiles(waits, n=20)[-1]:6.2f} s"


def answers(site: Site) -> str:
    """Whether a new visitor gets a table."""
    begun = time.monotonic()
    try:
        Student(site.port, timeout=30).get("/deal/1/")
    except (Unexpected, ConnectionError) as error:
        return str(error)
    return f"table in {time.monotonic() - begun:.2f} s"


@contextmanager
def club(folder: Path) -> Iterator[Site]:
    """The commands of compose.yaml on a PostgreSQL and a Redis of our own."""
    with ExitStack() as servers:
        database = servers.enter_context(bring.postgresql())
        broker = servers.enter_context(bring.redis())
        yield servers.enter_context(Club(folder, database, broker).up())


@contextmanager
def two_machines(folder: Path) -> Iterator[Site]:
    """The same with a second machine that has a web service and a worker of its own; students go to either."""
    with ExitStack() as servers:
        database = servers.enter_context(bring.postgresql())
        broker = servers.enter_context(bring.redis())
        machines = []
        for name in ("first", "second"):
            (folder / name).mkdir()
            machines.append(servers.enter_context(Club(folder / name, database, broker).up()))
        yield Site(
            tuple(machine.port for machine in machines),
            tuple(environment for machine in machines for environment in machine.environments),
        )


SITES = {
    "run": ("make run: SQLite, files", newcomer),
    "compose": ("compose.yaml: PostgreSQL, Redis", club),
    "two": ("compose.yaml on two machines, here both on this one", two_machines),
}


def special(options: argparse.Namespace) -> None:
    """Let students do something else than practice."""
    bidder = Bidder(load_system("sayc"))
    calls = {number: students_calls(Board.numbered(number), bidder) for number in NIGHT}
    for name in options.site:
        title, run = SITES[name]
        with tempfile.TemporaryDirectory(prefix="bidbase-load-") as folder, run(Path(folder)) as site:
            print(f"\n{title}", flush=True)
            for students in [1] if options.scenario == "drills" else options.students:
                print("first hands of drills" if options.scenario == "drills" else f"{students} at once")
                match options.scenario:
                    case "club":
                        waits = club_night(site, students, calls, options.think)
                    case "editors":
                        waits = editing(site, students, options.think)
                    case _:
                        waits = first_hands(site)
                print(waits, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make load", description="Let students practice on this machine.")
    parser.add_argument("--students", type=int, nargs="+", default=[20, 50, 100], metavar="N", help="how many at once")
    parser.add_argument("--seconds", type=float, default=30, help="how long they stay after the first 15 (30)")
    parser.add_argument("--think", type=float, default=3, help="mean seconds of thought before a call (3)")
    parser.add_argument("--writers", type=int, default=0, help="who write systems meanwhile, which are swept (0)")
    usual = ["run", "compose"]
    parser.add_argument("--site", choices=SITES, nargs="+", default=usual, help=f"which sites ({' '.join(usual)})")
    scenarios = ["practice", "club", "editors", "drills"]
    parser.add_argument("--scenario", choices=scenarios, default="practice", help="what they do")
    options = parser.parse_args()
    if options.scenario != "practice":
        special(options)
        return
    least = max(2 * options.think, 0.25)  # seconds for a board: a student makes two calls on most of them
    boards_each = 1 + int((FIRST_SECONDS + options.seconds) / least)
    deals = deals_with_calls(max(options.students) * boards_each)
    for name in options.site:
        title, run = SITES[name]
        with tempfile.TemporaryDirectory(prefix="bidbase-load-") as folder, run(Path(folder)) as site:
            print(f"\n{title}; {options.think:g} s of thought, {options.seconds:g} s\n{HEADING}", flush=True)
            for students in options.students:
                print(measure(site, students, options.seconds, options.think, deals, options.writers), flush=True)


if __name__ == "__main__":
    main()
