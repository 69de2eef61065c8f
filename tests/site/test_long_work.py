"""Faults in the middle of long work, each done for real to the workers of a site: it ends right, or says why."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bidbase_site.settings import BASE_DIR
from bidbase_web.jobs import services
from bidbase_web.jobs.claims import claim
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from editor.people.services import delete_system, take_as_base
from editor.prove.findings.work import Sweep
from editor.store.findings.models import SweptSection
from editor.store.findings.selectors import findings_known
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.selectors import bidder_for
from tests.conftest import database_url, eventually
from tests.editor.conftest import SMALL
from tests.editor.sweeping import changed, found, found_by_check
from tests.load.sites import running
from tests.processes import Environment, alive, limit_files
from tests.site.conftest import Redis
from tests.site.jobs import AtTable, InPieces, kept

pytestmark = pytest.mark.django_db(transaction=True)

State = Run.State
LOSE_OTHER_CONNECTIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Site:
    """Worker and schedule of a site, as containers run them, on the tests' database and on a queue of their own.

    A second of the schedule stands for a minute, and a file for a gate at which a piece of a sweep is held up.
    """

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._closed, self._held = (Path(environment["DATA_DIR"], name) for name in ("closed", "held"))

    def close_gate(self, sections: int) -> None:
        """Hold up the next piece of a sweep after which so many sections are checked."""
        self._closed.write_text(str(sections))

    def open_gate(self) -> None:
        self._closed.unlink()

    def holds(self) -> bool:
        """Whether a worker is in the middle of a piece."""
        return self._held.exists()

    def process_at_the_gate(self) -> int:
        return int(self._held.read_text())


@contextmanager
def started(environment: Environment) -> Iterator[Site]:
    """Worker and schedule of this environment."""
    with ExitStack() as stack:
        for program in (["tests.site.hasty_worker", "worker"], ["tests.site.hasty_schedule"]):
            stack.enter_context(running([sys.executable, "-m", *program], environment, ""))
        yield Site(environment)


@pytest.fixture
def site(environment: Environment) -> Iterator[Site]:
    environment["DATABASE_URL"] = database_url()
    with started(environment) as site:
        yield site


@pytest.fixture
def site_on_redis(redis: Redis, site: Site) -> Site:
    return site


@pytest.fixture
def small() -> SystemRow:
    return load_shipped_system(name=SMALL).system


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna")


def sweep(system: SystemRow, owner: str = "") -> Run:
    """The sweep of a system, asked for by a page whose message is lost."""
    job = Sweep.of(system)
    return services.ask(job, owner=owner)[0]


@pytest.fixture
def swept(small: SystemRow) -> SystemRow:
    """The small system after a sweep in this process: ask for it before the site."""
    sweep(small)
    go_on_while_there_is_more()
    return small


def go_on_while_there_is_more() -> None:
    while services.work():
        pass


def state(run: Run) -> str:
    return Run.objects.get(pk=run.pk).state


def ends_right(run: Run, system: SystemRow) -> None:
    """The sweep ends as one to which nothing has happened: each section counted once, and all that is wrong found."""
    eventually(lambda: state(run) not in (State.WAITING, State.WORKING))
    run.refresh_from_db()
    assert (run.state, run.why) == (State.DONE, "")
    reports = SweptSection.objects.filter(system=system, until=None, gone=False)
    assert run.progress["done"] == run.progress["total"] == len(reports)
    assert run.progress["found"] == sum(report.found for report in reports)
    assert max(Counter(report.section for report in reports).values()) == 1
    if system.base is None:
        assert {report.section for report in reports} == set(bidder_for(system).system.sections)
    assert found(system) == found_by_check(system)
    assert findings_known(system) == len(found(system))


# --- Workers and queues that are lost ---


def kill_the_workers(site: Site) -> None:
    for process in alive(site.environment, "celery"):
        os.kill(process, signal.SIGKILL)


def kill_the_process_at_the_gate(site: Site) -> None:
    os.kill(site.process_at_the_gate(), signal.SIGKILL)


def delete_the_queue(site: Site) -> None:
    shutil.rmtree(Path(site.environment["DATA_DIR"], "queue"))


def lose_in_the_middle(site: Site, small: SystemRow, lose: Callable[[], None]) -> Run:
    site.close_gate(2)
    run = sweep(small)
    eventually(site.holds)
    assert SweptSection.objects.count() == 1
    lose()
    site.open_gate()
    return run


@pytest.mark.parametrize("lose", [kill_the_workers, kill_the_process_at_the_gate, delete_the_queue])
def test_a_sweep_survives_on_files(site, small, lose):
    run = lose_in_the_middle(site, small, partial(lose, site))
    ends_right(run, small)


def test_a_sweep_survives_the_death_of_its_worker_on_redis(site_on_redis, small):
    run = lose_in_the_middle(site_on_redis, small, partial(kill_the_workers, site_on_redis))
    ends_right(run, small)


def test_a_sweep_survives_a_redis_that_is_emptied_and_one_that_is_away_until_the_workers_give_up(
    site_on_redis, small, redis
):
    run = lose_in_the_middle(site_on_redis, small, redis.empty)
    ends_right(run, small)
    SweptSection.objects.all().delete()
    Run.objects.all().delete()
    before = {*alive(site_on_redis.environment, "celery")}
    run = lose_in_the_middle(site_on_redis, small, redis.end)
    eventually(lambda: before.isdisjoint(alive(site_on_redis.environment, "celery")))
    redis.begin()
    ends_right(run, small)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a database server has a disk of its own")
def test_a_sweep_survives_a_disk_that_is_full_for_a_while(site, small):
    site.close_gate(2)
    run = sweep(small)
    eventually(site.holds)
    limit_files(alive(site.environment, "celery"), 0)
    eventually(lambda: not site.holds())  # the work fails when it reports, and cannot even say so
    limit_files(alive(site.environment, "celery"), resource.RLIM_INFINITY)
    site.open_gate()
    ends_right(run, small)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs connections to a database server")
def test_a_sweep_survives_the_loss_of_its_connections(site, small):
    site.close_gate(2)
    run = sweep(small)
    eventually(site.holds)
    with connection.cursor() as cursor:
        cursor.execute(LOSE_OTHER_CONNECTIONS)
    connection.close()  # the connection of these tests is lost with the worker's
    eventually(lambda: not site.holds())
    site.open_gate()
    ends_right(run, small)


def test_a_sweep_survives_a_restart_of_postgresql(environment, postgresql):
    environment["DATABASE_URL"] = postgresql.url
    one_sweep(environment, "begin")
    with started(environment) as site:
        site.close_gate(2)
        eventually(site.holds)
        postgresql.stop()
        eventually(lambda: not site.holds())  # the work fails when it reports, and cannot even say so
        postgresql.start()
        site.open_gate()
        assert one_sweep(environment, "end") == "done, each section counted once, and found what the check finds"


def one_sweep(environment: Environment, command: str) -> str:
    """What a function of `tests.site.one_sweep` says, in a process with the database of this environment."""
    program = f"import django; django.setup(); from tests.site.one_sweep import {command}; {command}()"
    settings = {**environment, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=settings, cwd=BASE_DIR, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


# --- Systems that change, and visitors who do ---


@pytest.fixture
def own(swept: SystemRow, anna: User) -> SystemRow:
    """Anna's system, changed, on a base that has been swept. Its own sweep waits: ask for it before the site."""
    return changed(take_as_base(base=swept, title="Our system", owner=anna), "1N-P/Z00000", anna, test_hand="")


