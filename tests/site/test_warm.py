"""What a web process does once it has answered its first request."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread

import pytest
from django.core.signals import request_finished, request_started

from bidbase_site.settings import BASE_DIR
from bidbase_site.warm import LONG_COLLECTIONS, note_requests, warm_up
from editor.selectors import bidder_for
from editor.store.systems.loading import load_shipped_system
from tests.practice.conftest import SMALL

ASK_TWICE = """
import gc, threading
from bidbase_site.wsgi import application
from django.test import Client

def ask():
    return Client(HTTP_HOST="localhost", raise_request_exception=False).get("/robots.txt").status_code

def warming():
    return [thread for thread in threading.enumerate() if thread.name == "warming"]

print("before:", len(warming()), "threads warm up")
print("first answer:", ask())
for thread in warming():
    thread.join()
print("then:", "kept for good" if gc.get_freeze_count() else "nothing kept")
print("second answer:", ask())
print("then:", len(warming()), "threads warm up")
"""
LINES = ["before: 0 threads warm up", "first answer: 200", "then: kept for good", "second answer: 200"]


@pytest.fixture
def _unfrozen() -> Iterator[None]:
    """The tests after this one collect garbage as ever."""
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


@pytest.mark.usefixtures("_unfrozen")
def test_systems_are_read_and_left_out_of_garbage_collection(transactional_db):
    system = load_shipped_system(name=SMALL).system
    warm_up()
    bidder = bidder_for(system)
    assert not any(kept is bidder for kept in gc.get_objects())
    assert gc.get_freeze_count() > len(system.entries.all())
    assert gc.get_threshold()[2] == LONG_COLLECTIONS, "few requests wait while a long collection runs"


@pytest.fixture
def _noted() -> Iterator[None]:
    """The requests of this test are noted, and requests of other tests are not."""
    kept = request_started.receivers[:], request_finished.receivers[:]
    note_requests()
    yield
    request_started.receivers, request_finished.receivers = kept


@pytest.mark.usefixtures("_unfrozen", "_noted")
def test_it_waits_while_a_request_is_answered(transactional_db):
    warming = Thread(target=warm_up)
    request_started.send(None, environ={})
    warming.start()
    warming.join(0.5)
    assert warming.is_alive()
    request_finished.send(None)
    warming.join(60)
    assert not warming.is_alive()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        pytest.param("prepared", "", id="well"),
        pytest.param("environment", "ERROR bidbase_site.warm -: warming up has failed", id="no tables in the database"),
    ],
)
def test_a_process_warms_up_once_when_it_has_answered_and_survives_a_fault(request, data, fault):
    environment = request.getfixturevalue(data)
    done = subprocess.run(
        [sys.executable, "-c", ASK_TWICE], env=environment, cwd=BASE_DIR, capture_output=True, text=True, timeout=90
    )
    assert done.stdout.splitlines() == [*LINES, "then: 0 threads warm up"], done.stderr
    assert fault in done.stderr
    assert bool(fault) == bool(done.stderr)
