"""What visitors do beside practicing deal after deal: a club night on one set, and first hands of drills."""

import itertools
import random
import re
import statistics
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.load.sites import Site
from tests.load.student import Page, Student, Unexpected

NIGHT = range(1, 5)  # the deals of the set
DRILLS = {
    "a convention": [("convention", name) for name in ("Stayman", "Michaels", "Blackwood", "Negative double")],
    "a section": [("section", name) for name in ("1N-P", "1S-P", "1C-P-1D-P", "1a-P-1b-P; a=m, b=M")],
    "an entry": [("entry", name) for name in ("1N-P/100000", "1N-P/102000", "opening/130000")],
    "a typed auction": [("auction", name) for name in ("1S-P-2S-P", "P-1C-1H", "1N-P-2D-P-2H-P", "2H-X-P")],
}
ROLES = ("make", "answer")
READING = 1.0  # seconds that a student looks at the page of a drill before he begins it
LOOKED_AT = {
    "today's ten": "/today/",
    "my misses": "/learn/misses/",
    "my boards": "/boards/",
    "sets": "/sets/",
    "partners": "/partners/",
    "choice of a drill": "/drill/",
}
SYSTEM = re.compile(r'<select name="our_system".*?<option value="(\d+)" selected', re.DOTALL)
TOPIC = re.compile(r'href="(/learn/[\w-]+/[^"]*)"')


@dataclass
class Waits:
    """How long visitors waited for each kind of page, in seconds, and what went wrong."""

    by_kind: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def of(self, kind: str) -> Iterator[None]:
        """Note how long it takes, and what goes wrong."""
        begun = time.monotonic()
        try:
            yield
        except (Unexpected, ConnectionError) as error:
            self.errors[f"{kind}: {error}"] += 1
            raise
        finally:
            self.by_kind[kind].append(time.monotonic() - begun)

    def report(self) -> str:
        """A line for each kind: how often, how long half of them waited, all but one in twenty, and the longest."""
        lines = [f"{'':32}{'times':>7}{'p50':>10}{'p95':>10}{'longest':>10}"]
        for kind, waits in self.by_kind.items():
            often = statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else waits[0]
            figures = (statistics.median(waits), min(often, max(waits)), max(waits))
            lines.append(f"{kind:32}{len(waits):7}" + "".join(f"{1000 * figure:7.0f} ms" for figure in figures))
        errors = [f"{count} of {what}" for what, count in self.errors.most_common()]
        return "\n".join([*lines, f"errors: {', '.join(errors) or 'none'}"])


def club_night(site: Site, students: int, calls: dict[int, list[str]], think: float) -> str:
    """Students who open one set at once, bid its boards and look around; the teacher looks at the results meanwhile.

    `calls` are the student's on each deal.
    """
    waits, start, over = Waits(), threading.Barrier(students + 1), threading.Event()
    teacher = Student(site.port)
    page = teacher.get("/sets/new/")
    found = SYSTEM.search(page.text)
    assert found is not None, "the form names the systems"
    how = {"our_system": found[1], "their_system": found[1], "scoring": "IMP", "opponents": "bid", "seat": "S"}
    deals = f"{NIGHT[0]}-{NIGHT[-1]}"
    results = teacher.send(page, "/sets/new/", {"title": "Club night", "deals": deals, "feedback": "on", **how})
    link = results.address.partition("results/")[0]

    def attend(number: int) -> None:
        student = Student(site.port)
        start.wait()
        with suppress(Unexpected, ConnectionError):
            bid_set(student, link, f"Student {number}", calls, think, waits)
            look_around(student, number, waits)

    def watch() -> None:
        while not over.wait(2):
            with suppress(Unexpected, ConnectionError), waits.of("results"):
                teacher.get(results.address)

    with ThreadPoolExecutor(students + 1) as people:
        watching = people.submit(watch)
        attending = [people.submit(attend, number) for number in range(students)]
        start.wait()
        for attended in attending:
            attended.result()
        over.set()
        watching.result()
    return waits.report()


def bid_set(student: Student, link: str, name: str, calls: dict[int, list[str]], think: float, waits: Waits) -> None:
    """Open a set, give a name, and bid its boards."""
    with waits.of("set"):
        page = student.get(link)
    with waits.of("join"):
        student.send(page, f"{link}join/", {"nickname": name})
    for number in NIGHT:
        with waits.of("board"):
            page = student.get(f"{link}board/{number}/")
        wanted = iter(calls[number])
        while page.is_table:
            time.sleep(think * random.uniform(0.5, 1.5))
            call = next(wanted, "P")
            with waits.of("call"):
                page = student.call(page, call if call in page.calls else "P")
        with waits.of("review"):
            student.get(page.address)


def look_around(student: Student, number: int, waits: Waits) -> None:
    """See Home, Learn and a topic, and begin a drill."""
    with waits.of("Home"):
        student.get("/")
    with waits.of("Learn"):
        page = student.get("/learn/")
    topics = TOPIC.findall(page.text)
    with waits.of("topic"):
        student.get(topics[number % len(topics)])
    for name, address in LOOKED_AT.items():
        with waits.of(name):
            student.get(address)
    kind, subjects = list(DRILLS.items())[number % len(DRILLS)]
    with waits.of(f"drill of {kind}"):
        first_hand(student, subjects[number // len(DRILLS) % len(subjects)])


def first_hand(student: Student, subject: tuple[str, str], role: str = ROLES[0], page: bool = False) -> Page:
    """The table with the first hand of a drill, or the page of the drill."""
    kind, name = subject
    address = "/drill/" if page else "/drill/next/"
    return student.get(f"{address}?{urlencode({'system': 'sayc', kind: name, 'role': role})}")


def first_hands(site: Site) -> str:
    """How long the first hands of drills take, in either chair.

    The very first one comes from workers that have just been started, on a site that has nothing yet. Then half of the
    drills are begun from their pages, where a student looks around first, and half straight from a link; in the end all
    are begun by another student.
    """
    waits = Waits()
    with suppress(Unexpected, ConnectionError), waits.of("of a new site"):
        first_hand(Student(site.port), ("convention", "Gerber"))
    drills = [(kind, subject) for kind, subjects in DRILLS.items() for subject in subjects]
    for way in ("from its page", "from a link", "dealt before"):
        for number, ((kind, subject), role) in enumerate(itertools.product(drills, ROLES)):
            if way != "dealt before" and (number // len(ROLES) % 2 == 0) is not (way == "from its page"):
                continue
            student = Student(site.port)
            with suppress(Unexpected, ConnectionError):
                if way == "from its page":
                    first_hand(student, subject, role, page=True)
                    time.sleep(READING)
                with waits.of(f"{kind}, {way}"):
                    first_hand(student, subject, role)
    return waits.report()
