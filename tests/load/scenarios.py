"""What visitors do beside practicing deal after deal: a club night on one set, and drills."""

import itertools
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from urllib.parse import urlencode

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board
from bidbase.systems import load_system
from tests.load.class_room import ClassRoom, Over, Visit, students_calls
from tests.load.sites import Site
from tests.load.student import Page, Student, Unexpected
from tests.load.waits import Waits

NIGHT = range(1, 5)  # the deals of the set
DRILLS = {
    "a convention": [("convention", name) for name in ("Stayman", "Michaels", "Blackwood", "Negative double")],
    "a section": [("section", name) for name in ("1N-P", "1S-P", "1C-P-1D-P", "1a-P-1b-P; a=m, b=M")],
    "an entry": [("entry", name) for name in ("1N-P/100000", "1N-P/102000", "opening/130000")],
    "a typed auction": [("auction", name) for name in ("1S-P-2S-P", "P-1C-1H", "1N-P-2D-P-2H-P", "2H-X-P")],
}
ROLES = ("make", "answer")
READING = 1.0  # seconds that a student looks at the page of a drill before beginning it
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


def calls_of_the_night() -> dict[int, list[str]]:
    """The student's calls on each deal of the set."""
    bidder = Bidder(load_system("sayc"))
    return {number: students_calls(Board.numbered(number), bidder) for number in NIGHT}


def new_set(teacher: Student) -> Page:
    """Hand out a set: the page of its results."""
    page = teacher.get("/sets/new/")
    found = SYSTEM.search(page.text)
    assert found is not None, "the form names the systems"
    how = {"our_system": found[1], "their_system": found[1], "scoring": "IMP", "opponents": "bid", "seat": "S"}
    deals = f"{NIGHT[0]}-{NIGHT[-1]}"
    return teacher.send(page, "/sets/new/", {"title": "Club night", "deals": deals, "feedback": "on", **how})


def link_of(results: Page) -> str:
    """What the teacher hands out."""
    return results.address.partition("results/")[0]


def club_night(site: Site, students: int, think: float) -> str:
    """Students who open one set at once, bid its boards and look around; the teacher looks at the results meanwhile."""
    room, calls, start = ClassRoom(think), calls_of_the_night(), threading.Barrier(students)
    teacher = Student(site.port)
    results = new_set(teacher)

    def attend(number: int) -> None:
        student = Student(site.port)
        start.wait()
        with suppress(Unexpected, ConnectionError, Over):
            bid_set(room, student, link_of(results), f"Student {number}", calls)
            look_around(student, number, room.waits)

    def watch() -> None:
        while not room.leave.wait(2):
            with suppress(Unexpected, ConnectionError), room.waits.of("results"):
                teacher.get(results.address)

    with ThreadPoolExecutor(1) as elsewhere:
        watching = elsewhere.submit(watch)
        with room.of_people(students) as threads:
            for attended in [threads.submit(attend, number) for number in range(students)]:
                attended.result()
        watching.result()
    return room.waits.report()


def set_after_set(
    room: ClassRoom, student: Student, link: str, calls: dict[int, list[str]], visitors: Iterator[int]
) -> Iterator[Visit]:
    """Bid the same set again and again, each time as a new visitor."""

    def visit(number: int) -> None:
        student.forget()
        bid_set(room, student, link, f"Student {number}", calls)

    return (partial(visit, number) for number in visitors)


def bid_set(room: ClassRoom, student: Student, link: str, name: str, calls: dict[int, list[str]]) -> None:
    """Open a set, give a name, and bid its boards."""
    with room.waits.of("set"):
        page = student.get(link)
    with room.waits.of("join"):
        student.send(page, f"{link}join/", {"nickname": name})
    for number in NIGHT:
        with room.waits.of("board of a set"):
            page = student.get(f"{link}board/{number}/")
        room.bid(student, page, calls[number])


def hand_after_hand(room: ClassRoom, student: Student, number: int) -> Iterator[Visit]:
    """Bid hands of one drill after the other. Which of them comes first depends on the number of the student."""

    def hand(subject: tuple[str, str]) -> None:
        with room.waits.of("hand of a drill"):
            table = first_hand(student, subject)
        room.bid(student, table, [])

    subjects = list(itertools.chain(*DRILLS.values()))
    return (partial(hand, subject) for subject in itertools.cycle([*subjects[number:], *subjects[:number]]))


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
