"""`make test`: everything that proves the project, to the end even when something fails on the way."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests import bring

BASE_DIR = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent

CHECKS = {
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-logo"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
}
PYTEST = ["pytest", "--numprocesses", "auto", "--maxprocesses", "4"]
NEWCOMER = {"DATABASE_URL": "", "BROKER_URL": ""}


class Proof:
    """Takes one step after another and keeps what must be said at the end."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.failed = False

    def step(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        print(f"\n== {name}", flush=True)
        program, *arguments = command
        environment = {**os.environ, **environment, "PROOF_NOTES": "\n".join(self.notes)}
        if subprocess.run([PROGRAMS / program, *arguments], cwd=BASE_DIR, env=environment).returncode:
            self.failed = True
            self.notes.append(f"Failed before these tests: {name}")

    def bring(self, name: str, get: Callable[[], str]) -> str:
        """What `get` gives; empty, with a note, when it cannot be had."""
        try:
            return get()
        except bring.Missing as reason:
            self.notes.append(f"Could not bring {name}, what needs it is left out: {reason}")
            print(self.notes[-1], flush=True)
            return ""


def main() -> int:
    # Leave by the front door, so that the servers are stopped on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended by SIGTERM"))
    proof = Proof()
    for name, command in CHECKS.items():
        proof.step(name, command, NEWCOMER)
    with ExitStack() as servers:
        chromium = {"CHROMIUM": proof.bring("a Chromium", bring.chromium)}
        database = proof.bring("a PostgreSQL", lambda: servers.enter_context(bring.postgresql()))
        broker = proof.bring("a Redis", lambda: servers.enter_context(bring.redis()))
        if database or broker:
            club = {"DATABASE_URL": database, "BROKER_URL": broker}
            proof.step("database tests as a club runs it", [*PYTEST, "-m", "database and not browser"], club)
        proof.step("all tests as a newcomer runs it", PYTEST, NEWCOMER | chromium)
    return int(proof.failed)


if __name__ == "__main__":
    sys.exit(main())
