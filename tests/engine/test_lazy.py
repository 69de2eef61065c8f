"""Values that are looked for when they are asked for."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from bidbase.lazy import LazyList


@given(st.lists(st.integers()), st.lists(st.integers(0, 5)))
def test_all_readers_get_the_values_of_the_source_in_order(values: list[int], counts: list[int]):
    kept = LazyList(iter(values))
    for count in counts:
        assert list(islice(kept, count)) == values[:count]
    assert list(kept) == list(kept) == values


@given(st.lists(st.integers(), min_size=1), st.data())
def test_readers_may_take_turns(values: list[int], data: st.DataObject):
    kept = LazyList(values)
    readers = iter(kept), iter(kept)
    read: tuple[list[int], list[int]] = [], []
    for reader in data.draw(st.lists(st.integers(0, 1), max_size=2 * len(values))):
        read[reader].extend(islice(readers[reader], 1))
    assert all(own == values[: len(own)] for own in read)


def test_a_value_is_looked_for_once_and_only_when_it_is_asked_for():
    source = iter(range(10))
    kept = LazyList(source)
    assert [*islice(kept, 2)] == [*islice(kept, 2)] == [0, 1]
    assert next(source) == 2
