"""The schedule has workers do what no visitor asks for."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from bidbase_site.celery import app
from bidbase_site.schedule import TIMES
from bidbase_web.jobs import services
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.tasks import stir
from tests.conftest import database_url, eventually
from tests.site.jobs import Counting

LONG_AGO = timedelta(hours=1)


def waiting_run(number: int, **columns) -> Run:
    """Work that waits, and whose message was lost."""
    run, _ = services.ask(Counting(number))
    Run.objects.filter(pk=run.pk).update(updated_at=timezone.now() - LONG_AGO, **columns)
    return run


def test_each_task_of_the_schedule_exists():
    app.loader.import_default_modules()
    assert {task for task, _ in TIMES.values()} <= set(app.tasks)


@pytest.mark.parametrize(
    ("columns", "woken"),
    [
        pytest.param({}, True, id="it waits, and its message was lost"),
        pytest.param({"state": "working", "claimed_until": timezone.now() - LONG_AGO}, True, id="its worker died"),
        pytest.param({"state": "working", "claimed_until": timezone.now() + LONG_AGO}, False, id="a worker is at it"),
        pytest.param({"state": "done"}, False, id="it is done"),
        pytest.param({"state": "cancelled"}, False, id="nobody waits for it"),
    ],
)
def test_which_work_a_worker_is_woken_for(db, columns, woken):
    waiting_run(1, **columns)
    assert services.stand_still() == woken


def test_some_workers_are_woken_at_a_time(db):
    for number in range(services.WOKEN + 5):
        waiting_run(number)
    assert services.stand_still() == services.WOKEN


def test_a_message_is_left_for_each(db, monkeypatch, django_capture_on_commit_callbacks):
    waiting_run(1)
    waiting_run(2)
    left: list[str] = []
    monkeypatch.setattr("bidbase_web.jobs.tasks.work.delay", lambda: left.append("a message"))
    with django_capture_on_commit_callbacks(execute=True):
        stir()
    assert len(left) == 2


@pytest.fixture
def hasty_schedule(transactional_db, tmp_path) -> Iterator[subprocess.Popen[bytes]]:
    """The schedule, with a second for each minute."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.site.hasty_schedule"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings", "DATABASE_URL": database_url()},
    )
    yield process
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0


def test_work_whose_message_was_lost_is_done_though_nobody_asks_again(worker, hasty_schedule):
    run = waiting_run(1)
    eventually(lambda: Run.objects.get(pk=run.pk).state == Run.State.FAILED)
