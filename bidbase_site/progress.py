"""Whether a program is stuck, judged by what it does and not by how long it takes.

A program that answers is well. One that leaves a question without an answer may only be slow, because the machine has
too much to do: as long as it spends time on the processor it makes progress, and waiting for it is right. It is stuck
when it neither answers nor works, as threads do that wait for each other, and also when it works for very long without
an answer, as in an endless loop.

Time is counted in looks, and the supervisor takes them. So nobody loses patience while the machine stands still, as
under a closed lid.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LOOK_SECONDS = 5.0  # from one look to the next, and from an answer to the next question
IDLE_LOOKS = 12  # in a row, without an answer and without work
SILENT_LOOKS = 120  # in a row, without an answer, whatever it does
START_FACTOR = 3  # more of both, as long as there has been no answer yet: much is read from the disk then
LEAST_SHARE = 0.01  # of a processor: threads that only wait still wake up now and then, and use less


class ProgramProgress:
    """What one run of a program has shown so far. `spent` gives the seconds that it has been on the processor."""

    def __init__(self, spent: Callable[[], float]) -> None:
        self._first_answer_at = self._last_answer_at = 0.0
        self._spent = spent
        self._spent_before = 0.0
        self._answers = self._answers_before = 0
        self._silent = self._idle = 0  # looks in a row

    def note_answer(self) -> None:
        """Note that the program has answered. One thread asks, and another one looks."""
        self._last_answer_at = time.monotonic()
        self._first_answer_at = self._first_answer_at or self._last_answer_at
        self._answers += 1

    @property
    def answered(self) -> bool:
        """Whether it has ever answered."""
        return self._answers > 0

    @property
    def answering_seconds(self) -> float:
        """From its first answer to its last one."""
        return self._last_answer_at - self._first_answer_at

    @property
    def silent_seconds(self) -> float:
        """For how long it has not answered, as of the last look."""
        return self._silent * LOOK_SECONDS

    @property
    def is_late(self) -> bool:
        """Whether the last look was the one at which people who wait want to know why."""
        return self._silent == IDLE_LOOKS

    def look(self) -> str:
        """Take a look, `LOOK_SECONDS` after the last one: why it is stuck, blank as long as it is not."""
        if self._answers > self._answers_before:
            self._answers_before = self._answers
            self._silent = self._idle = 0
            return ""
        self._silent += 1
        self._idle = 0 if self._has_worked() else self._idle + 1
        return self._fault()

    def _has_worked(self) -> bool:
        before, self._spent_before = self._spent_before, self._spent()
        return self._spent_before - before >= LEAST_SHARE * LOOK_SECONDS

    def _fault(self) -> str:
        factor = 1 if self.answered else START_FACTOR
        if self._idle >= IDLE_LOOKS * factor:
            return f"has neither answered nor worked for {self._idle * LOOK_SECONDS:g} s"
        if self._silent >= SILENT_LOOKS * factor:
            return f"has worked for {self.silent_seconds:g} s without an answer"
        return ""


def processor_seconds(session: int) -> float:
    """What all processes of a session have spent on the processor, and their children that have ended.

    It is 0 where there is no /proc: only answers count there.
    """
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            fields = stat.read_bytes().rpartition(b")")[2].split()  # the name before it may contain anything
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
