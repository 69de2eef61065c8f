"""`make test`: everything that proves the project, to the end even when something fails on the way."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bidbase.systems import shipped_systems
from tests import bring

BASE_DIR = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent

CHECKS = {
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-logo"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
    **{f"system {name}": ["python", "-m", "bidbase", "check", name] for name in shipped_systems()},
}
PYTEST = ["pytest", "--numprocesses", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
ENGINE = [*PYTEST, "tests/engine"]  # without Django, see pytest.toml there
SITE = [*PYTEST, "tests", "--ignore=tests/engine"]
NEWCOMER = {"DATABASE_URL": "", "BROKER_URL": ""}


class Proof:
    """Takes one step after another, and keeps what must be said at the end: how each went and how long it took."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.failed = False
        self._table: list[str] = []

    def step(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        print(f"\n== {name}", flush=True)
        program, *arguments = command
        begun = time.monotonic()
        ended = subprocess.run([PROGRAMS / program, *arguments], cwd=BASE_DIR, env={**os.environ, **environment})
        self._tell(name, begun, "FAILED" if ended.returncode else "")
        self.failed |= ended.returncode != 0

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
            self._tell(f"bringing {name}", begun)

    def _tell(self, name: str, begun: float, outcome: str = "") -> None:
        self._table.append(f"{name:40} {time.monotonic() - begun:6.1f} s  {outcome}".rstrip())

    def report(self) -> str:
        """The steps with the time each took, then the notes."""
        return "\n".join(["", "== how long it took", *self._table, *self.notes])


def main() -> int:
    # Leave by the front door, so that the servers are stopped on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended by SIGTERM"))
    proof = Proof()
    for name, command in CHECKS.items():
        proof.step(name, command, NEWCOMER)
    proof.step("engine", ENGINE, NEWCOMER)
    with ExitStack() as servers:
        chromium = {"CHROMIUM": proof.bring("a Chromium", bring.chromium)}
        database = proof.bring("a PostgreSQL", lambda: servers.enter_context(bring.postgresql()))
        broker = proof.bring("a Redis", lambda: servers.enter_context(bring.redis()))
        if database or broker:
            club = {"DATABASE_URL": database, "BROKER_URL": broker}
            proof.step("site as a club runs it", [*SITE, "-m", "database and not browser"], club)
        proof.step("site as a newcomer runs it", SITE, NEWCOMER | chromium)
    print(proof.report())
    return int(proof.failed)


if __name__ == "__main__":
    sys.exit(main())
