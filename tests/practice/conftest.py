"""A small system whose calls the tests know by heart, and the deals they use with it.

Deal 1, South: `AQ.J972.AQ2.K432`; with the small system the auction is P-P-1N-P-2D-P-2H-P-P-P, dealer North.
Deal 583, South (dealer): `JT8732.3.A952.AJ`; a weak two in 60 % of the cases, but on this deal a pass is drawn.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from bidbase.bidding.robots import Table
from editor.systems.loading import load_shipped_system
from practice.boards import services
from practice.boards.preferences import Preferences
from practice.boards.robots import robot_table
from practice.boards.selectors import latest_board
from practice.boards.services import begin_board
from practice.models import StudentBoard
from tests.working import PatientClient

SMALL = Path(__file__).parent / "small"


@pytest.fixture
def small(db):
    """The small system, the only one there is."""
    return load_shipped_system(name=SMALL).system


@pytest.fixture
def preferences(small):
    """South, IMPs, opponents that bid, the small system for both."""
    return Preferences("small", "small")


@pytest.fixture
def begin(preferences):
    """The board of a deal as it was left, or a new one; with other preferences where they are given."""

    def begin(deal_number: int, owner: str = "guest", **changes) -> StudentBoard:
        return latest_board(owner, deal_number) or begin_board(
            owner=owner,
            deal_number=deal_number,
            preferences=Preferences(**preferences.to_session() | changes),
        )

    return begin


@pytest.fixture
def guest(small) -> Client:
    """A browser without an account."""
    return PatientClient()


@pytest.fixture
def stranger(small) -> Client:
    """Another browser."""
    return PatientClient()


@pytest.fixture
def open_page(browser: Browser, small, live_server, worker) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser context of its own, with a worker for what pages wait for.

    In the end no page may have complained.
    """
    contexts, complaints = [], []

    def open_page(**options) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def while_robots_think(monkeypatch):
    """Lets something happen once, at the moment when the robots of a board are asked."""

    def let_happen(happens: Callable[[], object]) -> None:
        waiting = [happens]

        def asked(board: StudentBoard) -> Table:
            if waiting:
                waiting.pop()()
            return robot_table(board)

        monkeypatch.setattr(services, "robot_table", asked)

    return let_happen
