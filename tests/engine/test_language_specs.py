"""What the specs mean: numbers, lengths, shapes, sums over suits, points."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.arrays import LENGTHS_OF_SHAPE
from bidbase.game.cards import SHAPES, Strain
from bidbase.language.ranges import Range, parse_minimum, parse_ranges
from bidbase.language.shape import KINDS, parse_combined, parse_shape
from bidbase.language.strength import parse_card_value, parse_distribution, parse_hcp, parse_winners
from bidbase.language.suit_lengths import parse_num, parse_x_num

# Numbers --------------------------------------------------------------------------------------------------------------

RANGES = [
    ("15-17", {15, 16, 17}, "both ends belong to it"),
    ("4", {4}, "that number alone"),
    ("=4", {4}, "the same"),
    ("18+", {18, 19, 20}, "that and more"),
    (">=18", {18, 19, 20}, "the same"),
    (">18", {19, 20}, "the limit is left out"),
    ("<2", {0, 1}, "the limit is left out"),
    ("<=2", {0, 1, 2}, "the limit belongs to it"),
    ("<2,19+", {0, 1, 19, 20}, "one or the other"),
    ("2,4-5", {2, 4, 5}, "one or the other"),
    ("<0", set(), "nothing is below nothing"),
    ("1.5-2.5", {2}, "between the halves"),
]


@pytest.mark.parametrize(("text", "allowed", "why"), RANGES)
def test_range_allows(text: str, allowed: set[int], why: str) -> None:
    ranges = parse_ranges(text)
    assert {number for number in range(21) if ranges.holds(number)} == allowed, why
    assert set(np.flatnonzero(ranges.truth(21))) == allowed


@pytest.mark.parametrize(
    ("text", "allowed"), [("3", {3, 4, 5}), ("=3", {3}), ("<2", {0, 1}), ("1-2", {1, 2}), ("1-2,5", {1, 2, 5})]
)
def test_bare_number_is_a_minimum(text: str, allowed: set[int]) -> None:
    assert set(np.flatnonzero(parse_minimum(text).ranges.truth(6))) == allowed


def test_scale_counts_in_parts() -> None:
    halves = parse_minimum("2.5").ranges.truth(8, scale=2)
    assert list(np.flatnonzero(halves)) == [5, 6, 7]


def test_offset_counts_from_below_nothing() -> None:
    twentieths = parse_ranges("<.1").truth(8, scale=20, offset=3)
    assert list(np.flatnonzero(twentieths)) == [0, 1, 2, 3, 4], "-3/20 to 1/20"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("15-17", "15 to 17"),
        ("4", "exactly 4"),
        ("10+", "10 or more"),
        (">9", "more than 9"),
        ("<8", "fewer than 8"),
        ("<=8", "at most 8"),
        ("8,11+", "exactly 8, or 11 or more"),
        ("2.5+", "2.5 or more"),
    ],
)
def test_range_in_words(text: str, words: str) -> None:
    assert parse_ranges(text).words() == words


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_range_is_its_limits(low: int, high: int, number: int) -> None:
    assert Range(low, high).holds(number) == (low <= number <= high)
    assert Range(low=low, strict=True).holds(number) == (number > low)
    assert Range(high=high, strict=True).holds(number) == (number < high)


# Strength -------------------------------------------------------------------------------------------------------------


def test_points_in_words() -> None:
    assert parse_hcp("15-17").words() == "15 to 17 HCP"
    assert parse_distribution("T12+").words() == "12 or more total points"
    assert parse_distribution("2+").words() == "2 or more distribution points"
    assert parse_card_value("4.5").words() == "4.5"


def test_total_points_are_marked() -> None:
    assert parse_distribution("T6-10").total
    assert not parse_distribution("6-10").total
    assert parse_distribution("T6-10").ranges == parse_ranges("6-10")


def test_running_winners_are_marked() -> None:
    assert parse_winners("R9").words() == "9 or more running winners"
    assert parse_winners("4.5").words() == "4.5 or more winners"
    assert parse_winners("R9").running
    assert parse_winners("R9").ranges == parse_minimum("9").ranges


# Suit lengths ---------------------------------------------------------------------------------------------------------


def shape(text: str) -> int:
    """The number of a shape written spades first, `5=3=3=2`."""
    spades, hearts, diamonds, clubs = map(int, text.split("="))
    return SHAPES.index((clubs, diamonds, hearts, spades))


NUMS = [
    ("5+", "5=3=3=2", True, "five spades"),
    ("5+", "4=4=3=2", False, "four spades"),
    ("<3,>5", "2=5=3=3", True, "few"),
    ("<3,>5", "6=3=2=2", True, "many"),
    ("<3,>5", "4=3=3=3", False, "neither"),
    (">D", "4=3=3=3", True, "longer than diamonds"),
    (">D", "4=2=4=3", False, "as long"),
    (">=D", "4=2=4=3", True, "as long"),
    ("<H", "3=4=3=3", True, "shorter than hearts"),
    ("<=C", "3=4=3=3", True, "as long as clubs"),
    ("=H", "4=4=3=2", True, "as long as hearts"),
    ("=H", "4=3=4=2", False, "longer than hearts"),
    ("any", "0=5=4=4", True, "a void is any number"),
    ("any", "13=0=0=0", True, "and so are thirteen cards"),
    ("<3,>D", "5=4=2=2", True, "the comparison holds"),
    ("<3,>D", "3=3=4=3", False, "neither holds"),
]


@pytest.mark.parametrize(("text", "hand", "met", "why"), NUMS)
def test_number_of_spades(text: str, hand: str, met: bool, why: str) -> None:
    assert parse_num(text).truth(Strain.SPADES, None)[shape(hand)] == met, why


@pytest.mark.parametrize(
    ("text", "chosen", "hand", "met", "why"),
    [
        ("<=x", Strain.DIAMONDS, "4=3=5=1", True, "shorter than the chosen diamonds"),
        ("<=x", Strain.CLUBS, "4=3=5=1", False, "longer than the chosen clubs"),
        (">x", Strain.CLUBS, "4=3=5=1", True, "longer than the chosen clubs"),
        ("<=x", None, "4=3=5=1", False, "no suit is chosen"),
    ],
)
def test_compared_with_the_x_suit(text: str, chosen: Strain | None, hand: str, met: bool, why: str) -> None:
    num = parse_num(text)
    assert num.uses_x
    assert num.truth(Strain.SPADES, chosen)[shape(hand)] == met, why


def test_lengths_are_the_shapes() -> None:
    assert LENGTHS_OF_SHAPE.shape == (560, 4)
    assert tuple(LENGTHS_OF_SHAPE[shape("5=4=3=1")]) == (1, 3, 4, 5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5+", "5 or more spades"),
        (">=D", "at least as many spades as diamonds"),
        ("<x", "fewer spades than the X suit"),
        ("x,4+", "the X suit may be spades, or 4 or more spades"),
        ("any", "any number of spades"),
    ],
)
def test_number_in_words(text: str, words: str) -> None:
    assert parse_num(text).words("spades") == words


def test_x_suit_in_words() -> None:
    assert parse_x_num("5+").words() == "the X suit has 5 or more cards; the higher of equal ones is taken"
    assert "lower of equal" in parse_x_num("4+U").words()
    assert parse_x_num("any").words() == "the X suit has any number of cards; the higher of equal ones is taken"


# Shapes ---------------------------------------------------------------------------------------------------------------

# kind, shapes of that kind and shapes that are not, longest suit first
SHAPE_KINDS = [
    ("balanced", "4333 4432 5332", "5422 4441 6322 5431 7222"),
    ("semi-balanced", "5422 6322", "5332 5431 7222"),
    ("unbalanced", "5422 4441 6322 5431 7222", "4333 4432 5332"),
    ("1-suiter", "5332 6322 6331 7222 7321 8311", "5422 6421 4441 4333"),
    ("2-suiter", "5422 5431 5521 6421 6511 7411 6610", "5332 4432 4441 5440"),
    ("3-suiter", "4441 5440", "5431 4432 5422"),
    ("singleton", "4441 5431 6511", "5422 5440 4333"),
    ("void", "5440 6610 7600", "5431 4333"),
    ("singleton/void", "4441 5431 5440 7600", "5422 4333"),
]


def test_every_kind_is_in_the_table() -> None:
    assert {kind for kind, *_ in SHAPE_KINDS} == set(KINDS)


@pytest.mark.parametrize(("kind", "are", "are_not"), SHAPE_KINDS, ids=[kind for kind, *_ in SHAPE_KINDS])
def test_kinds_of_shape(kind: str, are: str, are_not: str) -> None:
    truth = parse_shape(kind).truth()
    for lengths, holds in zip(SHAPES, truth, strict=True):
        pattern = "".join(map(str, sorted(lengths, reverse=True)))
        if pattern in are.split():
            assert holds, lengths
        if pattern in are_not.split():
            assert not holds, lengths


def test_unbalanced_is_all_that_is_not_balanced() -> None:
    assert np.array_equal(parse_shape("unbalanced").truth(), ~parse_shape("balanced").truth())


@given(st.sampled_from(SHAPES))
def test_pattern_in_any_order_or_in_that_order(lengths: tuple[int, int, int, int]) -> None:
    down = lengths[::-1]
    exact = parse_shape("=".join(map(str, down))).truth()
    assert [SHAPES[number] for number in np.flatnonzero(exact)] == [lengths]
    if max(down) < 10:
        loose = parse_shape("".join(map(str, down))).truth()
        assert [SHAPES[number] for number in np.flatnonzero(loose)] == [
            other for other in SHAPES if sorted(other) == sorted(lengths)
        ]


def test_alternative_shapes() -> None:
    both = parse_shape("balanced,5422").truth()
    assert np.array_equal(both, parse_shape("balanced").truth() | parse_shape("5422").truth())
    assert parse_shape("balanced,4=4=3=2").words().endswith(", or 4=4=3=2 shape")


# Sums over suits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "suits", "x", "allowed"),
    [
        ("SH=8-9", "SH", False, {8, 9}),
        ("CDH>11", "CDH", False, {12, 13}),
        ("CD<2", "CD", False, {0, 1}),
        ("SHC>=12", "SHC", False, {12, 13}),
        ("xD>11", "D", True, {12, 13}),
        ("xSH=13", "SH", True, {13}),
    ],
)
def test_sum_over_suits(text: str, suits: str, x: bool, allowed: set[int]) -> None:
    combined = parse_combined(text)
    (sum_,) = combined.alternatives
    assert "".join(suit.letter for suit in sum_.suits) == suits
    assert combined.uses_x is x
    assert {number for number in range(14) if sum_.range.holds(number)} == allowed


def test_sum_in_words() -> None:
    assert parse_combined("SH=8-9").words("cards") == "8 to 9 cards in spades and hearts together"
    assert parse_combined("xD>7").words("HCP") == "more than 7 HCP in the X suit and diamonds together"
