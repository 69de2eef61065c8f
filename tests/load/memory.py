"""Whether the memory of a site grows while students bid very many boards."""

import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.load.class_room import ClassRoom, deals_with_calls
from tests.load.sites import WEB, Site, proportional_kilobytes
from tests.load.student import Student
from tests.load.waits import REVIEW

STEPS = 10
LOOK_SECONDS = 1.0  # between two looks at how many boards are bid
PROGRAMS = {WEB: "web", "celery": "worker", "schedule": "schedule", "bidbase_site.run": "run"}


def growth(site: Site, students: int, boards: int, think: float) -> Iterator[str]:
    """A line at each tenth of so many boards: the memory of the site's processes, and what went wrong so far."""
    deals = deals_with_calls(boards + students)
    random.shuffle(deals)
    room, begun = ClassRoom(think), time.monotonic()
    with room.of_people(students) as threads:
        for number in range(students):
            student = Student(site.ports[number % len(site.ports)])
            threads.submit(room.stay, room.practice(student, deals[number::students]))
        for step in range(STEPS + 1):
            while room.waits.count(REVIEW) + room.waits.errors.total() < step * boards // STEPS:
                room.leave.wait(LOOK_SECONDS)
            spent, done = time.monotonic() - begun, room.waits.count(REVIEW)
            yield f"{spent:6.0f} s {done:7} boards  {_memory_line(site)}; errors: {room.waits.what_went_wrong()}"


def _memory_line(site: Site) -> str:
    """The megabytes of all processes, and the processes of each program one by one, the largest first."""
    by_program: dict[str, list[int]] = defaultdict(list)
    for process in site.processes():
        by_program[_program_of(process)].append(proportional_kilobytes(process) // 1024)
    each = (f"{name} {' '.join(map(str, sorted(sizes, reverse=True)))}" for name, sizes in sorted(by_program.items()))
    return f"{sum(map(sum, by_program.values())):5} MB: {', '.join(each)}"


def _program_of(process: int) -> str:
    try:
        command = Path(f"/proc/{process}/cmdline").read_text()
    except OSError:  # it has ended since
        return "ended"
    return next((name for word, name in PROGRAMS.items() if word in command), "other")
