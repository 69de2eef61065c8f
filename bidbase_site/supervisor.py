"""Keep programs running: start them, start them again when they die or no longer answer, end them together."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import NoReturn

from bidbase_site import leash
from bidbase_site.settings import BASE_DIR

PAUSE_SECONDS = 0.1  # between two looks at the programs
ASK_SECONDS = 5.0  # between two questions to a program
GRACE_SECONDS = 10.0  # for a running task; one that is cut off is taken up again at the next start
STEADY_SECONDS = 60.0  # a program that ran for so long did not die at once
MAX_DEATHS = 5  # in a row, each of them at once


class Stopped(Exception):
    """Somebody asked us to end."""


class Trouble(Exception):
    """The site cannot start or go on; the message is for the person at the terminal."""


class StopRequests:
    """Whether we were asked to end, by a signal or by the end of the `make` that started us."""

    def __init__(self, make: int | None) -> None:
        self._make = make
        self.signals = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._count)

    def _count(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    def pause(self) -> None:
        """Let a moment pass. Raises Stopped when we should end."""
        time.sleep(PAUSE_SECONDS)
        if self.signals or (self._make is not None and make_is_ending(self._make)):
            raise Stopped


def make_is_ending(pid: int) -> bool:
    """Whether `make`, our parent, died or caught a signal that it keeps from us.

    GNU make hands on SIGTERM. On SIGINT and SIGHUP it takes for granted that the terminal has signaled every process,
    and waits for us with that signal blocked, which Linux shows in /proc (elsewhere we cannot see it).
    """
    if os.getppid() != pid:
        return True
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    blocked = next((int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigBlk")), 0)
    return any(blocked >> (number - 1) & 1 for number in (signal.SIGINT, signal.SIGHUP))


@dataclass(frozen=True)
class Program:
    """A program that is to be kept running.

    `answers` asks it for a sign of life, and may take its time. A program that leaves `patience` questions in a row
    without an answer is stuck. `files` are the descriptors of open files that it inherits.
    """

    name: str
    command: Sequence[str]
    answers: Callable[[], bool]
    patience: int
    files: Sequence[int] = ()


def spawn(command: Sequence[str], files: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own: Ctrl-C reaches us alone, and a last resort reaches its children too."""
    return subprocess.Popen(
        leash.on(command),
        cwd=BASE_DIR,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        pass_fds=files,
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that is left of its session."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def manner_of_end(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"


class GroupProgram:
    """A program of the group, with the process that runs it now; between two starts there is none."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.answered = False
        self._start_at = self._started_at = time.monotonic()
        self._unanswered = 0
        self._deaths = 0

    def keep(self) -> None:
        """Start the program when it is due, and see whether it runs. Raises Trouble when it dies again and again."""
        if self.process is None:
            if time.monotonic() >= self._start_at:
                self._start()
        elif (code := self.process.poll()) is not None:
            self._start_again(f"ended by itself ({manner_of_end(code)})")
        elif self._unanswered >= self.program.patience:
            self._start_again("does not answer")

    def _start(self) -> None:
        self.process = spawn(self.program.command, self.program.files)
        self._started_at = time.monotonic()
        self._unanswered = 0
        Thread(target=self._ask, args=(self.process,), daemon=True).start()

    def _ask(self, process: subprocess.Popen[bytes]) -> None:
        """Ask for signs of life, for as long as this process is the one that runs."""
        while self.process is process:
            answered = self.program.answers()
            if self.process is process:
                self._unanswered = 0 if answered else self._unanswered + 1
                self.answered = self.answered or answered
            time.sleep(ASK_SECONDS)

    def _start_again(self, why: str) -> None:
        process, self.process = self.process, None
        if process is not None:
            kill(process)
        steady = time.monotonic() - self._started_at >= STEADY_SECONDS
        self._deaths = 1 if steady else self._deaths + 1
        if self._deaths == MAX_DEATHS:
            raise Trouble(f"the {self.program.name} {why}, {MAX_DEATHS} times in a row")
        pause = 2 ** (self._deaths - 1)
        self._start_at = time.monotonic() + pause
        say(f"The {self.program.name} {why}. It starts again in {pause} s.")


class ProcessGroup:
    """The programs that run and end together."""

    def __init__(self, requests: StopRequests) -> None:
        self._requests = requests
        self._members: list[GroupProgram] = []
        self._passing: subprocess.Popen[bytes] | None = None

    def run(self, name: str, command: Sequence[str]) -> None:
        """Run one process to its end. Raises Trouble when it fails."""
        self._passing = spawn(command)
        while self._passing.poll() is None:
            self._requests.pause()
        if code := self._passing.returncode:
            raise Trouble(f"the {name} failed ({manner_of_end(code)})")

    def add(self, program: Program) -> GroupProgram:
        """Take a program that is to be kept running."""
        member = GroupProgram(program)
        self._members.append(member)
        return member

    def keep(self) -> None:
        """Let a moment pass and see to all programs. Raises Stopped when we should end, Trouble when we must."""
        self._requests.pause()
        for member in self._members:
            member.keep()

    def keep_on(self) -> NoReturn:
        """Keep all programs running. Ends by raising Stopped or Trouble."""
        while True:
            self.keep()

    def end(self) -> None:
        """Ask all to finish; whatever is left after a while, or at a further signal, is killed."""
        running = [process for process in (self._passing, *(member.process for member in self._members)) if process]
        heard = self._requests.signals
        deadline = time.monotonic() + GRACE_SECONDS
        for process in running:
            process.terminate()
        while any(process.poll() is None for process in running):
            if time.monotonic() > deadline or self._requests.signals > heard:
                break
            time.sleep(PAUSE_SECONDS)
        for process in running:
            kill(process)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
