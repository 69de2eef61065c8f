"""People on this machine: `make load`, or `make load ARGS='--students 20 --seconds 60 --site run'`.

Of ten students seven bid deal after deal, two a set that a teacher has handed out, and one hands of drills. They think
for some seconds before each call, look at times at what the calls mean, and make another call than the system now and
then. Beside them somebody writes a system of their own, so that workers sweep.

The students all come at the same moment, so a line tells how they fared in the first seconds, and another one how they
did from then on: requests a second; how long half of them, and all but one in twenty, waited for a page and for the
table after a call; what the web processes spent on the processor for each call, with the pages around it; the boards
that were finished; the memory of the site's processes at the end; errors. Then comes a page for a new visitor, when the
students have left, how long each kind of page took, and how long the writer waited. Nobody waits for an answer longer
than half a minute, or for a sweep longer than two, so all of that ends within four minutes after the students' time.
With `--writers 0` what a call costs is the students' alone.

`--scenario memory --students 8 --think 0` shows whether memory grows: they bid 10,000 boards, or as many as `--boards`
says, and a line at each tenth of them has the memory of every process.

`--site two` has a second machine, which on this one shows only that two work together.

`--scenario club` has all of them open one set at once, bid its boards and look around; with `--scenario editors` they
write entries of systems of their own; `--scenario drills` asks for first hands of drills. These tell how long each kind
of page took.
"""

import argparse
import itertools
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests import bring
from tests.load.class_room import ClassRoom, Deal, deals_with_calls
from tests.load.editors import editing
from tests.load.memory import growth
from tests.load.scenarios import (
    calls_of_the_night,
    club_night,
    first_hands,
    hand_after_hand,
    link_of,
    new_set,
    set_after_set,
)
from tests.load.sites import Club, Site, newcomer
from tests.load.student import PATIENCE, Student, Unexpected

FIRST_SECONDS = 15.0  # in which all students come at once, and processes read what they have not needed before
TEN = "drill", "set", "set", *["deals"] * 7  # what ten students do


def measure(site: Site, students: int, seconds: float, deals: Sequence[Deal], room: ClassRoom) -> Iterator[str]:
    """Let students bid for some seconds after the first ones: the lines that tell how they fared."""
    processes = site.processes()
    shuffled, night = random.sample(deals, len(deals)), calls_of_the_night()
    link = link_of(new_set(Student(site.port)))
    staying, visitors = [], itertools.count()
    with room.of_people(students) as threads:
        for number in range(students):
            student = Student(site.ports[number % len(site.ports)], PATIENCE)
            match TEN[number % len(TEN)]:
                case "deals":
                    visits = room.practice(student, shuffled[number::students])
                case "set":
                    visits = set_after_set(room, student, link, night, visitors)
                case _:
                    visits = hand_after_hand(room, student, number // len(TEN))
            staying.append(threads.submit(room.stay, visits))
        for when, took in (("at first", FIRST_SECONDS), ("then", seconds)):
            spent = site.web_seconds()
            room.leave.wait(took)
            past, spent = room.waits.take(), site.web_seconds() - spent
            if died := processes - site.processes():
                past.errors["the death of a process"] = len(died)
            figures = f"{past.line(took, spent)}  {site.memory():6.0f} MB  {past.what_went_wrong()}"
            yield f"{students:8}  {when:8}  {figures}"
    for stay in staying:
        stay.result()
    yield f"{'':8}  {'at last':8}  {answers(site)}"
    yield past.report()


HEADING = "students              requests/s  page p50    p95   call p50    p95   a call  boards     memory  errors"


def answers(site: Site) -> str:
    """Whether a new visitor gets a table."""
    begun = time.monotonic()
    try:
        Student(site.port, PATIENCE).get("/deal/1/")
    except (Unexpected, ConnectionError) as error:
        return str(error)
    return f"table in {time.monotonic() - begun:.2f} s"


def practice(site: Site, options: argparse.Namespace, deals: Sequence[Deal]) -> Iterator[str]:
    """Let students and writers work beside each other, for each number of students: what there is to tell."""
    for students in options.students:
        writers = ClassRoom(options.think)
        with ThreadPoolExecutor(1) as elsewhere:
            writing = elsewhere.submit(editing, site, options.writers, writers) if options.writers else None
            try:
                yield from measure(site, students, options.seconds, deals, ClassRoom(options.think))
            finally:
                writers.leave.set()
        if writing:
            writing.result()
            yield f"who wrote meanwhile\n{writers.waits.report()}"


@contextmanager
def club(folder: Path) -> Iterator[Site]:
    """The commands of compose.yaml on a PostgreSQL and a Redis of our own."""
    with ExitStack() as servers:
        database = servers.enter_context(bring.postgresql())
        broker = servers.enter_context(bring.redis())
        yield servers.enter_context(Club(folder, database, broker).up())


@contextmanager
def two_machines(folder: Path) -> Iterator[Site]:
    """A site with a second machine, which has a web service and a worker of its own; students go to either."""
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


def special(site: Site, options: argparse.Namespace) -> Iterator[str]:
    """Let students do one thing alone: what there is to tell."""
    if options.scenario == "drills":
        yield first_hands(site)
        return
    for students in options.students:
        yield f"{students} at once"
        match options.scenario:
            case "memory":
                yield from growth(site, students, options.boards, options.think)
            case "club":
                yield club_night(site, students, options.think)
            case _:
                editors = ClassRoom(options.think)
                editing(site, students, editors)
                yield editors.waits.report()


def tell(options: argparse.Namespace) -> Iterator[str]:
    """Start each site, and let people work there."""
    deals: Sequence[Deal] = ()
    if options.scenario == "practice":
        least = max(2 * options.think, 0.25)  # seconds for a board: a student makes two calls on most of them
        count = max(options.students) * (1 + int((FIRST_SECONDS + options.seconds) / least))
        yield f"The system bids {count} deals, to know what students call."
        deals = deals_with_calls(count)
    for name in options.site:
        title, run = SITES[name]
        with tempfile.TemporaryDirectory(prefix="bidbase-load-") as folder, run(Path(folder)) as site:
            yield f"\n{title}"
            if deals:
                yield f"{options.think:g} s of thought, {options.seconds:g} s\n{HEADING}"
                yield from practice(site, options, deals)
            else:
                yield from special(site, options)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make load", description="Let students practice on this machine.")
    parser.add_argument("--students", type=int, nargs="+", default=[20, 50, 100], metavar="N", help="how many at once")
    parser.add_argument("--seconds", type=float, default=30, help="how long they stay after the first 15 (30)")
    parser.add_argument("--think", type=float, default=3, help="mean seconds of thought before a call (3)")
    parser.add_argument("--writers", type=int, default=1, help="who write systems meanwhile, which are swept (1)")
    usual = ["run", "compose"]
    parser.add_argument("--site", choices=SITES, nargs="+", default=usual, help=f"which sites ({' '.join(usual)})")
    parser.add_argument("--boards", type=int, default=10_000, help="that are bid to see how memory grows (10000)")
    scenarios = ["practice", "club", "editors", "drills", "memory"]
    parser.add_argument("--scenario", choices=scenarios, default="practice", help="what they do")
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)  # the site ends before we do
    try:
        for line in tell(options):
            print(line, flush=True)
    except KeyboardInterrupt:
        sys.exit("It was cut off.")


if __name__ == "__main__":
    main()
