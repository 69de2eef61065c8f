"""Order numbers: one between two others, and a whole section numbered anew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.language.bids import parse_order
from bidbase.systems.orders import DIGITS, order_between, orders_anew

NUMBERS = st.text(DIGITS, min_size=6, max_size=6)

BETWEEN = [
    (None, None, "100000", "the first of a section"),
    ("200000", None, "210000", "by a step behind the last"),
    ("zz0000", None, "zz1000", "a smaller step at the end"),
    ("zzzzzz", None, None, "nothing comes after the last number"),
    (None, "100000", "0V0000", "before the first"),
    (None, "000001", None, "nothing comes before the first numbers"),
    ("200000", "400000", "300000", "the roundest"),
    ("200000", "300000", "2V0000", "between neighbors"),
    ("200000", "200001", None, "no room"),
    ("200000", "200000", None, "equal ones have nothing between them"),
]


@pytest.mark.parametrize(("low", "high", "between", "why"), BETWEEN)
def test_a_number_between_two(low, high, between, why):
    assert order_between(low, high) == between, why


@given(low=NUMBERS, high=NUMBERS)
def test_what_lies_between_is_an_order_number_between(low, high):
    """Text compares as order numbers do: digits, upper case, lower case."""
    between = order_between(low, high)
    if between is None:
        assert low >= high or DIGITS.index(high[-1]) == (DIGITS.index(low[-1]) + 1) % len(DIGITS)
    else:
        assert low < str(parse_order(between)) < high


@pytest.mark.parametrize("count", [1, 2, 29, 30, 100, 3_000])
def test_numbers_for_a_section(count):
    orders = orders_anew(count)
    assert orders == sorted(set(orders))
    assert len(orders) == count
    assert all(order_between(low, high) for low, high in zip([None, *orders], orders, strict=False)), "there is room"
    assert max(len(order.rstrip("0")) for order in orders) <= 3, "they are round"
