"""What the tests of the site share: the browser that was found, and marks that say what a test needs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Playwright, expect

from tests import hypothesis_profile  # noqa: F401
from tests.bring import chromium_on_path

# Playwright runs an event loop in the test's thread; the database calls beside it are plain ones, and meant.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# On a busy machine a page takes its time. The limit only ends a test that has failed.
expect.set_options(timeout=90_000)

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}
BROWSER_FIXTURES = {"page", "context", "new_context", "browser"}


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Commands keep the systems that they have read beside the tests, not at home."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


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
    """Launch the Chromium that CHROMIUM names, or one on PATH, or Playwright's own."""
    path = os.environ.get("CHROMIUM") or chromium_on_path() or playwright.chromium.executable_path
    if not Path(path).exists():
        pytest.skip("no Chromium on this machine; make test brings one")
    options = ["--disable-background-networking", "--disable-dev-shm-usage", "--disable-gpu"]
    if os.geteuid() == 0:
        options.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": path, "args": options, "headless": True}


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
