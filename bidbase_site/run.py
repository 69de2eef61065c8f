"""The whole site in one terminal: `python -m bidbase_site.run`.

Brings database, shipped systems and static files up to date, then runs web and worker until somebody ends it
(Ctrl-C, SIGTERM, SIGHUP) or one of the two dies. Either way nothing is left running.
"""

import argparse
import contextlib
import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from bidbase_site.settings import BASE_DIR, env

START_SECONDS = 60.0
GRACE_SECONDS = 10.0  # for a running task; one that is cut off is taken up again at the next start
GLANCE_SECONDS = 0.1


class Stopped(Exception):
    """Somebody asked us to end."""


class Trouble(Exception):
    """The site cannot start or go on; the message is for the person at the terminal."""


class Wishes:
    """Whether we were asked to end, by a signal or by the end of the `make` that started us."""

    def __init__(self, make: int | None) -> None:
        self._make = make
        self.signals = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._heard)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    def glance(self) -> None:
        """Let a moment pass. Raises Stopped when we should end."""
        time.sleep(GLANCE_SECONDS)
        if self.signals or (self._make is not None and make_is_ending(self._make)):
            raise Stopped


def make_is_ending(pid: int) -> bool:
    """Whether `make`, our parent, died or caught a signal that it keeps from us.

    GNU make hands on SIGTERM. On SIGINT and SIGHUP it takes for granted that the terminal told everybody, and
    waits for us with that signal blocked, which Linux shows in /proc (elsewhere we cannot see it).
    """
    if os.getppid() != pid:
        return True
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    blocked = next((int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigBlk")), 0)
    return any(blocked >> (number - 1) & 1 for number in (signal.SIGINT, signal.SIGHUP))


class Family:
    """The processes that live and die together."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes
        self._members: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C reaches us alone, and the last resort reaches its children too.
        member = subprocess.Popen(command, cwd=BASE_DIR, start_new_session=True, stdin=subprocess.DEVNULL)
        self._members[name] = member
        return member

    def run(self, name: str, command: list[str]) -> None:
        """Run one process to its end. Raises Trouble when it fails."""
        member = self.start(name, command)
        while member.poll() is None:
            self._wishes.glance()
        del self._members[name]
        if member.returncode:
            raise Trouble(f"{name} failed ({manner_of_end(member.returncode)})")

    def watch(self) -> None:
        """Let a moment pass. Raises Trouble when a member has died."""
        self._wishes.glance()
        for name, member in self._members.items():
            if member.poll() is not None:
                raise Trouble(f"the {name} ended by itself ({manner_of_end(member.returncode)})")

    def end(self) -> None:
        """Ask all to finish; whatever is left after a while, or at a second Ctrl-C, is killed."""
        asked = self._wishes.signals
        deadline = time.monotonic() + GRACE_SECONDS
        for member in self._members.values():
            member.terminate()
        while any(member.poll() is None for member in self._members.values()):
            if time.monotonic() > deadline or self._wishes.signals > asked:
                break
            time.sleep(GLANCE_SECONDS)
        for member in self._members.values():
            with contextlib.suppress(ProcessLookupError):  # nothing may be left of it
                os.killpg(member.pid, signal.SIGKILL)
            member.wait()


def manner_of_end(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"


def port_from_environment() -> int:
    try:
        port: int = env("PORT")
    except ValueError:
        port = 0
    if not 0 < port < 65536:
        raise Trouble("PORT must be a number from 1 to 65535, as in: make run PORT=8001")
    return port


def require_free(host: str, port: int) -> None:
    """Say early, and in plain words, what the web server would say late and at length."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            why = "something else is using it" if error.errno == errno.EADDRINUSE else error.strerror
            raise Trouble(f"cannot listen at {host}, port {port}: {why}. Try make run PORT=8001") from None


def answers(host: str, port: int) -> bool:
    """Whether the list of systems comes, a page that keeps nothing. Raises Trouble when an error comes instead."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/system/")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    if status >= 500:
        raise Trouble(f"the site answers with an error ({status})")
    return True


def web(host: str, port: int) -> list[str]:
    options = ["--workers", "2", "--threads", "4", "--log-level", "warning", "--no-control-socket"]
    return [sys.executable, "-m", "gunicorn", "bidbase_site.wsgi", "--bind", f"{host}:{port}", *options]


def worker() -> list[str]:
    options = ["--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [sys.executable, "-m", "celery", "--quiet", "--app", "bidbase_site", "worker", *options]


def serve(family: Family, host: str, port: int) -> None:
    """Prepare, start and watch. Ends by raising Stopped or Trouble."""
    require_free(host, port)
    family.run("preparation", [sys.executable, "-m", "bidbase_site.prepare"])
    family.start("worker", worker())
    family.start("web server", web(host, port))
    near = "127.0.0.1" if host == "0.0.0.0" else host
    deadline = time.monotonic() + START_SECONDS
    while not answers(near, port):
        if time.monotonic() > deadline:
            raise Trouble(f"no answer from {near}, port {port}, after {START_SECONDS:.0f} seconds")
        family.watch()
    print(f"BidBase is at http://{near}:{port}/ (Ctrl-C ends it)", flush=True)
    while True:
        family.watch()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the whole site: web and worker.")
    parser.add_argument("--make", type=int, metavar="PID", help="end when this make, our parent, ends")
    wishes = Wishes(parser.parse_args().make)
    family = Family(wishes)
    try:
        serve(family, env("HOST"), port_from_environment())
    except Stopped:
        print("BidBase ends. A running task may finish; Ctrl-C again cuts it off.", flush=True)
    except Trouble as trouble:
        print(f"BidBase stops: {trouble}", file=sys.stderr, flush=True)
        return 1
    finally:
        family.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
