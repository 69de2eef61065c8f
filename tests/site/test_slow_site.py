"""A site with a tenth of a processor comes up, serves, and survives more visitors than it can serve."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bidbase_site.settings import BASE_DIR
from tests.conftest import eventually
from tests.load.student import Student
from tests.processes import Environment, alive, kill_all, start
from tests.throttle import throttled

SHARE = 0.1
THREADS = 4  # of a web process: a tenth of a processor does not feed another one
BOUND = 300  # seconds, on a machine that has other work too
RUN_IMPATIENT = """
import sys
from bidbase_site import progress, run

progress.LOOK_SECONDS, progress.START_FACTOR, progress.SILENT_LOOKS = 0.2, 1, 1000
run.WEB_PROCESSES = ("web process",)
sys.exit(run.main())
"""
WARM_UP = """
import django

django.setup()

from bidbase_site.warm import warm_up

warm_up()
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
def _known(prepared: Environment) -> None:
    """What the systems say is on disk, as after the first start on a machine."""
    environment = {**prepared, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings"}
    subprocess.run([sys.executable, "-c", WARM_UP], env=environment, cwd=BASE_DIR, check=True)


@pytest.fixture
def site(prepared: Environment, _known: None, tmp_path: Path) -> Iterator[Site]:
    output = tmp_path / "output"
    with output.open("w") as file:
        process = start([sys.executable, "-c", RUN_IMPATIENT, "web"], prepared, output=file)
    os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
    with throttled(prepared, SHARE):
        yield Site(prepared, output)
        kill_all(prepared)
    process.wait()


def test_a_slow_site_comes_up_and_recovers_from_four_times_its_load(site):
    eventually(lambda: "BidBase" in site.said(), BOUND)
    assert "BidBase is at" in site.said()
    assert site.serves_a_table(1)
    processes = set(alive(site.environment, "gunicorn"))
    with ThreadPoolExecutor(4 * THREADS) as visitors:
        assert all(visitors.map(site.serves_a_table, range(2, 2 + 4 * THREADS)))
    assert site.serves_a_table(1, seconds=20)
    assert processes <= set(alive(site.environment, "gunicorn"))
    assert "It is left alone as long as it works." in site.said(), "no answer for as long as one that waits is given"
    assert "starts again" not in site.said()
