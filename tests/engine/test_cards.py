"""Seats, vulnerability, hands and deals, and their text forms."""

import pytest
from hypothesis import given

from bidbase.errors import TextError
from bidbase.game.cards import (
    SHAPES,
    SUITS,
    Deal,
    Hand,
    Seat,
    Side,
    Strain,
    Vulnerability,
    board_dealer,
    board_vulnerability,
    holding_text,
    parse_holding,
)
from tests.strategies import deals, hands, holdings

READABLE_HANDS = [
    ("AQ2.K32.KJ32.K32", "AQ2.K32.KJ32.K32", "the usual form"),
    ("aq2.k32.kj32.k32", "AQ2.K32.KJ32.K32", "lower case"),
    ("AQ2 K32 KJ32 K32", "AQ2.K32.KJ32.K32", "blanks between suits"),
    ("AQ2-K32-KJ32-K32", "AQ2.K32.KJ32.K32", "dashes between suits"),
    ("♠AQ2 ♥K32 ♦KJ32 ♣K32", "AQ2.K32.KJ32.K32", "suit symbols"),
    ("♣ K 3 2♥K32, ♦ K J 10 2; ♠AQ2", "AQ2.K32.KJT2.K32", "suit symbols in any order, blanks between the cards"),
    ("♠AKQJ32 ♥- ♦KJ32 ♣K32", "AKQJ32..KJ32.K32", "a void after its symbol"),
    ("  AQ2.K32.KJ32.K32\n", "AQ2.K32.KJ32.K32", "blanks around"),
    ("AQ2   K32\tKJ32 K32", "AQ2.K32.KJ32.K32", "any number of blanks"),
    ("AQ2 . K32 . KJ32 . K32", "AQ2.K32.KJ32.K32", "blanks around the dots"),
    ("2QA.23K.23JK.23K", "AQ2.K32.KJ32.K32", "cards in any order"),
    ("A102.K32.KJ32.K32", "AT2.K32.KJ32.K32", "10 for the ten"),
    (".AKQJT98.765432.", ".AKQJT98.765432.", "a void may be nothing between dots"),
    ("-.AKQJT98.765432.-", ".AKQJT98.765432.", "a void may be a dash between dots"),
    ("- AKQJT98 765432 -", ".AKQJT98.765432.", "between blanks a void is a dash"),
    ("AKQJT98765432---", "AKQJT98765432...", "between dashes a void is nothing"),
]


@pytest.mark.parametrize(("text", "canonical", "why"), READABLE_HANDS)
def test_hand_is_read(text: str, canonical: str, why: str) -> None:
    assert str(Hand.parse(text)) == canonical, why


UNREADABLE_HANDS = [
    ("", "four suits", (0, 0), "nothing at all"),
    ("AQ2.K32.KJ32", "four suits", (0, 12), "three suits"),
    ("AQ2.K32.KJ32.K3.2", "four suits", (0, 17), "five suits"),
    ("AQ2K32KJ32K32", "four suits", (0, 13), "no separators"),
    ("AQ2.K32.KJ32.K3", "13 cards; this one has 12", (0, 15), "a card short"),
    ("AQ2.K32.KJ32.K432", "13 cards; this one has 14", (0, 17), "a card too many"),
    ("AQ2.K32.KJ32.KX2", "'X' is not a card", (14, 15), "no such card"),
    ("AQ1.K32.KJ32.K32", "'1' is not a card", (2, 3), "a 1 without a 0"),
    ("AA2.K32.KJ32.K32", "the A appears twice", (1, 2), "two aces in one suit"),
    ("T102.K32.KJ32.K32", "the T appears twice", (1, 3), "the ten in both forms"),
    ("AQ2  K32 KJ32 KK2", "the K appears twice", (15, 16), "the span counts every blank"),
    ("A\nQ.K32.KJ32.K32", "'\\n' is not a card", (1, 2), "a line break inside a suit"),
    ("♠AQ2 ♥K32 ♦KJ32", "♣ is missing", (0, 15), "a symbol missing"),
    ("♠AQ2 ♥K32 ♥KJ32 ♣K32", "♥ appears twice", (10, 11), "a symbol twice"),
    ("♠A Z 2 ♥K32 ♦KJ32 ♣K32", "'Z' is not a card", (3, 4), "no such card"),
    ("ß32.K32.KJ32.K32", "'ß' is not a card", (0, 1), "a letter whose upper case is two letters"),
]


@pytest.mark.parametrize(("text", "message", "span", "why"), UNREADABLE_HANDS)
def test_bad_hand_is_refused_with_the_span(text: str, message: str, span: tuple[int, int], why: str) -> None:
    with pytest.raises(TextError) as caught:
        Hand.parse(text)
    assert message in caught.value.message, why
    assert caught.value.span == span, why
    assert caught.value.text == text


def test_error_points_at_the_card() -> None:
    with pytest.raises(TextError) as caught:
        Hand.parse("AQ2.K32.KJ32.KX2")
    assert caught.value.pointed().splitlines()[1:] == ["  AQ2.K32.KJ32.KX2", "                ^"]


