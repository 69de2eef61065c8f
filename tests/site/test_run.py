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

from bidbase_site.celery import NICENESS
from bidbase_site.settings import BASE_DIR
from tests.conftest import eventually
from tests.processes import Environment, alive, free_port, last_words, read_until, start

# The environment is the one that runs these tests: make need not bring it up to date.
MAKE_RUN = ["make", "--old-file", ".venv/.ready", "run"]
RUN = [sys.executable, "-m", "bidbase_site.run"]


def status_of_a_table(environment: Environment, host: str = "localhost") -> int:
    """The status of a page that needs the database, the shipped systems and the static files."""
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=60)
    connection.request("GET", "/deal/1/", headers={"Host": host})
    return connection.getresponse().status


def port_is_free(environment: Environment) -> bool:
    try:
        socket.create_server(("127.0.0.1", int(environment["PORT"]))).close()
    except OSError:
        return False
    return True


def end(site: subprocess.Popen[str], environment: Environment) -> str:
    """End a site as somebody at the terminal does: nothing is left of it."""
    site.send_signal(signal.SIGINT)
    said = last_words(site)
    assert "BidBase ends" in said
    assert alive(environment) == []
    return said


def test_the_site_starts_ends_and_starts_again_with_its_data(environment):
    file = Path(environment["DATA_DIR"], "bidbase.sqlite3")
    first = start(MAKE_RUN, environment)
    read_until(first, f"BidBase is at http://127.0.0.1:{environment['PORT']}/ (Ctrl-C ends it)")
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT * FROM django_session").fetchall() == [], "the start leaves no visitor behind"
        assert status_of_a_table(environment) == 200
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        database.execute("INSERT INTO django_session VALUES ('kept', '', '2100-01-01')")
    end(first, environment)

    second = start(MAKE_RUN, environment)
    read_until(second, "BidBase is at")
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT session_key FROM django_session").fetchall().count(("kept",)) == 1
    end(second, environment)


def test_a_taken_port_is_told_at_once(environment):
    with socket.create_server(("127.0.0.1", int(environment["PORT"]))):
        said = last_words(start(MAKE_RUN, environment))
    assert f"port {environment['PORT']}: something else is using it. Try make run PORT=8001" in said
    assert not Path(environment["DATA_DIR"], "bidbase.sqlite3").exists()


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight", ""])
def test_a_port_that_is_none_is_refused(environment, port):
    process = start(RUN, {**environment, "PORT": port})
    assert "PORT must be a number from 1 to 65535" in last_words(process)
    assert process.returncode == 1


def test_of_two_first_starts_on_one_data_folder_one_is_told(environment):
    other = {**environment, "PORT": str(free_port())}
    starts = [start(RUN, environment), start(RUN, other)]
    eventually(lambda: any(process.poll() is not None for process in starts))
    refused, accepted = sorted(starts, key=lambda process: process.poll() is None)
    assert f"another BidBase runs on {environment['DATA_DIR']}" in last_words(refused)
    assert refused.returncode == 1
    read_until(accepted, "BidBase is at")
    end(accepted, environment)


@pytest.fixture(scope="module")
def site_for_others(shared: Environment) -> Iterator[tuple[Environment, str]]:
    """The environment of a running site that other machines reach, and what it has said."""
    shared["HOST"] = "0.0.0.0"
    site = start(RUN, shared)
    yield shared, read_until(site, "BidBase is at")
    end(site, shared)


def test_other_machines_are_let_in_by_the_names_of_this_one(site_for_others):
    environment, said = site_for_others
    name = socket.gethostname()
    assert f"http://{name}:{environment['PORT']}/" in said
    assert status_of_a_table(environment, host=name) == 200
    assert status_of_a_table(environment, host="evil.example") == 400


def test_pages_go_before_the_work_of_the_worker(site_for_others):
    environment, _ = site_for_others
    eventually(lambda: len(alive(environment, "celery")) == 3)
    usual = os.getpriority(os.PRIO_PROCESS, alive(environment, "gunicorn")[0])
    for process in alive(environment, "celery"):
        assert os.getpriority(os.PRIO_PROCESS, process) == usual + NICENESS
        if (group := Path(f"/proc/{process}/autogroup")).exists():  # some kernels share the processor among sessions
            assert group.read_text().endswith(f"nice {NICENESS}\n")


def test_the_death_of_the_starter_leaves_nothing_on_the_port(prepared):
    site = start(RUN, prepared)
    read_until(site, "BidBase is at")
    eventually(lambda: len(alive(prepared, "celery")) == 3)
    site.kill()
    eventually(lambda: alive(prepared) == [])
    assert port_is_free(prepared)


def test_a_start_drops_the_messages_of_an_older_version(prepared):
    """They only wake workers, and name tasks that may be gone."""
    queue = Path(prepared["DATA_DIR"], "queue")
    (queue / "00000000000000000001_old.celery.msg").write_text("{}")
    subprocess.run([sys.executable, "-m", "bidbase_site.prepare"], cwd=BASE_DIR, env=prepared, check=True)
    assert not list(queue.glob("*.msg"))
