"""Why a hand is not one that a call shows: what is said is true of the hand, and of every hand that makes the call."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bidbase.bidding.objections import why_not
from bidbase.bidding.robots import Table
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.meaning.inference import rows_told
from bidbase.meaning.reasons import hand_kinds, limits_words, number_of_cards, reasons, together
from tests.engine.making import make_bidder, make_place, shipped_bidder

POSITIONS = tuple(
    Auction.parse(text)
    for text in (
        "",
        "1C-P",
        "1H-P",
        "1N-P",
        "1N-P-2C-P",
        "1H-P-1S-P",
        "2H-P",
        "1D",
        "1S-2H",
        "1C-P-1H-1S",
        "2N-P",
        "1S-P-2S-P",
        "1D-X",
    )
)
BATCH = HandBatch.random(2_000, 7)
HANDS = [BATCH.hand(number) for number in range(len(BATCH))]


@pytest.fixture(scope="module", params=["sayc", "2over1"])
def table(request) -> Table:
    bidder = shipped_bidder(request.param)
    return Table(bidder, bidder)


def may_make(place: Place, hand: Hand, call: Call) -> bool:
    """Whether an entry that people are told of makes this call with this hand."""
    told = [row for *_, row in rows_told(place, call)]
    return any(row in told for _, row in place.matches(hand))


@given(st.sampled_from(POSITIONS), st.sampled_from(HANDS), st.data())
def test_a_reason_excludes_the_hand_and_no_hand_that_makes_the_call(table, auction, hand, data):
    place = table.place(auction)
    call = data.draw(st.sampled_from(sorted(place.calls)))
    found = reasons(hand_kinds(place, call), hand)
    assert len(found) <= 2
    makers = [other for other in HANDS[:400] if found and may_make(place, other, call)]
    for reason in found:
        assert reason.lacks(hand)
        if not reason.given and "usually" not in reason.verb:
            assert not any(map(reason.lacks, makers))


@given(st.sampled_from(POSITIONS), st.sampled_from(HANDS))
def test_there_is_no_reason_against_a_call_that_the_book_makes(table, auction, hand):
    place = table.place(auction)
    found = place.find(hand)
    assume(found is not None)
    call = found[1].call
    if may_make(place, hand, call):
        assert reasons(hand_kinds(place, call), hand) == ()


OPENING = (
    {"order": "100000", "bid": "1H", "hearts_num": "5+", "hcp": "12-21"},
    {"order": "200000", "bid": "1H", "hearts_num": "6+", "hcp": "11"},
)
STAYMAN = (
    {"order": "100000", "bid": "2C", "hcp": "8+", "hearts_num": "4+"},
    {"order": "200000", "bid": "2C", "hcp": "8+", "spades_num": "4+"},
)
NOTRUMP = ({"bid": "1N", "hcp": "15-17", "shape": "balanced"},)
TWO_RANGES = (
    {"order": "100000", "bid": "2N", "hcp": "6-9", "clubs_num": "5+"},
    {"order": "200000", "bid": "2N", "hcp": "16+", "clubs_num": "5+"},
)

REASONS = [
    (OPENING, "AQ2.QJ832.J32.32", "1H", ["1♥ promises 11 or more HCP; you have 10."], "points"),
    (OPENING, "AQ2.QJ832.Q32.32", "1H", ["With your shape, 1♥ promises 12 or more HCP; you have 11."], "by shape"),
    (OPENING, "AQ32.QJ83.K32.32", "1H", ["1♥ promises five or more hearts; you have four."], "length"),
    (
        OPENING,
        "AQ32.QJ83.432.32",
        "1H",
        ["1♥ promises 11 or more HCP; you have 9.", "It also promises five or more hearts; you have four."],
        "points before lengths",
    ),
    (STAYMAN, "K32.Q32.A432.432", "2C", ["2♣ promises four or more hearts or spades; you have neither."], "a choice"),
    (NOTRUMP, "AQ2.KQJ32.A432.2", "1N", ["1NT promises a balanced hand; you have a singleton."], "balance"),
    (
        NOTRUMP,
        "AQ2.KQJ32.AJ32.A",
        "1N",
        ["1NT shows 15 to 17 HCP; you have 21.", "It also promises a balanced hand; you have a singleton."],
        "a narrow range is told whole",
    ),
    (TWO_RANGES, "AQ2.K2.432.A5432", "2N", ["2NT shows 6 to 9 HCP or 16 or more; you have 13."], "two ranges"),
    (NOTRUMP, "AQ2.K32.KJ32.K32", "1N", [], "a hand that fits"),
]


@pytest.mark.parametrize(("entries", "hand", "call", "words"), [pytest.param(*row[:4], id=row[4]) for row in REASONS])
def test_reasons(entries, hand, call, words):
    found = reasons(hand_kinds(make_place(*entries), Call.parse(call)), Hand.parse(hand))
    said = [
        reason.words_of("It also") if number else reason.words(Call.parse(call)) for number, reason in enumerate(found)
    ]
    assert said == words


def test_a_forcing_bid_may_not_be_passed():
    bidder = make_bidder({"bid": "1H", "hcp": "12+", "asks": "1"})
    table = Table(bidder, bidder)
    hand, auction = Hand.parse("432.5432.432.432"), Auction.parse("1H-P")
    assert why_not(table, auction, hand, PASS) == ("Partner's 1♥ is forcing: you may not pass.",)
    assert why_not(table, auction, hand, Call.parse("3N")) == (
        "There is no agreement about 3NT.",
        "As a natural bid it promises 12 or more HCP; you have 0.",
    )


def test_ranges_that_touch_are_one():
    assert together([(16, 37), (6, 10), (11, 12)]) == [(6, 12), (16, 37)]


@pytest.mark.parametrize(
    ("limits", "words"), [((12, MAX_HCP), "12 or more"), ((0, 9), "at most 9"), ((15, 17), "15 to 17"), ((8, 8), "8")]
)
def test_limits_in_words(limits, words):
    assert limits_words(limits, MAX_HCP) == words


def test_cards_in_words():
    assert number_of_cards(1, Strain.CLUBS) == "one club"
    assert number_of_cards(4, Strain.HEARTS, or_more=True) == "four or more hearts"
