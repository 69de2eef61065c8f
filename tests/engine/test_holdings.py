"""The columns over the 8,192 holdings."""

import pytest
from hypothesis import given

from bidbase.game.cards import RANKS, Hand, holding_text, parse_holding
from bidbase.game.holdings import HCP, HOLDINGS, INTERMEDIATES, LENGTH, MAX_HCP, SHORTNESS, at_least_as_good
from tests.strategies import holdings

# holding, length, HCP, distribution points, intermediates
WORTH = [
    ("", 0, 0, 3, 0),
    ("2", 1, 0, 2, 0),
    ("A", 1, 4, 2, 0),
    ("KQ", 2, 5, 1, 0),
    ("J32", 3, 1, 0, 0),
    ("AT32", 4, 4, 0, 1),
    ("QT82", 4, 2, 0, 2),  # an eight beside the ten
    ("982", 3, 0, 0, 2),  # an eight beside the nine
    ("KQ82", 4, 5, 0, 0),  # an eight alone
    ("KQT9", 4, 5, 0, 2),
    ("AKQJT98765432", 13, 10, 0, 3),
]


@pytest.mark.parametrize(("cards", "length", "hcp", "shortness", "intermediates"), WORTH)
def test_worth_of_a_holding(cards: str, length: int, hcp: int, shortness: int, intermediates: int) -> None:
    holding = parse_holding(cards)
    assert (LENGTH[holding], HCP[holding], SHORTNESS[holding], INTERMEDIATES[holding]) == (
        length,
        hcp,
        shortness,
        intermediates,
    )


def test_every_holding_has_its_place_in_the_columns() -> None:
    assert {len(column) for column in (HOLDINGS, LENGTH, HCP, SHORTNESS, INTERMEDIATES)} == {2**13}


def test_no_hand_has_more_points_than_the_best_thirteen_cards() -> None:
    best = Hand.parse("AKQJ.AKQ.AKQ.AKQ")
    assert sum(HCP[holding] for holding in best.holdings) == MAX_HCP


@given(holdings)
def test_columns_follow_from_the_cards(holding: int) -> None:
    cards = holding_text(holding)
    assert LENGTH[holding] == len(cards)
    assert HCP[holding] == sum("  JQKA".find(card) - 1 for card in cards if card in "JQKA")
    assert SHORTNESS[holding] == max(0, 3 - len(cards))


@pytest.mark.parametrize(
    ("holding", "listed", "good", "why"),
    [
        ("AK2", "AK", True, "more cards do no harm"),
        ("AQ", "KQ", True, "a better card"),
        ("AK", "A2", True, "the two stands for any card"),
        ("K", "K2", False, "a card short"),
        ("K32", "A", False, "the king is not the ace"),
        ("AJ2", "KQ", False, "the second card is worse, however good the first"),
        ("", "2", False, "a void has no cards"),
        ("2", "", True, "nothing is asked for"),
    ],
)
def test_at_least_as_good(holding: str, listed: str, good: bool, why: str) -> None:
    assert at_least_as_good(parse_holding(holding), parse_holding(listed)) is good, why


@given(holdings, holdings)
def test_at_least_as_good_is_card_for_card(holding: int, listed: int) -> None:
    cards, listed_cards = (
        sorted((RANKS.index(card) for card in holding_text(cards)), reverse=True) for cards in (holding, listed)
    )
    plainly = len(cards) >= len(listed_cards) and all(
        card >= listed_card for card, listed_card in zip(cards, listed_cards, strict=False)
    )
    assert at_least_as_good(holding, listed) == plainly
