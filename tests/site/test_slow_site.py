"""A site with a tenth of a processor comes up, serves, and survives more visitors than it can serve: it is only slow."""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bidbase_site.progress import IDLE_LOOKS, START_FACTOR
from tests.conftest import eventually
from tests.load.student import Student
from tests.processes import Environment, alive, kill_all, start
from tests.throttle import throttled

SHARE = 0.1
THREADS = 8  # of the web server, in two processes
LOOK_SECONDS = 0.3
BOUND = 300  # seconds, on a machine that has other work too
RUN_IMPATIENT = f"""
import sys
from bidbase_site import progress, run

progress.LOOK_SECONDS = {LOOK_SECONDS}
sys.exit(run.main())
"""


class Site:
    """A web server with a share of one processor."""

    def __init__(self, environment: Environment, output: Path) -> None:
        self.environment = environment
        self._output = output

    def said(self) -> str:
        return self._output.read_text()

    def serves_a_table(self, deal: int, seconds: float = BOUND) -> bool:
        """Whether a new visitor gets one in time."""
        with closing(Student(int(self.environment["PORT"]), seconds)) as student:
            return student.get(f"/deal/{deal}/").is_table


@pytest.fixture
def site(prepared: Environment, tmp_path: Path) -> Iterator[Site]:
    output = tmp_path / "output"
    with output.open("w") as file:
        process = start([sys.executable, "-c", RUN_IMPATIENT, "web"], prepared, output=file)
    os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
    with throttled(prepared, SHARE):
        yield Site(prepared, output)
        kill_all(prepared)
    process.wait()


def test_a_slow_site_comes_up_and_recovers_from_four_times_its_load(site):
    began = time.monotonic()
    eventually(lambda: "BidBase is at" in site.said(), BOUND)
    assert time.monotonic() - began > IDLE_LOOKS * START_FACTOR * LOOK_SECONDS, "a start that only waits is given up"
    assert site.serves_a_table(1)
    processes = set(alive(site.environment, "gunicorn"))
    with ThreadPoolExecutor(4 * THREADS) as visitors:
        assert all(visitors.map(site.serves_a_table, range(2, 2 + 4 * THREADS)))
    assert site.serves_a_table(1, seconds=20)
    assert processes <= set(alive(site.environment, "gunicorn"))
    assert "starts again" not in site.said()
