"""Whatever ends `make load` ends the site that it has started, and the servers of that site."""

import signal
import sys

import pytest

from tests.conftest import eventually
from tests.processes import alive, last_words, read_until, start

TOOL = """
import os, sys, threading
from contextlib import nullcontext
from tests import bring
from tests.load import __main__ as load
from tests.load.sites import running

PROGRAM = "import threading; print('ready', flush=True); threading.Event().wait()"

def tell(options):
    with bring.postgresql() if bring.postgresql_programs() else nullcontext():
        with running([sys.executable, "-c", PROGRAM], dict(os.environ), "ready"):
            yield "the site runs"
            threading.Event().wait()

load.tell = tell
load.main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_the_tool_ends_its_site(environment, number):
    tool = start([sys.executable, "-c", TOOL], {**environment, "PYTHONPATH": "."})
    read_until(tool, "the site runs")
    assert len(alive(environment)) > 1
    tool.send_signal(number)
    eventually(lambda: alive(environment) == [])
    last_words(tool)
