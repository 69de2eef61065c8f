"""What is kept: as many values as the limit allows, those asked for last; and values that go with their owner."""

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.kept import Kept, kept_with_owner


def test_of_two_values_under_one_key_the_first_one_stands():
    kept: Kept[str, int] = Kept(10)
    assert kept.get("a") is None
    assert (kept.keep("a", 1), kept.keep("a", 2), kept.get("a")) == (1, 1, 1)
    kept.clear()
    assert kept.get("a") is None


@pytest.mark.parametrize("limit", [1, 2, 3, 10])
def test_a_value_that_is_asked_for_stays(limit):
    kept: Kept[int, int] = Kept(2 * limit)
    for number in range(1, 10 * limit):
        kept.keep(number, number)
        if kept.get(0) is None:
            assert number == 1, "it was asked for all the time"
            kept.keep(0, 0)
    assert kept.get(1) is None, "it was not asked for since"


@given(st.integers(0, 12), st.lists(st.tuples(st.booleans(), st.integers(0, 20))))
def test_no_more_is_kept_than_the_limit_and_nothing_is_changed(limit, steps):
    kept: Kept[int, str] = Kept(limit)
    for asks, key in steps:
        assert (kept.get(key) if asks else kept.keep(key, str(key))) in (None, str(key))
        assert len(kept) <= max(limit, 2)


class Owner:
    """Something that values are worked out from."""


def test_values_are_worked_out_once_and_dropped_with_their_owner():
    worked_out = []

    @kept_with_owner
    def value(owner: Owner, number: int) -> list[int]:
        worked_out.append(number)
        return [number]

    owner, other = Owner(), Owner()
    assert (value(owner, 1), value(owner, 2), value(other, 1), value(owner, 1)) == ([1], [2], [1], [1])
    assert worked_out == [1, 2, 1]
    kept = weakref.ref(owner)
    del owner
    gc.collect()
    assert kept() is None