def sweep_of(system: SystemRow) -> Run:
    return Run.objects.get(kind=Sweep.kind, key=Sweep.of(system).key)


def test_a_sweep_whose_system_is_deleted_in_the_middle_says_so(own, small, site):
    site.close_gate(1)
    run = sweep_of(own)
    eventually(site.holds)
    before, key = found(small), own.pk
    delete_system(system=own)
    site.open_gate()
    eventually(lambda: state(run) == State.FAILED)
    run.refresh_from_db()
    assert run.why == "The system has been deleted."
    assert not SweptSection.objects.filter(system=key)
    assert found(small) == before


def test_a_system_that_is_changed_in_the_middle_is_swept_as_it_is_now(own, anna, site):
    site.close_gate(1)
    older = sweep_of(own)
    eventually(site.holds)
    newer = changed(own, "1N-P/a00000", anna, test_hand="")
    assert state(older) == State.CANCELLED
    eventually(lambda: not site.holds())
    site.open_gate()
    ends_right(sweep_of(newer), newer)
    assert state(older) == State.CANCELLED


def test_a_cancelled_sweep_ends_within_a_second_and_begins_anew_when_asked_for(site, small, anna, client: Client):
    client.force_login(anna)
    site.close_gate(1)
    client.post(reverse("editor:begin_sweep", args=[small.slug]))
    run = sweep_of(small)
    eventually(site.holds)
    client.post(reverse("jobs:cancel", args=[run.pk]))
    eventually(lambda: not site.holds(), seconds=3)  # a second, where other tests do not keep the processors busy
    assert (state(run), SweptSection.objects.count()) == (State.CANCELLED, 0)
    site.open_gate()
    client.post(reverse("editor:begin_sweep", args=[small.slug]))
    ends_right(run, small)


