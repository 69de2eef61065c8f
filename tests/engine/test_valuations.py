"""Valuation systems: what hands are worth by those that come with BidBase, and by what others may write."""

import pytest
from hypothesis import given

from bidbase.game.cards import SUITS, Hand
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems.valuations import read_valuations, shipped_valuations
from tests.strategies import hands

SHIPPED = shipped_valuations()

# (system, hand, in a suit contract, in notrump, source or why)
WORTH = [
    ("Work 3-2-1", "KJ865.AK7.43.T72", 12, 11, "rpbridge.net, Hand evaluation, example 1: the short-suit method"),
    ("Work long", "KJ865.AK7.43.T72", 12, 12, "the same: the long-suit method"),
    ("Rule of 20", "KJ865.AK7.43.T72", 19, 11, "the same"),
    ("Work 3-2-1", "AQ5432.K32..5432", 12, 9, "nine and a void"),
    ("Work 5-3-1", "AQ5432.K32..5432", 14, 9, "nine, and five for the void"),
    ("Work 5-3-1", "AQ5432.K32.2.432", 12, 9, "nine, and three for the singleton"),
    ("Work 5-3-1", "AQ543.K32.32.432", 10, 9, "nine, and one for the doubleton"),
    ("Work long", "AQ5432.K32..5432", 11, 11, "nine, and two for a suit of six"),
    ("Work long", "AQ543.K5432.2.32", 11, 11, "nine, and one for each suit of five"),
    ("Zar", "KJ432.K32.432.A2", 26, 11, "Zar Petkov, part 4"),
    ("Zar", "Q2.AK432.J5432.2", 27, 10, "Zar Petkov, part 2"),
    ("LTC", "974.AJ3.63.AK963", 8, 12, "endplay, tests/test_evaluate.py"),
    ("LTC", "AQJ5.T864.KJ94.4", 7, 11, "endplay, tests/test_evaluate.py"),
    ("NLTC", "KQJ2.KQ2.KQ2.KQ2", 6, 21, "Wikipedia, Losing-Trick Count"),
    ("NLTC", "A543.A43.A43.A43", 6, 16, "Wikipedia, Losing-Trick Count"),
    ("NLTC", "974.AJ3.63.AK963", 7.5, 12, "by the rule"),
]


@pytest.mark.parametrize(("name", "hand", "suit", "notrump", "source"), WORTH)
def test_worth_of_a_hand(name: str, hand: str, suit: float, notrump: float, source: str) -> None:
    valuation = SHIPPED[name]
    assert (valuation.suit.of(Hand.parse(hand)), valuation.notrump.of(Hand.parse(hand))) == (suit, notrump), source


def test_table_and_help_leave_out_no_system() -> None:
    assert {name for name, *_ in WORTH} == set(SHIPPED)
    assert all(
        name in FIELD_BY_NAME["valuation"].help and valuation.explanation.endswith(".")
        for name, valuation in SHIPPED.items()
    )


def read(tmp_path, text: str):
    faults: list[str] = []
    path = tmp_path / "valuations.toml"
    path.write_text(text, encoding="utf-8")
    return read_valuations(path, faults), faults


CARDS = "ace = 4.5, king = 3, queen = 1.5, jack = 0.75, ten = 0.25"
# (what a suit contract counts, hand, worth, why)
OWN = [
    (f"{{ {CARDS} }}", "AKQJT9.A32.T32.2", 14.75, "quarters"),
    ("{ ten = 0.5, nine = 0.25 }", "T9.T9.9.98765432", 1.0 + 1.0, "tens and nines"),
    (
        "{ void = 4, singleton = 2, doubleton = 1, long = 1 }",
        "AKQJT987..65.432",
        4 + 1 + 4,
        "short suits and long ones",
    ),
    ("{ longest = 2, second = 1, shortest = -1 }", "AKQJT.9876.5432.", 10 + 4, "Zar's shape"),
    ("{ longest = 2, second = 1, shortest = -1 }", "AKQJT.987.65.432", 10 + 3 - 2, "Zar's shape"),
    ("{ third = 1, shortest = -3 }", "AKQJ.AKQ.AKQ.AKQ", 3 - 9, "less than nothing"),
    ('"controls"', "AKQJ.A32.K432.32", 2 + 1 + 2 + 1, "a count of the engine"),
]


