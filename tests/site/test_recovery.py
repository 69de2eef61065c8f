"""What a site survives: the loss of a process, of the queue, of Redis, of room on the disk. The table goes on."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest

from bidbase_site.settings import BASE_DIR
from tests.conftest import eventually
from tests.load.sites import running
from tests.load.student import Student, Unexpected
from tests.processes import Environment, alive, limit_files

RUN = [sys.executable, "-m", "bidbase_site.run"]
new_deals = count(101)  # which no worker has analyzed before
THREADS = 8  # of the web server, in two processes
NO_PATIENCE = """
import sys
from bidbase_site import liveness, progress, run

progress.LOOK_SECONDS, progress.START_FACTOR, liveness.STALE_SECONDS = 2, 1, 10
sys.exit(run.main())
"""


CLEAR_ON_A_FULL_DISK = """
import resource, signal
import django

django.setup()

from datetime import timedelta
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone
from bidbase_site.accounts.guests import clear_guests
from bidbase_site.sessions import SessionStore
from practice.boards.preferences import Preferences
from practice.boards.services import begin_board
from practice.models import StudentBoard

session = SessionStore()
session["owner_key"] = "guest"
session.save()
Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
for number in range(1, 4):
    begin_board(owner="guest", deal_number=number, preferences=Preferences("sayc", "sayc"))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
try:
    clear_guests(seconds=60)
except OperationalError:
    print("no room:", StudentBoard.objects.count(), "boards", Session.objects.count(), "session")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
