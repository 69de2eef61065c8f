"""Where an entry stands, what it bids and what it tells."""

from itertools import pairwise

import pytest

from bidbase.game.auction import Call
from bidbase.game.cards import Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language.best_contract import parse_best_contract
from bidbase.language.bids import OPENING, parse_bid, parse_convention, parse_key, parse_prior_bids
from bidbase.language.disclosures import ALERTS, STRENGTHS, parse_alert, parse_asks, parse_length, parse_strength
from bidbase.language.fields import FIELD_BY_NAME


def test_prior_bids_begin_with_the_opening() -> None:
    assert parse_prior_bids("P-P-1C-P") == parse_prior_bids("1C-P")
    assert parse_key("(Opening)") == parse_prior_bids("P-P") == OPENING


def test_prior_bids_in_words() -> None:
    assert parse_prior_bids("1H-X-P").words() == "1♥ – Double – Pass"
    assert OPENING.words() == "nobody has opened"


def test_bid_of_the_x_suit() -> None:
    bid = parse_bid("2x")
    assert bid.in_suit(Strain.HEARTS) is Call.parse("2H")
    assert bid.words() == "2 of the X suit"
    assert parse_bid("2H").in_suit(None) is Call.parse("2H")


def test_convention_knows_the_names_above_it() -> None:
    name = parse_convention("Strong 2C: 2D Waiting: Splinter")
    assert name.root == "Strong 2C"
    assert name.chain() == ["Strong 2C", "Strong 2C: 2D Waiting", "Strong 2C: 2D Waiting: Splinter"]


@pytest.mark.parametrize(
    ("text", "forcing", "words"),
    [
        ("G", "game", "forcing to game"),
        ("1", "round", "partner may not pass"),
        ("G,A", "game", "forcing to game, asks for aces"),
        ("KC", "round", "asks for key cards"),
        ("B2H", "round", "asks partner to bid 2♥"),
        ("SO", "", "sign-off"),
        ("O", "", "invitational"),
        ("HC", "round", "asks for help in clubs"),
        ("CD", "round", "asks for a control in diamonds"),
    ],
)
def test_asks(text: str, forcing: str, words: str) -> None:
    asks = parse_asks(text)
    assert (asks.forcing, asks.words()) == (forcing, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5", "5 spades"),
        ("x5", "5 spades if that is the suit"),
        ("/5", "5 spades in one kind of hand"),
        ("F3", "a fit: 3 spades"),
        ("H", "needs help in spades"),
        ("S", "short in spades"),
        ("C", "a control in spades"),
    ],
)
def test_expected_length_in_words(text: str, words: str) -> None:
    assert parse_length(text).words("spades") == words


# Strength Disclosure in the editor text
CLASSES = [
    ("B", "a bust, about 0 to 5 HCP"),
    ("W", "a weak hand, about 6 to 10 HCP"),
    ("I", "an intermediate or invitational hand, about 10 to 12 HCP"),
    ("o", "an opening, about 13 to 15 HCP"),
    ("P", "an opening with extra values, about 15 to 17 HCP"),
    ("S", "a strong hand, about 18 to 19 HCP"),
    ("v", "a very strong hand, about 20 to 24 HCP"),
    ("X", "an extremely strong hand, 25 HCP or more"),
]


@pytest.mark.parametrize(("code", "words"), CLASSES)
def test_a_class_of_strength_in_words(code: str, words: str) -> None:
    assert parse_strength(code).words() == words


def test_words_of_alerts_and_strengths() -> None:
    assert {code: parse_alert(code).words() for code in ALERTS} == ALERTS
    assert FIELD_BY_NAME["strength"].say(parse_strength("O")) == "an opening", (
        "what an entry tells stands beside its points"
    )


def test_classes_of_strength_go_up_and_leave_no_gap() -> None:
    points = [strength.points for strength in STRENGTHS.values()]
    assert [points[0][0], points[-1][1]] == [0, MAX_HCP]
    assert all(low <= high + 1 and low > below for (below, high), (low, _) in pairwise(points))


def test_a_best_contract_names_its_variables() -> None:
    cell = parse_best_contract("4a,3N,G,5$b,S")
    assert cell.variables == {"a", "b"}
    assert parse_best_contract("4S,G").variables == frozenset()
    assert str(cell.bound({"a": Strain.SPADES, "b": Strain.CLUBS})) == "4S,3N,G,5C,S"
