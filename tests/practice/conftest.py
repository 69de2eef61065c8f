"""A small system whose calls the tests know by heart, and the deals they use with it.

Deal 1, South: `AQ.J972.AQ2.K432`; with the small system the auction is P-P-1N-P-2D-P-2H-P-P-P, dealer North.
Deal 583, South (dealer): `JT8732.3.A952.AJ`; a weak two in 60 % of the cases, but on this deal a pass is drawn.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from bidbase.bidding.robots import Table
from editor.store.systems.loading import load_shipped_system
from practice.boards import services
from practice.boards.board import TableBoard
from practice.boards.preferences import Preferences
from practice.boards.robots import robot_table
from practice.boards.selectors import latest_board
from practice.boards.services import begin_board
from tests.loaded import loaded
from tests.practice.finishing import finish_by_system
from tests.working import PatientClient

SMALL = Path(__file__).parent / "small"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PASSWORD = "hearts-and-spades"


@pytest.fixture
def small(db):
    """The small system, the only one there is."""
    return loaded(SMALL)


@pytest.fixture
def preferences(small):
    """South, IMPs, opponents that bid, the small system for both."""
    return Preferences("small", "small")


@pytest.fixture
def begin(preferences):
    """The board of a deal as it was left, or a new one; with other preferences where they are given."""

    def begin(deal_number: int, owner: str = "guest", **changes) -> TableBoard:
        if (row := latest_board(owner, deal_number)) is not None:
            return TableBoard.of(row)
        return begin_board(
            owner=owner,
            deal_number=deal_number,
            preferences=Preferences(**preferences.to_session() | changes),
        )

    return begin


@pytest.fixture
def thinking(small, begin):
    """Begins a board where both sides play the simulating system, the opponents pass and the robots think."""
    load_shipped_system(name=SMALL.parent / "simulating")

    def begin_thinking(deal_number: int = 426, **changes) -> TableBoard:
        board = {"our_system": "simulating", "their_system": "simulating", "opponents_silent": True}
        return begin(deal_number, **board | {"robots_think": True} | changes)

    return begin_thinking


@pytest.fixture
def finished(begin) -> TableBoard:
    """Deal 1 as the system bids it: 2♥ by South after 1NT and a transfer."""
    return finish_by_system(begin(1))


@pytest.fixture
def guest(small) -> Client:
    """A browser without an account."""
    return PatientClient()


@pytest.fixture
def stranger(small) -> Client:
    """Another browser."""
    return PatientClient()


@pytest.fixture
def ann(db) -> User:
    return User.objects.create_user("Ann", "ann@club.example", PASSWORD)


@pytest.fixture
def member(small, ann) -> Client:
    """Ann's browser."""
    client = PatientClient()
    client.force_login(ann)
    return client


@pytest.fixture
def open_page(open_page: Callable[..., Page], small, worker) -> Callable[..., Page]:
    """Opens a page in a browser of its own, with the small system and a worker for what pages wait for."""
    return open_page


@pytest.fixture
def desk(open_page) -> Page:
    """A page on a wide screen."""
    return open_page(viewport={"width": 1280, "height": 900})


@pytest.fixture
def phone(open_page) -> Page:
    """A page on a phone held upright."""
    return open_page(**PHONE)


@pytest.fixture
def plain(open_page) -> Page:
    """A page without scripts, on a phone."""
    return open_page(**PHONE, java_script_enabled=False)


@pytest.fixture
def while_robots_think(monkeypatch):
    """Lets something happen once, at the moment when the robots of a board are asked."""

    def let_happen(happens: Callable[[], object]) -> None:
        waiting = [happens]

        def asked(board: TableBoard) -> Table:
            if waiting:
                waiting.pop()()
            return robot_table(board)

        monkeypatch.setattr(services, "robot_table", asked)

    return let_happen
