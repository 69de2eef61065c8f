"""A small system with everything that reading has to show, beside the shipped one that grows."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext
from pytest_django.live_server_helper import LiveServer

from bidbase.bidding.bidder import Bidder
from bidbase.checks.boards import BidBoard, board_by_book
from editor.boards import robots
from editor.models import SystemRow
from editor.people.services import take_as_base
from editor.systems.loading import load_shipped_system
from tests.working import PatientClient

SMALL = Path(__file__).parent / "systems" / "small"


@pytest.fixture
def small(db: None) -> SystemRow:
    """The small system, loaded."""
    return load_shipped_system(name=SMALL).system


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A copy of the small system's files, to be changed."""
    return Path(shutil.copytree(SMALL, tmp_path / "small"))


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that is there."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


PASSWORD = "hearts-and-spades"


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("Anna", password=PASSWORD)


@pytest.fixture
def readers_browser(browser: Browser, live_server: LiveServer, options: dict[str, Any]) -> Iterator[BrowserContext]:
    """A browser with the options of a test."""
    context = browser.new_context(base_url=live_server.url, **options)
    yield context
    context.close()


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("Ben", password=PASSWORD)


@pytest.fixture
def own(small: SystemRow, anna: User) -> SystemRow:
    """Anna's system on the small one."""
    return take_as_base(base=small, title="Our system", owner=anna)


@pytest.fixture
def writer(anna: User) -> PatientClient:
    """Anna's browser."""
    client = PatientClient()
    client.force_login(anna)
    return client


@pytest.fixture
def bid_anew(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The boards that are bid from the first call on from now on."""
    numbers: list[int] = []

    def noting(bidder: Bidder, number: int) -> BidBoard:
        numbers.append(number)
        return board_by_book(bidder, number)

    monkeypatch.setattr(robots, "board_by_book", noting)
    return numbers