@given(hands())
def test_hand_survives_its_text(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse(str(hand).replace(".", "-")) == hand
    assert hash(Hand.parse(str(hand))) == hash(hand)


@given(hands())
def test_shape_is_the_lengths(hand: Hand) -> None:
    assert SHAPES[hand.shape] == hand.lengths
    assert hand.lengths == tuple(len(holding_text(hand.holdings[suit])) for suit in SUITS)


def test_there_are_560_shapes() -> None:
    assert len(set(SHAPES)) == len(SHAPES) == 560
    assert all(sum(lengths) == 13 for lengths in SHAPES)


@given(holdings)
def test_holding_survives_its_text(holding: int) -> None:
    assert parse_holding(holding_text(holding)) == holding


@given(deals())
def test_deal_survives_its_text(deal: Deal) -> None:
    assert Deal.parse(str(deal)) == deal


NORTH, EAST, SOUTH, WEST = (
    "AKQJT98765432...",
    ".AKQJT98765432..",
    "..AKQJT98765432.",
    "...AKQJT98765432",
)


def test_cards_are_equal_to_the_same_cards_alone() -> None:
    hand, deal = Hand.parse(NORTH), Deal.parse(f"N:{NORTH} {EAST} {SOUTH} {WEST}")
    assert deal[Seat.NORTH] == hand
    assert hand not in (NORTH, Hand.parse(EAST), deal)
    assert deal not in (str(deal), hand, Deal.parse(f"E:{NORTH} {EAST} {SOUTH} {WEST}"))


def test_deal_is_read_from_any_seat() -> None:
    deal = Deal.parse(f"N:{NORTH} {EAST} {SOUTH} {WEST}")
    assert Deal.parse(f"s:{SOUTH} {WEST} {NORTH} {EAST}") == deal
    assert str(deal[Seat.WEST]) == WEST


@pytest.mark.parametrize(
    ("text", "message", "why"),
    [
        (f"{NORTH} {EAST} {SOUTH} {WEST}", "begins with a seat", "no seat"),
        (f"X:{NORTH} {EAST} {SOUTH} {WEST}", "a seat is one of", "no such seat"),
        (f"N:{NORTH} {EAST} {SOUTH}", "this one has 3", "three hands"),
        (f"N:{NORTH} {EAST} {SOUTH} {WEST} {WEST}", "this one has 5", "five hands"),
        (f"N:{NORTH} {NORTH} {SOUTH} {WEST}", "same card: ♠A", "one hand twice"),
        (f"N:AKQJT9876543.2.. {EAST} {SOUTH} {WEST}", "same card: ♥2", "the card itself is named"),
        (f"N:{NORTH} {EAST} {SOUTH} AKQ", "four suits", "not a hand"),
    ],
)
def test_bad_deal_is_refused(text: str, message: str, why: str) -> None:
    with pytest.raises(TextError) as caught:
        Deal.parse(text)
    assert message in caught.value.message, why


@pytest.mark.parametrize(("text", "seat"), [("N", 0), ("e", 1), (" South ", 2), ("WEST", 3)])
def test_seat_is_read(text: str, seat: int) -> None:
    assert Seat.parse(text) == seat


def test_seats_sit_clockwise() -> None:
    assert Seat.SOUTH.plus(1) is Seat.WEST
    assert Seat.WEST.plus(1) is Seat.NORTH
    assert Seat.EAST.plus(2) is Seat.WEST
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert [side.other for side in Side] == [Side.EW, Side.NS]


@pytest.mark.parametrize(
    ("text", "vulnerability"),
    [
        *(("None", 0), ("love", 0), ("-", 0), ("O", 0), ("NS", 1), ("n-s", 1)),
        *(("EW", 2), ("E-W", 2), ("Both", 3), ("ALL", 3), ("b", 3)),
    ],
)
def test_vulnerability_is_read(text: str, vulnerability: int) -> None:
    assert Vulnerability.parse(text) == vulnerability
    assert Vulnerability.parse(str(Vulnerability.parse(text))) == vulnerability


@pytest.mark.parametrize("text", ["", "us", "NSEW"])
def test_unknown_vulnerability_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="one of None NS EW Both"):
        Vulnerability.parse(text)


def test_vulnerability_of_a_side() -> None:
    assert [[vulnerability.of(side) for side in Side] for vulnerability in Vulnerability] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]


def test_who_is_vulnerable_is_said_in_words() -> None:
    assert [vulnerability.words for vulnerability in Vulnerability] == [
        "Nobody vulnerable",
        "North-South vulnerable",
        "East-West vulnerable",
        "Both sides vulnerable",
    ]


def test_board_numbers_set_dealer_and_vulnerability() -> None:
    """Law 2: the sixteen boards of a set, then the same again."""
    dealers = "NESW" * 4
    vulnerable = "None NS EW Both NS EW Both None EW Both None NS Both None NS EW".split()
    for first in (1, 17, 33):
        assert "".join(board_dealer(first + board).letter for board in range(16)) == dealers
        assert [str(board_vulnerability(first + board)) for board in range(16)] == vulnerable


def test_strains_are_in_bidding_order() -> None:
    assert "".join(strain.letter for strain in sorted(Strain)) == "CDHSN"
