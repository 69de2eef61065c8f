"""The log: a line for each event, found by its reference, without secrets."""

import io
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from bidbase_web.jobs import services
from bidbase_web.logs import LineFormatter, referring_to
from editor.prove.findings.work import Sweep
from editor.store.systems.loading import load_shipped_system
from tests.conftest import database_url, eventually
from tests.editor.conftest import SMALL
from tests.site import tasks

LINE = re.compile(r"[\d-]+ [\d:,]+ (?P<level>[A-Z]+) (?P<name>[\w.]+) (?P<reference>[0-9a-f]{12}|-): (?P<text>.+)")
HAND = "AQ.J972.AQ2.K432"
TOKEN = "Zk3_owner-token-of-a-board"
PASSWORD = "correct horse battery"
ROW = 'duplicate key value violates "one"\nDETAIL:  Key (owner_key)=(the-key-of-a-guest) already exists.'


def fail(request: HttpRequest, token: str) -> HttpResponse:
    if "row" in request.GET:
        raise IntegrityError(ROW)
    raise ValueError(f"two lines\nof a fault with {HAND}, and a forged one\r\n2026-01-01 ERROR forged")


urlpatterns = [path("board/<str:token>/", fail)]
handler500 = "bidbase_site.errors.server_error"


@pytest.fixture
def log(monkeypatch) -> io.StringIO:
    """What the site logs."""
    written = io.StringIO()
    handlers = logging.getLogger("django").handlers  # those of pytest among them
    ours = next(handler for handler in handlers if isinstance(handler.formatter, LineFormatter))
    monkeypatch.setattr(ours, "stream", written)
    return written


@override_settings(ROOT_URLCONF="tests.site.test_logs")
@pytest.mark.parametrize("query", ["", "?row"])
def test_an_error_is_one_line_with_the_reference_that_the_page_shows_and_no_secret(log, query):
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "the-key-of-a-session"
    response = browser.post(f"/board/{TOKEN}/{query}", {"password": PASSWORD, "hand": HAND})
    (line,) = log.getvalue().splitlines()
    found = LINE.fullmatch(line)
    assert found["reference"] in response.content.decode()
    assert found["reference"] == response["X-Request-ID"]
    assert found["text"].startswith("Internal Server Error: /board/<str:token>/\\nTraceback")
    for secret in (TOKEN, PASSWORD, HAND, "the-key-of-a-session", "the-key-of-a-guest"):
        assert secret not in line


@override_settings(ROOT_URLCONF="tests.site.test_logs")
def test_two_requests_have_two_references():
    browser = Client(raise_request_exception=False)
    assert len({browser.get("/no/such/page")["X-Request-ID"] for _ in range(2)}) == 2


@pytest.mark.parametrize(
    ("message", "written"),
    [
        ("with AQ.J972.AQ2.K432 after 1N", "with (a hand) after 1N"),
        ("N:AQ.J972.AQ2.K432 .AKQJT98765432.. -.AKQJT98765432.-.-", "N:(a hand) (a hand) (a hand)"),
        ("from 2.3.4.5, version 5.2.19.1", "from 2.3.4.5, version 5.2.19.1"),
        ("two\nlines\r\nand more", "two\\nlines\\nand more"),
    ],
)
def test_what_a_line_leaves_out(message, written):
    record = logging.LogRecord("site", logging.ERROR, __file__, 1, message, (), None)
    with referring_to("0123456789ab"):
        assert LineFormatter().format(record).endswith(f" ERROR site 0123456789ab: {written}")


@pytest.fixture
def workers_log(transactional_db, tmp_path) -> Iterator[Path]:
    """What a worker logs that serves a queue of its own."""
    queue = ["--queues", "logged", "--include", "tests.site.tasks"]
    with (tmp_path / "log").open("w") as output:
        worker = subprocess.Popen(
            [sys.executable, "-m", "celery", "--quiet", "--app", "bidbase_site", "worker", "--pool", "solo", *queue],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings", "DATABASE_URL": database_url()},
            stderr=output,
            start_new_session=True,
        )
        yield tmp_path / "log"
        worker.kill()
        worker.wait()


def test_the_reference_goes_with_the_message_to_the_worker(workers_log):
    with referring_to("0123456789ab"):
        tasks.fail.apply_async(queue="logged")
    tasks.fail.apply_async(queue="logged")

    def lines() -> list[str]:
        return [line for line in workers_log.read_text().splitlines() if "ZeroDivisionError" in line]

    eventually(lambda: len(lines()) == 2)
    first, second = map(LINE.fullmatch, lines())
    assert first["reference"] == "0123456789ab"
    assert second["reference"] not in ("0123456789ab", "-"), "a task that no request has asked for has one of its own"


def test_the_page_of_work_that_failed_shows_the_reference_that_the_log_has(db, log, client, monkeypatch):
    monkeypatch.setattr(Sweep, "piece", lambda self, reached, report: 1 / 0)
    system = load_shipped_system(name=SMALL).system
    job = Sweep.of(system)
    services.ask(job)
    for reference in ("000000000001", "000000000002", "0123456789ab"):
        with referring_to(reference):
            services.work()
    assert "in the log it has the reference 0123456789ab." in client.get(f"/system/{system.slug}/findings/").text
    last = LINE.fullmatch(log.getvalue().splitlines()[-1])
    assert (last["reference"], "ZeroDivisionError" in last["text"]) == ("0123456789ab", True)


def test_the_settings_leave_all_lines_to_the_one_formatter():
    assert settings.LOGGING["handlers"] == {"console": {"class": "logging.StreamHandler", "formatter": "line"}}
