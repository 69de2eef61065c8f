"""Keep programs running: start them, start them again when they die or are stuck, end them together.

`progress.py` says when a program is stuck. Of programs that do the same, one starts at a time: the others serve
meanwhile, and none takes the processor from one that has just begun.
"""

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

from bidbase_site import leash, progress
from bidbase_site.settings import BASE_DIR

PAUSE_SECONDS = 0.1  # between two looks at the programs
GRACE_SECONDS = 10.0  # for a running task; one that is cut off is taken up again at the next start
STEADY_SECONDS = 60.0  # a run that was good for so long was steady
MAX_DEATHS = 5  # in a row, none of them after a steady run


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

    `answers` asks it for a sign of life, and may take its time. `files` are the descriptors of open files that it
    inherits. Of a program that `must_answer` a run counts for as long as it has answered. A worker need not: it gives
    no sign of life while the queue is away, which is no reason to end the site.
    """

    name: str
    command: Sequence[str]
    answers: Callable[[], bool]
    must_answer: bool = False
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


class StartTurn:
    """Whose turn it is to start, among programs that do the same."""

    def __init__(self) -> None:
        self._holder: GroupProgram | None = None

    def take(self, member: "GroupProgram") -> bool:
        """Whether it is the member's turn now."""
        if self._holder is None:
            self._holder = member
        return self._holder is member

    def leave(self, member: "GroupProgram") -> None:
        """Let another one take the turn, where the member has it."""
        if self._holder is member:
            self._holder = None


class GroupProgram:
    """A program of the group, with the process that runs it now; between two starts there is none."""

    def __init__(self, program: Program, turn: StartTurn) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._program = program
        self._turn = turn
        self._start_at = self._started_at = self._looked_at = time.monotonic()
        self._progress = progress.ProgramProgress(lambda: 0)
        self._deaths = 0

    @property
    def answered(self) -> bool:
        """Whether the process that runs now has answered."""
        return self._progress.answered

    def keep(self) -> None:
        """Start the program when it is due, and see whether it runs. Raises Trouble when it dies again and again."""
        if self.process is None:
            if time.monotonic() >= self._start_at and self._turn.take(self):
                self._start()
        elif (code := self.process.poll()) is not None:
            self._start_again(f"ended by itself ({manner_of_end(code)})")
        else:
            self._see_how_it_does()

    def _start(self) -> None:
        self.process = process = spawn(self._program.command, self._program.files)
        self._started_at = self._looked_at = time.monotonic()
        self._progress = progress.ProgramProgress(lambda: progress.processor_seconds(process.pid))  # it leads a session
        Thread(target=self._ask, args=(process, self._progress), daemon=True).start()

    def _ask(self, process: subprocess.Popen[bytes], its: progress.ProgramProgress) -> None:
        """Ask for signs of life, for as long as this process is the one that runs."""
        while self.process is process:
            if self._program.answers() and self.process is process:
                its.note_answer()
            time.sleep(progress.LOOK_SECONDS)

    def _see_how_it_does(self) -> None:
        if self.answered:
            self._turn.leave(self)
        if time.monotonic() - self._looked_at < progress.LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        fault = self._progress.look()
        if fault and self._turn.take(self):  # otherwise another one is starting, and has to serve first
            self._start_again(fault)
        elif not fault and self._progress.is_late:
            silence = f"has not answered for {self._progress.silent_seconds:g} s"
            say(f"The {self._program.name} {silence}. It is left alone as long as it works.")

    def _start_again(self, why: str) -> None:
        if self.answered:
            self._turn.take(self)
        else:
            self._turn.leave(self)  # its start has failed
        self._deaths = 1 if self._was_steady() else self._deaths + 1
        self._end_process()
        if self._deaths == MAX_DEATHS:
            raise Trouble(
                f"the {self._program.name} {why}, {MAX_DEATHS} times in a row. Mend what the lines above tell of,"
                " or give the machine less to do, and start BidBase again"
            )
        pause = 2 ** (self._deaths - 1)
        self._start_at = time.monotonic() + pause
        say(f"The {self._program.name} {why}. It starts again in {pause} s.")

    def _was_steady(self) -> bool:
        ran = time.monotonic() - self._started_at
        return (self._progress.answering_seconds if self._program.must_answer else ran) >= STEADY_SECONDS

    def _end_process(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            kill(process)


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

    def add(self, *programs: Program) -> list[GroupProgram]:
        """Take programs that are to be kept running. Of several that do the same, one starts at a time."""
        turn = StartTurn()
        members = [GroupProgram(program, turn) for program in programs]
        self._members += members
        return members

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