def test_ten_sweeps_of_one_visitor_hold_up_nobody(swept, anna, site):
    site.close_gate(0)
    annas = [sweep(take_as_base(base=swept, title=f"System {n}", owner=anna), "Anna") for n in range(10)]
    eventually(site.holds)
    bens = sweep(take_as_base(base=swept, title="Ben's", owner=User.objects.create_user("Ben")), "Ben")
    short, _ = services.ask(AtTable())
    eventually(lambda: state(short) == State.DONE)
    assert site.holds(), "what is short need not wait for what is long"
    site.open_gate()
    eventually(lambda: not Run.objects.filter(kind=Sweep.kind).exclude(state=State.DONE).exists())
    ended = Run.objects.filter(kind="sweep", pk__in=[bens.pk, *(run.pk for run in annas)]).order_by("updated_at")
    assert ended[0] == bens


# --- Two workers at one run ---


def at_once(workers: int, do: Callable[[], object]) -> list[object]:
    """What so many threads get that do the same at the same time, each with a connection of its own."""
    barrier = Barrier(workers)

    def begin(_: int) -> object:
        try:
            barrier.wait()
            return do()
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(begin, range(workers)))


def test_one_of_many_workers_claims_a_run(small):
    run = sweep(small)
    claims = at_once(8, lambda: claim(run.pk))
    assert sum(claim is not None for claim in claims) == 1


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(1, 3), st.integers(2, 4))
def test_workers_at_the_same_runs_do_each_piece_once(served, pieces: list[int], limit: int, workers: int):
    Run.objects.all().delete()
    served.clear()
    for number, count in enumerate(pieces):
        services.ask(InPieces(str(number), count))
    with override_settings(LONG_WORK_AT_ONCE=limit):
        at_once(workers, go_on_while_there_is_more)
    ended = Run.objects.filter(kind=InPieces.kind).values_list("state", "attempts")
    assert set(ended) <= {(State.DONE, 0), (State.DONE, 1)}
    each = [(str(number), piece) for number, count in enumerate(pieces) for piece in range(1, count + 1)]
    assert sorted(served) == sorted(name for name, _ in each)
    assert kept() == sorted(f"{name} {piece}" for name, piece in each)


@override_settings(LONG_WORK_AT_ONCE=2)
def test_two_sweeps_that_need_the_same_base_count_its_sections_once(small, anna):
    systems = [take_as_base(base=small, title=title, owner=anna) for title in ("One", "Two")]
    runs = [sweep(system) for system in systems]
    at_once(2, go_on_while_there_is_more)
    assert [state(run) for run in runs] == [State.DONE, State.DONE]
    sections = SweptSection.objects.filter(until=None).values_list("system", "section")
    assert sorted(sections) == sorted((small.pk, section) for section in bidder_for(small).system.sections)
    for system in (small, *systems):
        assert found(system) == found_by_check(system)
