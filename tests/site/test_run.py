"""`make run`: one command starts the whole site, and whatever ends it ends all of it."""

import http.client
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bidbase_site.settings import BASE_DIR

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")

# The environment is the one that runs these tests: make need not bring it up to date.
MAKE_RUN = ["make", "--old-file", ".venv/.ready", "run"]
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]


def alive(environment: dict[str, str], word: str = "") -> list[int]:
    """The processes of this test, oldest first, whose command line holds the word."""
    mark = f"DATA_DIR={environment['DATA_DIR']}".encode()
    found = []
    for process in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            ours = mark in (process / "environ").read_bytes().split(b"\0")
            if ours and word.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue  # it ended while we looked, or is not ours
    return found


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Of a newcomer's shell; its DATA_DIR is also the mark by which our processes are known."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = {**kept, "DATA_DIR": str(tmp_path), "PORT": str(port)}
    yield environment
    for left_by_a_failure in alive(environment):
        os.kill(left_by_a_failure, signal.SIGKILL)


def start(command: list[str], environment: dict[str, str], cwd: Path = BASE_DIR) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=hear_signals,
    )


def hear_signals() -> None:
    """As in a newcomer's shell, though these tests may run where signals are ignored (nohup, a shell's background)."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def read_until(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if word in line:
            return
    pytest.fail(f"it ended without saying {word!r}:\n{''.join(said)}")


def last_words(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=60)
    return said


def status_of_a_table(environment: dict[str, str]) -> int:
    """Of a page that needs the database, the shipped systems and the static files."""
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=30)
    connection.request("GET", "/deal/1/")
    return connection.getresponse().status


def test_the_site_starts_ends_and_starts_again_with_its_data(environment, tmp_path):
    first = start(MAKE_RUN, environment)
    read_until(first, f"BidBase is at http://127.0.0.1:{environment['PORT']}/")
    with sqlite3.connect(tmp_path / "bidbase.sqlite3") as database:
        assert database.execute("SELECT * FROM django_session").fetchall() == [], "the start leaves no visitor behind"
        assert status_of_a_table(environment) == 200
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        database.execute("INSERT INTO django_session VALUES ('kept', '', '2100-01-01')")
    first.send_signal(signal.SIGINT)
    assert "BidBase ends" in last_words(first)
    assert alive(environment) == []

    second = start(MAKE_RUN, environment)
    read_until(second, "BidBase is at")
    with sqlite3.connect(tmp_path / "bidbase.sqlite3") as database:
        assert database.execute("SELECT session_key FROM django_session").fetchall().count(("kept",)) == 1
    os.kill(alive(environment, "gunicorn")[0], signal.SIGKILL)
    assert "BidBase stops: the web server ended by itself (SIGKILL)" in last_words(second)
    assert second.returncode != 0
    assert alive(environment) == []


def test_a_taken_port_is_told_at_once(environment, tmp_path):
    with socket.create_server(("127.0.0.1", int(environment["PORT"]))):
        said = last_words(start(MAKE_RUN, environment))
    assert f"port {environment['PORT']}: something else is using it. Try make run PORT=8001" in said
    assert not (tmp_path / "bidbase.sqlite3").exists()


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight", ""])
def test_a_port_that_is_none_is_refused(environment, port):
    process = start([sys.executable, "-m", "bidbase_site.run"], {**environment, "PORT": port})
    assert "PORT must be a number from 1 to 65535" in last_words(process)
    assert process.returncode == 1


# What follows puts small programs in the place of web and worker.

MAKEFILE = """
run:
	@exec "{python}" family.py $$PPID
"""
FAMILY = """
import sys
from bidbase_site.run import Family, Stopped, Trouble, Wishes

family = Family(Wishes(int(sys.argv[1])))
for name in ("one", "two"):
    family.start(name, [sys.executable, "{member}", name])
try:
    while True:
        family.watch()
except Stopped:
    print("stopped", flush=True)
except Trouble as trouble:
    print(trouble, flush=True)
finally:
    family.end()
"""
MEMBER = """
import signal, subprocess, sys, time

if "{manner}" == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
if sys.argv[1] == "two":
    print("started", flush=True)
time.sleep(600)
"""


@pytest.fixture
def manner() -> str:
    return "obedient"


@pytest.fixture
def family(environment: dict[str, str], tmp_path: Path, manner: str) -> Iterator[subprocess.Popen[str]]:
    """`make` with two members, each of which has a child of its own."""
    (tmp_path / "Makefile").write_text(MAKEFILE.format(python=sys.executable))
    (tmp_path / "family.py").write_text(FAMILY.format(member=tmp_path / "member.py"))
    (tmp_path / "member.py").write_text(MEMBER.format(manner=manner))
    process = start(["make", "run"], {**environment, "PYTHONPATH": str(BASE_DIR)}, tmp_path)
    read_until(process, "started")
    yield process
    last_words(process)


@pytest.mark.parametrize("number", [*SIGNALS, signal.SIGKILL])
def test_a_signal_to_make_alone_ends_everything(family, environment, number):
    family.send_signal(number)
    assert "stopped" in last_words(family)
    assert alive(environment) == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_from_the_terminal_to_all_ends_everything(family, environment, number):
    os.killpg(family.pid, number)
    assert "stopped" in last_words(family)
    assert alive(environment) == []


@pytest.mark.parametrize("manner", ["stubborn"])
def test_who_does_not_listen_is_killed_at_the_second_signal(family, environment):
    family.send_signal(signal.SIGTERM)
    read_until(family, "stopped")
    os.kill(alive(environment, "family.py")[0], signal.SIGINT)
    last_words(family)
    assert alive(environment) == []


def test_when_one_dies_all_end(family, environment):
    os.kill(alive(environment, "member.py")[1], signal.SIGKILL)
    assert "the two ended by itself (SIGKILL)" in last_words(family)
    assert alive(environment) == []
