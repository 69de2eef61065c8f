"""A web process that is stuck is replaced, one that is only busy is left alone, and visitors wait in one line."""

import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.conftest import eventually
from tests.processes import alive, bare_environment, kill_all, start

THREADS = 4  # of each of the two processes
RUN_STUCK = """
import sys
from bidbase_site import progress, run

run.APPLICATION, run.PAGE_SECONDS, progress.LOOK_SECONDS = "tests.site.stuck", 4, 0.5
sys.exit(run.main())
"""


class Site:
    """The web processes of a site whose pages can get stuck."""

    def __init__(self, port: str) -> None:
        self.port = int(port)

    def get(self, path: str = "/", timeout: float = 60) -> int:
        """The process that answers. Raises OSError when none does in time."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=timeout) as answer:
            return int(answer.read())

    def get_at_once(self, path: str, times: int) -> Counter[int]:
        """The processes that answer so many visitors, and how many of them each."""
        with ThreadPoolExecutor(times) as visitors:
            return Counter(visitors.map(self.get, [path] * times))

    def answers(self) -> bool:
        try:
            return bool(self.get(timeout=2))
        except OSError:
            return False


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    environment = bare_environment(tmp_path, PYTHONPATH=".")
    process = start([sys.executable, "-c", RUN_STUCK, "web"], environment)
    try:
        site = Site(environment["PORT"])
        eventually(site.answers)
        yield site
    finally:
        kill_all(environment)
        process.communicate()
    assert alive(environment) == []


def held(folder: Path) -> int:
    """How many visitors wait for the file `free`."""
    file = folder / "held"
    return len(file.read_text().splitlines()) if file.exists() else 0


@pytest.fixture
def processes(site, tmp_path) -> set[int]:
    """Both processes, each of which has its threads held, and answers when they are free."""
    with ThreadPoolExecutor(2 * THREADS) as visitors:
        answers = visitors.map(site.get, ["/held"] * 2 * THREADS)
        eventually(lambda: held(tmp_path) == 2 * THREADS)
        (tmp_path / "free").touch()
    shares = Counter(answers)
    assert list(shares.values()) == [THREADS, THREADS], "a process that has no thread left leaves the others in line"
    return set(shares)


def test_processes_whose_threads_are_stuck_are_replaced(site, processes):
    with ThreadPoolExecutor(2 * THREADS) as visitors:
        for _ in range(2 * THREADS):
            visitors.submit(site.get, "/stuck")
        eventually(lambda: not site.answers())
        eventually(site.answers)
    assert site.get() not in processes


def test_a_process_that_stands_still_is_replaced_and_the_other_answers_meanwhile(site, processes):
    stopped, other = processes
    os.kill(stopped, signal.SIGSTOP)
    assert {site.get(timeout=2) for _ in range(20)} == {other}
    eventually(lambda: not Path(f"/proc/{stopped}").exists())
    eventually(lambda: set(site.get_at_once("/slow", 2 * THREADS)) - processes)


def test_a_busy_process_is_left_alone(site, processes):
    answers = site.get_at_once("/slow", 10 * 2 * THREADS)  # five seconds of work for all threads
    assert set(answers) <= processes


def test_connections_over_which_nothing_comes_hold_no_thread(site):
    with ExitStack() as silent:
        for _ in range(2 * THREADS):
            silent.enter_context(socket.create_connection(("127.0.0.1", site.port)))
        assert site.get(timeout=3), "gunicorn waits five seconds for a word"
