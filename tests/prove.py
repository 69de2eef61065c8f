"""`make test`: everything that proves the project, to the end even when something fails on the way."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from bidbase.systems import shipped_systems
from tests import bring, shared_cache

BASE_DIR = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent

CHECKS = {
    "types": ["mypy"],
    **{f"system {name}": ["python", "-m", "bidbase", "check", name] for name in shipped_systems()},
    "imports": ["lint-imports", "--no-logo"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
}
"""What each process of its own checks: the longest first, since they run side by side."""

PYTEST = ["pytest", "--numprocesses", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
ENGINE = [*PYTEST, "tests/engine"]  # without Django, see pytest.toml there
SITE = [*PYTEST, "tests", "--ignore=tests/engine"]
NEWCOMER = {"DATABASE_URL": "", "BROKER_URL": ""}


class Proof:
    """Takes one step after another, and keeps what must be said at the end: how each went and how long it took."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.failed = False
        self._begun = time.monotonic()
        self._table = [f"{'':40}  on the clock  of processor"]

    def step(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        """Take a step while one looks on."""
        print(f"\n== {name}", flush=True)
        begun = time.monotonic()
        self._end(name, _started(command, environment), begun)

    @contextmanager
    def steps_beside(self, steps: dict[str, list[str]], environment: dict[str, str]) -> Iterator[None]:
        """Take steps while something else is done. What each has said is shown when all that is done."""
        begun = time.monotonic()
        with ExitStack() as left:
            running = []
            for name, command in steps.items():
                said = left.enter_context(TemporaryFile("w+"))
                running.append((name, _started(command, environment, said), said))
                left.callback(running[-1][1].kill)
            yield
            for name, process, said in running:
                print(f"\n== {name}", flush=True)
                self._end(name, process)
                said.seek(0)
                print(said.read(), end="", flush=True)
        self._tell("all these side by side", time.monotonic() - begun)

    def bring(self, name: str, get: Callable[[], str]) -> str:
        """What `get` gives; empty, with a note, when it cannot be had."""
        begun = time.monotonic()
        try:
            return get()
        except bring.Missing as reason:
            self.notes.append(f"Could not bring {name}, what needs it is left out: {reason}")
            print(self.notes[-1], flush=True)
            return ""
        finally:
            self._tell(f"bringing {name}", time.monotonic() - begun)

    def _end(self, name: str, process: subprocess.Popen[str], begun: float | None = None) -> None:
        """Wait for the end of a step. Of one that others run beside, the clock says nothing."""
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
        self.failed |= process.returncode != 0
        clock = None if begun is None else time.monotonic() - begun
        self._tell(name, clock, usage.ru_utime + usage.ru_stime, "FAILED" if process.returncode else "")

    def _tell(self, name: str, clock: float | None, processor: float | None = None, outcome: str = "") -> None:
        times = (f"{'' if seconds is None else f'{seconds:.1f} s':>12}" for seconds in (clock, processor))
        self._table.append("  ".join((f"{name:40}", *times, outcome)).rstrip())

    def report(self) -> str:
        """The steps with the time each took, then the notes."""
        self._tell("everything", time.monotonic() - self._begun)
        return "\n".join(["", "== how long it took", *self._table, *self.notes])


def compile_once() -> None:
    """Let processes keep the bytecode of modules, or each of a thousand would compile all that it imports."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _started(command: list[str], environment: dict[str, str], output: IO[str] | None = None) -> subprocess.Popen[str]:
    program, *arguments = command
    ours = {**os.environ, **environment}
    return subprocess.Popen(
        [PROGRAMS / program, *arguments], cwd=BASE_DIR, env=ours, stdout=output, stderr=output, text=True
    )


def main() -> int:
    # Leave by the front door, so that the servers are stopped on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended by SIGTERM"))
    shared_cache.share()
    compile_once()
    proof = Proof()
    with ExitStack() as servers:
        with proof.steps_beside(CHECKS, NEWCOMER):
            chromium = {"CHROMIUM": proof.bring("a Chromium", bring.chromium)}
            database = proof.bring("a PostgreSQL", lambda: servers.enter_context(bring.postgresql()))
            broker = proof.bring("a Redis", lambda: servers.enter_context(bring.redis()))
        proof.step("engine", ENGINE, NEWCOMER)
        statements = Path(servers.enter_context(TemporaryDirectory(prefix="bidbase-statements-")))
        proof.step("site as a newcomer runs it", [*SITE, f"--note-statements={statements}"], NEWCOMER | chromium)
        if database or broker:
            club = {"DATABASE_URL": database, "BROKER_URL": broker}
            asked = ["-m", "database and not browser", f"--noted-statements={statements}"]
            proof.step("site as a club runs it", [*SITE, *asked], club)
    print(proof.report())
    return int(proof.failed)


if __name__ == "__main__":
    sys.exit(main())
