"""The hands of one entry: the weakest that comes out, who takes the others, what they would call without it."""

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey, try_test_hand
from bidbase.checks.entry_hands import entry_hands, weakest_hand
from bidbase.game.features import HCP_TOTAL
from bidbase.language import fields
from bidbase.systems import Entry, System

OPENINGS = [
    {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced"},
    {"order": "200000", "bid": "2N", "hcp": "20-21", "shape": "balanced"},
    {"order": "300000", "bid": "1S", "hcp": "11-21", "spades_num": "5+"},
]


def with_entry(*others: dict[str, str], **cells: str):
    """A bidder of the openings with one more entry, a survey of it, and where that entry is in use."""
    made = [replace(Entry.of(texts), id=texts["order"]) for texts in (*OPENINGS, *others, cells)]
    bidder = Bidder(System("s", "S", "", {}, tuple(made)))
    survey = Survey(bidder, robot_deals=0)
    auction, place = next(survey.places_of(made[-1]))
    return bidder, survey, auction, place, made[-1]


WEAKEST = [
    ({"bid": "1C", "hcp": "12+"}, 12, "the fewest points"),
    ({"bid": "2x", "hcp": "5-10", "x_num": "6", "hearts_num": "x", "spades_num": "x"}, 5, "an X suit"),
    ({"bid": "3N", "diamonds_num": "7+", "diamonds_points": "A"}, 4, "an honor in a suit"),
    (
        {"bid": "2C", "custom_points": "8", "ace": "2", "king": "1"},
        16,
        "custom points: four aces are the cheapest eight",
    ),
    ({"bid": "2D", "winners": "8"}, None, "tricks that can be counted on"),
    ({"bid": "2H", "order": "050000", "hcp": "15-17", "shape": "balanced", "hearts_num": "5"}, 15, "an earlier place"),
]


@pytest.mark.parametrize(("cells", "points", "why"), WEAKEST, ids=[why for *_, why in WEAKEST])
def test_the_weakest_hand_meets_all_specs_and_comes_out(cells, points, why):
    _, survey, auction, place, entry = with_entry(**{"order": "900000", **cells})
    found = weakest_hand(survey.hands, auction, place, entry)
    assert found.hand is not None
    assert points is None or HCP_TOTAL.of(found.hand) == points
    tested = replace(entry, cells={**entry.cells, fields.TEST_HAND.name: found.hand})
    assert try_test_hand(survey, tested)[1] == ""


def test_the_x_suit_of_the_weakest_hand_is_the_highest():
    *_, survey, auction, place, entry = with_entry(
        order="900000", bid="2x", hcp="5-10", x_num="6", hearts_num="x", spades_num="x"
    )
    hand = weakest_hand(survey.hands, auction, place, entry).hand
    assert hand is not None
    assert hand.lengths[3] == 6


def test_where_no_hand_is_left_it_says_why():
    *_, survey, auction, place, entry = with_entry(order="900000", bid="2D", hcp="15-17", shape="4333")
    found = weakest_hand(survey.hands, auction, place, entry)
    assert found.hand is None
    assert "100000" in found.why


def test_specs_that_contradict_each_other_have_no_hand():
    *_, survey, auction, place, entry = with_entry(order="900000", bid="2D", hcp="0-3", spades_points="A")
    found = weakest_hand(survey.hands, auction, place, entry)
    assert (found.hand, found.why) == (None, "no hand meets all its specs")


def test_who_takes_the_hands_of_an_entry_and_what_they_call_without_it():
    bidder, survey, auction, place, entry = with_entry(order="900000", bid="1H", hcp="11-21", hearts_num="5+")
    without = Bidder(bidder.system.changed(entries={entry.id: None}), bidder).place(auction, place.circumstances)
    found = entry_hands(survey.hands, auction, place, entry, without)
    assert set(found.taken) <= {"100000", "200000", "300000"}
    assert 0 < sum(found.taken.values()) < 0.5
    assert {str(call): share for call, share in found.instead.items()} == {"P": 1.0}
    assert found.frequency is not None
    assert 0.05 < found.frequency < 0.25
    for hand in found.examples:
        assert place.find(hand)[1].entry is entry


# (the opening before the entry, whether its share of the hands is told, why)
FREQUENCIES = [
    ({"hcp": "21-22"}, True, "six in a thousand hands open so: 125 of those that are drawn"),
    ({"hcp": "21-22", "shape": "balanced"}, False, "four in a thousand: 76 are too few to be believed"),
]


@pytest.mark.parametrize(("opening", "told", "why"), FREQUENCIES)
def test_a_share_of_few_hands_is_not_told(opening, told, why):
    before = (
        {"order": "050000", "bid": "2C", **opening},
        {"prior_bids": "2C-P", "order": "500000", "bid": "2D"},
    )
    _, survey, auction, place, entry = with_entry(
        *before, prior_bids="2C-P-2D-P", order="900000", bid="2S", spades_num="5+"
    )
    found = entry_hands(survey.hands, auction, place, entry, place)
    assert (found.frequency is not None) is told, why
