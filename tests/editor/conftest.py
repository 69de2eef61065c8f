"""A small system with everything that reading has to show, beside the shipped one that grows."""

import shutil
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from bidbase.bidding.bidder import Bidder
from bidbase.checks.boards import BidBoard, board_by_book
from editor.models import SystemRow
from editor.people.services import take_as_base
from editor.store.boards import robots
from tests.editor.noting import ONE_NOTRUMP, STAYMAN, TO_PLAY, written
from tests.loaded import loaded
from tests.working import PatientClient

SMALL = Path(__file__).parent / "systems" / "small"


@pytest.fixture
def small(db: None) -> SystemRow:
    """The small system, loaded."""
    return loaded(SMALL)


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
def ben(db: None) -> User:
    return User.objects.create_user("Ben", password=PASSWORD)


@pytest.fixture
def own(small: SystemRow, anna: User) -> SystemRow:
    """Anna's system on the small one."""
    return take_as_base(base=small, title="Our system", owner=anna)


@pytest.fixture
def noted(own) -> SystemRow:
    """Anna's system with a note that serves a section, an entry and a convention."""
    return written(own, "Our notrump", [ONE_NOTRUMP, TO_PLAY, STAYMAN], "We open **light**, see Deal 11180-E.")


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
