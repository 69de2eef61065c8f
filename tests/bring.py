"""Bring what the tests need from outside Python: a Chromium, a PostgreSQL, a Redis.

Each is taken from the machine when it is there, else installed when we may. Servers are throw-away ones, on a
socket in a temporary directory. What cannot be had raises Missing with the reason.
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from bidbase_site import leash

ROOT = os.geteuid() == 0
WITHOUT_WINDOWS = "chromium-headless-shell", "chrome-headless-shell"
WITH_WINDOWS = "chromium", "chromium-browser", "google-chrome"


class Missing(Exception):
    """Something could not be brought; the message says why, in one line."""


def run(command: Sequence[str | Path], cwd: Path | None = None, **environment: str) -> None:
    """Run a command quietly. Raises Missing, with the last line it said, when it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        said = done.stdout.strip().splitlines() or ["no word"]
        raise Missing(f"{Path(command[0]).name} failed: {said[-1]}")


@functools.cache
def refresh_package_lists() -> None:
    run(["apt-get", "update", "-q"])


def install(*packages: str) -> None:
    """Install packages of the distribution. Raises Missing where we may not or cannot."""
    if not (ROOT and shutil.which("apt-get")):
        raise Missing(f"not installed, and only root may install it (apt-get install {' '.join(packages)})")
    refresh_package_lists()
    run(
        ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages],
        DEBIAN_FRONTEND="noninteractive",
        RUNLEVEL="1",  # a package must not start a server of its own
    )


def chromium() -> str:
    """The path of a Chromium: of one without windows where it can be had, since that takes half of the processor."""
    if path := _on_path(*WITHOUT_WINDOWS):
        return path
    try:
        return _brought_chromium()
    except Missing:
        if path := _on_path(*WITH_WINDOWS):
            return path
        raise


def chromium_here(playwright: Playwright) -> str:
    """The path of a Chromium that is on this machine; empty where there is none."""
    return _on_path(*WITHOUT_WINDOWS) or chromium_of_playwright(playwright) or _on_path(*WITH_WINDOWS)


def chromium_of_playwright(playwright: Playwright) -> str:
    """The path of Playwright's own Chromium without windows, beside which it keeps the one with windows."""
    beside = next(path for path in Path(playwright.chromium.executable_path).parents if "chromium-" in path.name)
    revision = beside.name.partition("-")[2]
    return next(map(str, beside.parent.glob(f"chromium_headless_shell-{revision}/*/*headless*shell")), "")


def _on_path(*names: str) -> str:
    return next((path for name in names if (path := shutil.which(name))), "")


def _brought_chromium() -> str:
    try:
        run([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"])
        if ROOT:
            run([sys.executable, "-m", "playwright", "install-deps", "chromium"])
        with sync_playwright() as playwright:
            return chromium_of_playwright(playwright)
    except Missing:  # where downloads of that kind are closed, the distribution may still be open
        install(WITHOUT_WINDOWS[0], "fonts-dejavu-core")  # the font has the suit symbols
        return _on_path(*WITHOUT_WINDOWS)


def postgresql_programs() -> Path | None:
    """The directory of the newest server programs."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")  # Debian keeps them off PATH
    return max((path.parent for path in installed), key=lambda place: int(place.parent.name), default=None)


@dataclass(frozen=True)
class PostgreSQL:
    """A throw-away PostgreSQL server in a directory of its own, which a test may stop and start."""

    programs: Path
    directory: Path

    @property
    def url(self) -> str:
        """Its DATABASE_URL."""
        return f"postgres://bidbase@/{self.directory}/bidbase"

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of its programs."""
        run(self._command(program, *arguments), self.directory)

    def _command(self, program: str, *arguments: str | Path) -> list[str | Path]:
        """What runs one of its programs. It refuses to run as root, so root hands it to the account of the package."""
        user: list[str | Path] = ["runuser", "-u", "postgres", "--"] if ROOT else []
        return [*user, self.programs / program, *arguments]

    def initialize(self) -> None:
        """Make its directory one with an empty cluster."""
        if ROOT:
            shutil.chown(self.directory, "postgres")
        options = ["--no-sync", "--username", "bidbase", "--auth", "trust", "--encoding", "UTF8"]
        self.run("initdb", "--pgdata", self.directory / "data", *options)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.directory} -c listen_addresses= -c fsync=off"
        self._control("--log", self.directory / "log", "--options", options, "start")

    def stop(self) -> None:
        """End it at once, whoever uses it."""
        self._control("--mode", "immediate", "stop")

    @contextmanager
    def stopped_when_we_end(self) -> Iterator[None]:
        """Have it stopped at the end of the block, and even when we are killed in it."""
        stop = self._command("pg_ctl", "--pgdata", self.directory / "data", "--silent", "--mode", "immediate", "stop")
        waiting = ["sh", "-c", 'cat; exec "$@"', "sh", *stop]  # until the pipe that we hold is closed
        with subprocess.Popen(waiting, stdin=subprocess.PIPE, cwd=self.directory, start_new_session=True):
            yield

    def _control(self, *arguments: str | Path) -> None:
        self.run("pg_ctl", "--pgdata", self.directory / "data", "--wait", "--silent", *arguments)


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL server; gives its DATABASE_URL."""
    with postgresql_server() as server:
        yield server.url


@contextmanager
def postgresql_server() -> Iterator[PostgreSQL]:
    """A PostgreSQL server."""
    if not postgresql_programs():
        install("postgresql")
    programs = postgresql_programs()
    if not programs:
        raise Missing("its packages bring no initdb")
    with tempfile.TemporaryDirectory(prefix="bidbase-postgresql-") as name:
        directory = Path(name)
        server = PostgreSQL(programs, directory)
        server.initialize()
        with server.stopped_when_we_end():
            server.start()
            server.run("createdb", "--host", directory, "--username", "bidbase", "bidbase")
            yield server


@contextmanager
def redis() -> Iterator[str]:
    """A Redis server, which ends when we do; gives its BROKER_URL."""
    if not shutil.which("redis-server"):
        install("redis-server")
    program = shutil.which("redis-server")
    if not program:
        raise Missing("its package brings no redis-server")
    with tempfile.TemporaryDirectory(prefix="bidbase-redis-") as name:
        socket = Path(name) / "redis.sock"
        server = subprocess.Popen(
            leash.on([program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", name]),
            stdout=subprocess.DEVNULL,
        )
        try:
            while not socket.exists():
                if server.poll() is not None:
                    raise Missing("redis-server does not start")
                time.sleep(0.05)
            yield f"redis+socket://{socket}"
        finally:
            server.terminate()
            server.wait()