clear_guests(seconds=60)
print("room:", StudentBoard.objects.count(), "boards", Session.objects.count(), "sessions")
"""


@contextmanager
def visiting(environment: Environment, command: list[str] = RUN) -> Iterator[Student]:
    """A student at a running site."""
    with running(command, environment, "BidBase is at"), closing(Student(int(environment["PORT"]))) as student:
        yield student


def bids_and_sees_the_result(student: Student) -> None:
    """The table answers at once, and a worker brings the double-dummy result to the review in the end."""
    review = student.finish(student.get(f"/deal/{next(new_deals)}/"), [])
    eventually(lambda: ">Par<" in student.get(review.address).text)


def comes(student: Student, address: str) -> bool:
    """Whether a page comes; no answer is none."""
    try:
        return student.get(address).status == 200
    except (ConnectionError, Unexpected):
        return False


def statuses(student: Student, *addresses: str) -> list[int]:
    """How the site answers at each address."""
    found = []
    for address in addresses:
        try:
            found.append(student.get(address).status)
        except Unexpected as answer:
            found.append(int(str(answer).split()[0]))
    return found


def worker_of(environment: Environment) -> int:
    """The main process of the worker."""
    eventually(lambda: len(alive(environment, "celery")) == 3)
    return alive(environment, "celery")[0]


def test_a_worker_that_stands_still_is_replaced(prepared, tmp_path):
    (tmp_path / "no_patience.py").write_text(NO_PATIENCE)
    prepared["PYTHONPATH"] = "."
    with visiting(prepared, [sys.executable, str(tmp_path / "no_patience.py")]) as student:
        os.kill(stopped := worker_of(prepared), signal.SIGSTOP)
        bids_and_sees_the_result(student)
        assert stopped not in alive(prepared)


def test_the_loss_of_redis_while_a_task_runs_is_survived(prepared, redis):
    with visiting(prepared) as student:
        worker_of(prepared)
        student.finish(student.get("/deal/1/"), [])  # the first analysis takes seconds: the solver is loaded
        redis.end()
        student.finish(student.get("/deal/2/"), [])
        redis.begin()
        bids_and_sees_the_result(student)


def test_a_page_does_not_wait_for_a_redis_that_stands_still(prepared, redis):
    with visiting(prepared) as student:
        redis.server.send_signal(signal.SIGSTOP)
        hasty = Student(int(prepared["PORT"]), timeout=15)
        hasty.finish(hasty.get("/deal/1/"), [])
        redis.server.send_signal(signal.SIGCONT)
        bids_and_sees_the_result(student)


def test_what_a_full_disk_has_kept_from_being_cleared_is_cleared_when_there_is_room(prepared):
    environment = {**prepared, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", CLEAR_ON_A_FULL_DISK], env=environment, cwd=BASE_DIR, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["no room: 3 boards 1 session", "room: 0 boards 0 sessions"], done.stderr


def pages_at_once(environment: Environment, address: str) -> list[int]:
    """How the site answers when each of its threads is asked for this page, all at once."""

    def ask(_: int) -> list[int]:
        with closing(Student(int(environment["PORT"]))) as student:
            return statuses(student, address)

    with ThreadPoolExecutor(THREADS) as threads:
        return [status for found in threads.map(ask, range(THREADS)) for status in found]


def test_a_restart_of_postgresql_is_survived(environment, postgresql):
    environment["DATABASE_URL"] = postgresql.url
    with visiting(environment) as student:
        table = student.get("/deal/1/")
        postgresql.stop()
        assert statuses(student, "/deal/2/", "/health/", "/deal/2/") == [503, 503, 503]
        postgresql.start()
        eventually(lambda: comes(student, "/system/"))
        review = student.finish(table, [])  # on the page from before: every connection is a new one
        eventually(lambda: ">Par<" in student.get(review.address).text)
        assert pages_at_once(environment, "/system/") == [200] * THREADS
        postgresql.stop()
        postgresql.start()
        student.close()
        # At once: a connection that was closed is replaced before it is used, by every thread.
        assert pages_at_once(environment, "/system/") == [200] * THREADS
        bids_and_sees_the_result(student)


# --- One site, which survives one thing after another ---


@pytest.fixture(scope="module")
def site(shared: Environment) -> Iterator[Environment]:
    """The environment of the site."""
    with running(RUN, shared, "BidBase is at"):
        yield shared


@pytest.fixture
def student(site: Environment) -> Iterator[Student]:
    """Somebody who has not been at this site before."""
    with closing(Student(int(site["PORT"]))) as student:
        yield student


def lose_the_worker(environment: Environment) -> list[int]:
    """Kill it; gives the processes that end with it, as the others below do."""
    ending = alive(environment, "celery")  # before it is killed: a new worker may stand there at once
    os.kill(worker_of(environment), signal.SIGKILL)
    return ending


def lose_the_queue_folder(environment: Environment) -> list[int]:
    worker = worker_of(environment)
    queue = Path(environment["DATA_DIR"], "queue")
    queue.rename(queue.with_name("lost"))  # at once, whatever is being written into it
    return [worker]


def lose_a_web_process(environment: Environment) -> list[int]:
    os.kill(process := alive(environment, "gunicorn")[-1], signal.SIGKILL)
    return [process]


def lose_a_web_server(environment: Environment) -> list[int]:
    """Kill the gunicorn that keeps a web process."""
    server, *others = alive(environment, "gunicorn")
    its = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    os.kill(server, signal.SIGKILL)
    return [process for process in others if str(process) in its]


def lose_the_schedule(environment: Environment) -> list[int]:
    eventually(lambda: len(alive(environment, "bidbase_site.schedule")) == 1)
    (process,) = alive(environment, "bidbase_site.schedule")
    os.kill(process, signal.SIGKILL)
    return [process]


def programs_run(environment: Environment) -> bool:
    """Whether each program of the site runs."""
    counts = {"gunicorn": 4, "celery": 3, "bidbase_site.schedule": 1}
    return {word: len(alive(environment, word)) for word in counts} == counts


@pytest.mark.parametrize(
    "lose", [lose_the_worker, lose_the_queue_folder, lose_a_web_process, lose_a_web_server, lose_the_schedule]
)
def test_the_table_goes_on_and_what_was_lost_comes_back(site, student, lose: Callable[[Environment], list[int]]):
    bids_and_sees_the_result(student)
    lost = lose(site)
    eventually(lambda: comes(student, "/"))  # what was asked of a process that died is asked again
    eventually(lambda: not set(lost) & set(alive(site)))
    eventually(lambda: comes(student, "/"))
    bids_and_sees_the_result(student)
    eventually(lambda: programs_run(site))


def test_a_full_disk_leaves_what_only_reads(site, student):
    review = student.finish(student.get("/deal/1/"), [])
    eventually(lambda: ">Par<" in student.get(review.address).text)
    limit_files(alive(site, "gunicorn"), 0)
    assert statuses(student, "/system/", "/health/", review.address, "/deal/2/") == [200, 200, 200, 503]
    limit_files(alive(site, "gunicorn"), resource.RLIM_INFINITY)
    assert statuses(student, "/deal/2/") == [200]


def test_a_locked_database_leaves_what_only_reads(site, student):
    file = Path(site["DATA_DIR"], "bidbase.sqlite3")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        review = student.finish(student.get("/deal/1/"), [])
        other.execute("DELETE FROM practice_doubledummy")  # the review would ask for the analysis
        other.execute("BEGIN IMMEDIATE")
        assert statuses(student, "/system/", "/health/", review.address, "/deal/2/") == [200, 200, 200, 503]
        other.execute("ROLLBACK")
        assert statuses(student, "/deal/2/") == [200]
