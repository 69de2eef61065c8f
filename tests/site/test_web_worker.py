"""A web process that is stuck is replaced, and one that is only busy is left alone."""

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.conftest import eventually
from tests.processes import alive, bare_environment, kill_all, start

PATIENCE = 4  # seconds; gunicorn's shortest useful time, with a question every five seconds of ours
THREADS = 2


class Server:
    """A gunicorn with processes of two threads."""

    def __init__(self, port: str) -> None:
        self._port = port

    def get(self, path: str = "/", timeout: float = 60) -> int:
        """The process that answers. Raises OSError when none does in time."""
        with urlopen(f"http://127.0.0.1:{self._port}{path}", timeout=timeout) as answer:
            return int(answer.read())

    def answers(self) -> bool:
        try:
            return bool(self.get(timeout=2))
        except OSError:
            return False


@pytest.fixture
def processes() -> int:
    return 1


@pytest.fixture
def server(tmp_path, processes) -> Iterator[Server]:
    environment = bare_environment(tmp_path)
    bind = ["--bind", f"127.0.0.1:{environment['PORT']}", "--timeout", str(PATIENCE), "--threads", str(THREADS)]
    bind += ["--workers", str(processes), "--keep-alive", "15"]
    command = [sys.executable, "-m", "gunicorn", "tests.site.stuck", "--no-control-socket", *bind]
    process = start([*command, "--worker-class", "bidbase_site.web_worker.Worker"], environment)
    try:
        server = Server(environment["PORT"])
        eventually(server.answers)
        yield server
    finally:
        kill_all(environment)
        process.communicate()
    assert alive(environment) == []


def test_a_process_whose_threads_are_stuck_is_replaced(server):
    stuck = server.get()
    with ThreadPoolExecutor() as visitors:
        for _ in range(THREADS):
            visitors.submit(server.get, "/stuck")
        eventually(lambda: not server.answers())
        eventually(server.answers)
    assert server.get() != stuck


def test_a_process_that_stands_still_is_replaced(server):
    os.kill(stopped := server.get(), signal.SIGSTOP)
    eventually(server.answers)
    assert server.get() != stopped


def test_a_busy_process_is_left_alone(server):
    busy = server.get()
    with ThreadPoolExecutor(max_workers=40) as visitors:  # ten seconds of work for two threads
        answers = list(visitors.map(server.get, ["/slow"] * 40))
    assert set(answers) == {busy}


@pytest.mark.parametrize("processes", [2])
def test_a_process_that_has_no_thread_left_leaves_connections_to_the_other(server, tmp_path):
    with ThreadPoolExecutor(max_workers=2 * THREADS) as visitors:
        answers = visitors.map(server.get, ["/held"] * 2 * THREADS)
        eventually(lambda: lines_of(tmp_path / "held") == 2 * THREADS)
        (tmp_path / "free").touch()
    assert sorted(Counter(answers).values()) == [THREADS, THREADS]


def lines_of(path: Path) -> int:
    return len(path.read_text().splitlines()) if path.exists() else 0
