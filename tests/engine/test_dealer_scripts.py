"""Scripts of Dealer: which deals fit each condition, what else a script says, and what is said of bad ones."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.dealer_scripts import MOST_CHARACTERS, is_dealer_script, parse_dealer_script
from bidbase.errors import TextError
from bidbase.game.cards import SUITS_DOWN, Hand, Seat
from bidbase.game.evaluation import COUNT_BY_NAME


def hcp(hand: Hand) -> float:
    return COUNT_BY_NAME["hcp"].of(hand)


def lengths(hand: Hand) -> tuple[int, ...]:
    """Spades first."""
    return tuple(hand.lengths[suit] for suit in SUITS_DOWN)


def spades(hand: Hand) -> str:
    return str(hand).split(".")[0]


FITS = [
    ("hcp(south) >= 20", lambda south, _: hcp(south) >= 20),
    ("hcp(south, spades) == 10", lambda south, _: spades(south)[:4] == "AKQJ"),
    ("hcp(s) + hcp(north) > 30", lambda south, north: hcp(south) + hcp(north) > 30),
    ("spades(south) == 7 && hearts(south) < 3", lambda south, _: lengths(south)[0] == 7 and lengths(south)[1] < 3),
    ("spades(south) == 6 and not hearts(south) >= 1", lambda south, _: lengths(south)[:2] == (6, 0)),
    ("spade(south) > 6 || heart(south) > 6", lambda south, _: max(lengths(south)[:2]) > 6),
    (
        "clubs(south)>6 and diamonds(south)>2 or hearts(south)>7",
        lambda south, _: lengths(south)[3] > 6 or lengths(south)[1] > 7,
    ),
    ("shape(south, 5431)", lambda south, _: lengths(south) == (5, 4, 3, 1)),
    (
        "shape(south, any 4333 + any 4432 - 4xxx)",
        lambda south, _: sorted(lengths(south)) in ([3, 3, 3, 4], [2, 3, 4, 4]) and lengths(south)[0] != 4,
    ),
    ("shape(south, 55xx)", lambda south, _: lengths(south)[:2] == (5, 5)),
    ("controls(south) == 9", lambda south, _: COUNT_BY_NAME["controls"].of(south) == 9),
    ("losers(south) <= 3", lambda south, _: COUNT_BY_NAME["losing_tricks"].of(south) <= 3),
    ("aces(south) == 4", lambda south, _: str(south).count("A") == 4),
    ("top3(south, spades) == 3", lambda south, _: spades(south).startswith("AKQ")),
    (
        "top5(south, spades) == 0 && tens(south) == 3",
        lambda south, _: not set(spades(south)) & set("AKQJT") and str(south).count("T") == 3,
    ),
    ("hascard(south, AS) && hascard(south, 2C)", lambda south, _: "A" in spades(south) and str(south).endswith("2")),
    ("!(hcp(south) < 20)", lambda south, _: hcp(south) >= 20),
    (
        "hcp(south) > 18 ? spades(south) > 5 : spades(south) > 7",
        lambda south, _: lengths(south)[0] > (5 if hcp(south) > 18 else 7),
    ),
    (
        "strong = hcp(south) > 17\nlong = spades(south) * 2 - 1 >= 9\nstrong && long",
        lambda south, _: hcp(south) > 17 and lengths(south)[0] > 4,
    ),
    ("condition hcp(south) % 7 == 6 # or 6, 13 ...\n", lambda south, _: hcp(south) % 7 == 6),
    ("rnd(100) == 99 && hcp(south) > 19", lambda south, _: hcp(south) > 19),
    ("rnd(1) == 0 && hcp(south) > 19", lambda south, _: hcp(south) > 19),
    ("/* two\nlines */ condition hcp(south) / 10 == 2 // twenties", lambda south, _: 20 <= hcp(south) < 30),
]


@pytest.mark.parametrize(("text", "fits"), FITS, ids=[text for text, _ in FITS])
def test_deals_fit_the_condition(text, fits):
    script = parse_dealer_script(text)
    deals = [script.deal(seed) for seed in range(5)]
    assert all(deal is not None and fits(deal[Seat.SOUTH], deal[Seat.NORTH]) for deal in deals)
    assert len(set(deals)) == 5
    assert deals[0] == script.deal(0), "the same for the same seed"


def test_what_a_script_says_beside_its_condition():
    script = parse_dealer_script(
        "generate 1000000\nproduce 12\ndealer east\nvulnerable EW\npredeal south SAKQ, H2 north DAK2\n"
        'x = hcp(south) > 15\ncondition x && shape(north, any 4333)\naction printall, average "points" hcp(south)\n'
    )
    assert (script.produce, script.dealer, str(script.vulnerability)) == (12, Seat.EAST, "EW")
    deal = script.deal(1)
    south, north = str(deal[Seat.SOUTH]).split("."), str(deal[Seat.NORTH]).split(".")
    assert south[0].startswith("AKQ")
    assert "2" in south[1]
    assert {*"AK2"} <= {*north[2]}
    assert hcp(deal[Seat.SOUTH]) > 15


def test_a_script_without_a_condition_takes_every_deal():
    assert parse_dealer_script("dealer west").deal(1) is not None


def test_no_deal_is_found_for_what_cannot_be():
    assert parse_dealer_script("hcp(south) > 37").deal(1) is None


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("South hcp 15-17\nsouth shape balanced", False),
        ("hcp(south) > 14", True),
        ("predeal north SA", True),
        ("shape (south, any 4333)", True),
        ("", False),
    ],
)
def test_scripts_are_told_from_other_wishes(text, is_one):
    assert is_dealer_script(text) is is_one


BAD = [
    ("hcp(south) >", "line 1: a condition ends too early"),
    ("\nhcp(south) > )", "line 2: ')' stands where a value should"),
    ("hcp(middle) > 3", "line 1: a seat should stand here: north, east, south or west"),
    ("hcp(south, spadez) > 3", "line 1: a suit should stand here, as spades"),
    ("hpc(south) > 3", "line 1: there is no 'hpc'; did you mean hcp?"),
    ("hcp(south) > strong", "line 1: 'strong' is not known; there are "),
    ("hcp(south > 3", "line 1: ')' should stand here"),
    ("shape(south, 5432 6)", "line 1: shapes are written as in any 4333 + 5xxx - any 5422"),
    ("hascard(south, SA)", "line 1: a card is written as in AS: its rank and its suit"),
    ("predeal south SAA", "line 1: the A appears twice in one suit"),
    ("predeal south SA north SA", "line 1: two hands hold the same card"),
    ("predeal south SAKQJT98765432, H2", "line 1: South has more than 13 cards"),
    ("predeal south AK", "line 1: cards are given with the letter of their suit, as in SAKQ"),
    ("dealer nobody", "line 1: a seat should stand here"),
    ("vulnerable some", "line 1: vulnerability is one of None NS EW Both, not 'some'"),
    ("produce many", "line 1: a number should stand here"),
    ("x = 1\nx = 2", "line 2: x has a value already"),
    ("hcp(south) > 3 $", "line 1: '$' has no meaning here"),
    ("(" * 100, "line 1: this is too long to be read at once"),
    ("!" * 5000, "line 1: this is too long to be read at once"),
    ("1" + "+1" * 4000, "line 1: this is too long to be read at once"),
    ("x" * (MOST_CHARACTERS + 1), "this script has 10,001 characters"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_scripts_that_are_refused(text, message):
    with pytest.raises(TextError) as refused:
        parse_dealer_script(text)
    assert refused.value.message.startswith(message)


def test_many_variables_that_build_on_each_other_are_worked_out_in_turn():
    lines = ["a0 = hcp(south)", *(f"a{number} = a{number - 1} + a{number - 1}" for number in range(1, 400))]
    assert parse_dealer_script("\n".join([*lines, "a3 >= 160"])).deal(1) is not None


@given(st.text('hcp(south)>=!&|?:+-*/% shape,any4x"#\npredealSAKnorth123=', max_size=80))
def test_any_text_is_a_script_or_is_refused(text):
    with suppress(TextError):
        parse_dealer_script(text)
