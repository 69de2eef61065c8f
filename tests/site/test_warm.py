"""What a web process does before its first request."""

import gc
from collections.abc import Iterator

import pytest

from bidbase_site.warm import LONG_COLLECTIONS, warm_up
from editor.selectors import bidder_for
from editor.systems.loading import load_shipped_system
from tests.practice.conftest import SMALL


@pytest.fixture
def _unfrozen() -> Iterator[None]:
    """The tests after this one collect garbage as ever."""
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


@pytest.mark.usefixtures("_unfrozen")
def test_systems_are_read_and_left_out_of_garbage_collection(transactional_db):
    system = load_shipped_system(name=SMALL).system
    warm_up()
    bidder = bidder_for(system)
    assert not any(kept is bidder for kept in gc.get_objects())
    assert gc.get_freeze_count() > len(system.entries.all())
    assert gc.get_threshold()[2] == LONG_COLLECTIONS, "few requests wait while a long collection runs"
