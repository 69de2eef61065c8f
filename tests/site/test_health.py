"""The page for machines that watch the site: each part, and 503 where pages cannot be served."""

import os
import shutil
import time
from collections import namedtuple
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from bidbase_site import daily_backup, health
from bidbase_site.celery import app
from bidbase_site.liveness import SCHEDULE, WORKER
from bidbase_site.settings import SIGNS_OF_LIFE
from bidbase_web.jobs import services
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from tests.site.jobs import Counting

NOBODY = {"table": 0, "verdict": 0, "page": 0, "ahead": 0, "upkeep": 0}
WELL = {"database": "ok", "queue": "ok", "worker": "ok", "schedule": "ok", "disk": "ok", "backups": "ok"}


@pytest.fixture
def well(db):
    """A site of which each part is well."""
    SystemRow.objects.create(slug="small", shipped=True)
    WORKER.beat()
    SCHEDULE.beat()


def test_how_long_the_oldest_has_waited_in_each_line(client, well):
    run, _ = services.ask(Counting())
    Run.objects.filter(pk=run.pk).update(updated_at=timezone.now() - timedelta(seconds=40))
    assert client.get("/health/").json()["waiting"] == NOBODY | {"page": 40}


def lose_the_database(monkeypatch):
    def fail():
        raise OperationalError

    monkeypatch.setattr(health, "shipped_systems", fail)


def lose_the_systems(monkeypatch):
    SystemRow.objects.all().delete()


def lose_the_queue(monkeypatch):
    if hasattr(settings, "QUEUE_DIR"):
        monkeypatch.setattr(settings, "QUEUE_DIR", settings.DATA_DIR / "no such folder")
    else:
        broker = app.connection_for_write
        monkeypatch.setattr(app, "connection_for_write", lambda: broker(url="redis+socket:///no/such/socket"))


def let_the_worker_stand_still(monkeypatch):
    for sign in SIGNS_OF_LIFE.glob("worker@*"):
        os.utime(sign, (time.time() - 60, time.time() - 60))


def end_the_schedule(monkeypatch):
    for sign in SIGNS_OF_LIFE.glob("schedule@*"):
        sign.unlink()


def fill_the_disk(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(1 << 40, 1 << 40, 3 << 20))


def let_a_backup_fail(monkeypatch):
    monkeypatch.setattr(daily_backup, "FAILED", settings.DATA_DIR / "secret_key")


def make_no_backup_for_three_days(monkeypatch):
    folder = settings.DATA_DIR / "old backups"
    folder.mkdir(exist_ok=True)
    for days in (3, 4):
        backup = folder / f"bidbase-2026-01-0{9 - days}-030000.tar.gz"
        backup.touch()
        os.utime(backup, (time.time() - days * 86400, time.time() - days * 86400))
    monkeypatch.setattr(daily_backup, "BACKUP_DIR", folder)


def test_each_part_is_well(client, well):
    response = client.get("/health/")
    assert (response.status_code, response.json()) == (200, WELL | {"waiting": NOBODY})
    assert response["Content-Type"] == "application/json"
    assert not response.cookies
    assert client.post("/health/").status_code == 405


@pytest.mark.parametrize(
    ("lose", "status", "part", "words"),
    [
        (lose_the_database, 503, "database", "the database does not answer"),
        (lose_the_systems, 503, "database", "there is no system to bid with: python -m bidbase_site.prepare"),
        (lose_the_queue, 200, "queue", ""),
        (let_the_worker_stand_still, 200, "worker", "the worker has left no sign of life of late"),
        (end_the_schedule, 200, "schedule", "the schedule has left no sign of life of late"),
        (fill_the_disk, 200, "disk", "3 MB are left on the disk of"),
        (let_a_backup_fail, 200, "backups", "the last backup failed, and the log says why"),
        (make_no_backup_for_three_days, 200, "backups", "the last backup is 3 days old"),
    ],
)
def test_what_is_wrong_is_told_and_what_pages_need_is_an_error(client, well, monkeypatch, lose, status, part, words):
    lose(monkeypatch)
    response = client.get("/health/")
    told = response.json()
    assert response.status_code == status
    assert told[part].startswith(words)
    assert told[part] != "ok"
    assert told | {part: "ok"} == WELL | {"waiting": NOBODY}, "nothing else is wrong"


@pytest.mark.parametrize("lose", [let_a_backup_fail, make_no_backup_for_three_days])
def test_nobody_misses_backups_that_are_not_wanted(client, well, monkeypatch, lose):
    monkeypatch.setattr(daily_backup, "BACKUPS_KEPT", 0)
    lose(monkeypatch)
    assert client.get("/health/").json() == WELL | {"waiting": NOBODY}


def test_it_costs_two_queries(client, well, django_assert_num_queries):
    with django_assert_num_queries(2):
        client.get("/health/")
