"""How the boards of a set are named: numbers of deals, with what is said of bad ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.game.dealing import MAX_DEAL_NUMBER
from practice.sets.contents import MOST_BOARDS, parse_deal_numbers

NUMBERS = [
    ("", ()),
    (" , ;", ()),
    ("7", (7,)),
    ("1-8, 12", (*range(1, 9), 12)),
    ("12; 1 – 3", (12, 1, 2, 3)),
    ("5-5", (5,)),
    ("1-64", tuple(range(1, 65))),
    (str(MAX_DEAL_NUMBER), (MAX_DEAL_NUMBER,)),
]


@pytest.mark.parametrize(("text", "numbers"), NUMBERS)
def test_numbers_of_deals(text, numbers):
    assert parse_deal_numbers(text) == numbers


BAD_NUMBERS = [
    ("1, two", "'two' is neither a number nor a span such as 1-8", "two"),
    ("1-2-3", "'1-2-3' is neither a number nor a span such as 1-8", "1-2-3"),
    ("-4", "'-4' is neither a number nor a span such as 1-8", "-4"),
    ("0", "deals are numbered from 1 to 999999999, not 0", "0"),
    ("3, 1234567890", "deals are numbered from 1 to 999999999, not 1234567890", "1234567890"),
    ("9" * 4000, f"deals are numbered from 1 to 999999999, not {'9' * 20}", "9" * 4000),
    ("8-1", "8-1 runs backwards", "8-1"),
    ("1-65", "1-65 are 65 deals, and a set has at most 64 boards", "1-65"),
    ("1-999999999", "1-999999999 are 999999999 deals, and a set has at most 64 boards", "1-999999999"),
    ("1-8, 5", "deal 5 is named twice", "5"),
]


@pytest.mark.parametrize(("text", "message", "wrong"), BAD_NUMBERS)
def test_numbers_that_are_refused(text, message, wrong):
    with pytest.raises(TextError) as refused:
        parse_deal_numbers(text)
    assert (refused.value.message, refused.value.wrong) == (message, wrong)


@given(st.lists(st.integers(1, MAX_DEAL_NUMBER), unique=True, max_size=MOST_BOARDS))
def test_numbers_come_in_their_order(numbers):
    assert parse_deal_numbers(", ".join(map(str, numbers))) == tuple(numbers)