@pytest.mark.parametrize(("suit", "hand", "worth", "why"), OWN)
def test_own_system(tmp_path, suit: str, hand: str, worth: float, why: str) -> None:
    valuations, faults = read(tmp_path, f'[Mine]\nexplanation = "Mine."\nsuit = {suit}\n')
    assert faults == []
    assert valuations["Mine"].suit.of(Hand.parse(hand)) == worth, why
    assert valuations["Mine"].notrump.name == "hcp"


@given(hands())
def test_parts_add_up(hand: Hand) -> None:
    """A sum is the same, written as parts and by a formula."""
    five_three_one = {0: 5, 1: 3, 2: 1}
    hcp = SHIPPED["Zar"].notrump.of(hand)
    assert SHIPPED["Work 5-3-1"].suit.of(hand) == hcp + sum(five_three_one.get(length, 0) for length in hand.lengths)
    assert SHIPPED["Work long"].suit.of(hand) == hcp + sum(max(0, hand.lengths[suit] - 4) for suit in SUITS)


# (text, fault, why)
BAD = [
    ("[Mine\n", "valuations.toml: ", "no TOML"),
    ("Mine = 3\n", "Mine: a valuation system has suit", "no table"),
    ("[Mine]\nnotrump = 'hcp'\n", "Mine: a valuation system has suit", "no suit"),
    ("[Mine]\nsuit = 'hcp'\ncolor = 'red'\n", "Mine: a valuation system has suit", "nothing else"),
    ("[Mine]\nsuit = 'hcp'\nexplanation = 3\n", "Mine: explanation: write it as text", "a number"),
    ("['My  own']\nsuit = 'hcp'\n", "a name has no blanks", "two blanks, which no cell keeps"),
    ("['']\nsuit = 'hcp'\n", "a name has no blanks", "no name"),
    ("[Mine]\nsuit = 'goren'\n", "Mine: suit: there is no count 'goren'; there are hcp", "no such count"),
    ("[Mine]\nsuit = 'hcp'\nnotrump = 4\n", "Mine: notrump: write the name of a count", "a number"),
    ("[Mine]\nsuit = {}\n", "Mine: suit: write the name of a count", "nothing to add up"),
    ("[Mine]\nsuit = { eight = 1 }\n", "Mine: suit: 'eight' cannot be counted; there are ace", "eights are all alike"),
    ("[Mine]\nsuit = { ace = '4' }\n", "suit: ace counts 0 to 20 points", "text"),
    ("[Mine]\nsuit = { ace = true }\n", "suit: ace counts 0 to 20 points", "a truth value"),
    ("[Mine]\nsuit = { ace = 21 }\n", "suit: ace counts 0 to 20 points", "too much"),
    ("[Mine]\nsuit = { ace = -1 }\n", "suit: ace counts 0 to 20 points", "below nothing"),
    ("[Mine]\nsuit = { ace = 4.1 }\n", "in quarters at the finest", "too fine"),
    ("[Mine]\nsuit = { ace = nan }\n", "suit: ace counts 0 to 20 points", "no number"),
    ("[Mine]\nsuit = { longest = -21 }\n", "suit: longest counts -20 to 20 points", "too little"),
]


@pytest.mark.parametrize(("text", "fault", "why"), BAD)
def test_bad_file_is_refused_with_the_place(tmp_path, text: str, fault: str, why: str) -> None:
    valuations, faults = read(tmp_path, text)
    assert [fault in line for line in faults] == [True], (why, faults)
    assert valuations == {}
