"""What the tests of the site share: the browser that was found, and marks that say what a test needs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from pytest_django.live_server_helper import LiveServer

from tests import hypothesis_profile, shared_cache  # noqa: F401
from tests.bring import chromium_here
from tests.deadline import pytest_runtest_setup  # noqa: F401
from tests.statements import pytest_addoption, pytest_configure  # noqa: F401

shared_cache.share()

# Playwright runs an event loop in the test's thread; the database calls beside it are plain ones, and meant.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# On a busy machine a page takes its time. The limit only ends a test that has failed.
expect.set_options(timeout=90_000)

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}
BROWSER_FIXTURES = {"page", "context", "new_context", "browser"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark `database` and `browser` by the fixtures in use, so that no test can forget to."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
        if fixtures & BROWSER_FIXTURES:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """Launch the Chromium that CHROMIUM names, or one that is here."""
    path = os.environ.get("CHROMIUM") or chromium_here(playwright)
    if not path:
        pytest.skip("no Chromium on this machine; make test brings one")
    options = ["--disable-background-networking", "--disable-dev-shm-usage", "--disable-gpu"]
    if os.geteuid() == 0:
        options.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": path, "args": options, "headless": True}


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser of its own, for a guest or for a user who is logged in.

    The browser has no service worker unless a test asks for it, since tests watch requests.
    In the end no script may have failed, nothing may have broken the Content-Security-Policy, and the site may not have
    answered with an error of its own.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(user: User | None = None, **options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **{"service_workers": "block"} | options)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if "Content Security" in line.text else None)
        page.on("response", lambda answer: complaints.append(answer.url) if answer.status >= 500 else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def eventually(happened: Callable[[], bool], seconds: float = 90) -> None:
    """Wait for something that another process does. The limit only ends a test that has failed."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"it did not happen in {seconds} seconds"
        time.sleep(0.05)


def database_url() -> str:
    """The DATABASE_URL of the tests' own database."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"


@pytest.fixture(scope="session")
def worker(django_db_setup: None) -> Iterator[None]:
    """A real Celery worker beside the tests, on their database and their queue.

    It sees what is committed: use it with `transactional_db` or `live_server`. It leaves long work alone, such as the
    sweep after a change: what a test wants of it, it does itself.
    """
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "bidbase_site", "worker", "--pool", "solo"]
    ours = {"DJANGO_SETTINGS_MODULE": "bidbase_site.settings", "DATABASE_URL": database_url()}
    process = subprocess.Popen(
        [*command, "--include", "tests.site.tasks"],
        env={**os.environ, **ours, "LONG_WORK_AT_ONCE": "0"},
        start_new_session=True,
    )
    yield
    os.killpg(process.pid, signal.SIGKILL)  # a polite end takes seconds, and nothing is left to save
    process.wait()
