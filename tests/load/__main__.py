"""Students at tables on this machine: `make load`, or `make load ARGS='--students 20 --seconds 60 --site run'`.

Each student opens a deal, makes the system's calls with some seconds of thought before each, looks at the review and
takes the next deal. They all come at the same moment, so a line tells how they fared in the first seconds, and another
one how they did from then on: requests a second; how long half of them, and all but one in twenty, waited for a page
and for the table after a call; the boards that they finished; the memory of the site's processes at the end; errors.
Then comes a page for a new visitor, when the students have left.

`--scenario memory --students 8 --think 0` shows whether memory grows: they bid 10,000 boards, or as many as `--boards`
says, and a line at each tenth of them has the memory of every process.

`--writers 5` adds people who write systems of their own meanwhile, so that workers sweep; at last it tells how long
they waited for the findings. `--site two` has a second machine, which on this one shows only that two work together.

`--scenario club` has all of them open one set at once, bid its boards and look around; with `--scenario editors` they
write entries of systems of their own; `--scenario drills` asks for first hands of drills. These tell how long each kind
of page took.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board
from bidbase.systems import load_system
from tests import bring
from tests.load.class_room import ClassRoom, Deal, Times, deals_with_calls, students_calls
from tests.load.editors import editing
from tests.load.memory import growth
from tests.load.scenarios import NIGHT, club_night, first_hands
from tests.load.sites import Club, Site, newcomer
from tests.load.student import Student, Unexpected

FIRST_SECONDS = 15.0  # in which all students come at once, and processes read what they have not needed before


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
                    case "memory":
                        for line in growth(site, students, options.boards, options.think):
                            print(line, flush=True)
                        continue
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
    parser.add_argument("--boards", type=int, default=10_000, help="that are bid to see how memory grows (10000)")
    scenarios = ["practice", "club", "editors", "drills", "memory"]
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
