"""GIB's summary: honors shown and denied, stoppers, total points; the least over rules, the most over calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.meaning.disclosure import meaning
from bidbase.meaning.row_summary import row_summary
from tests.engine.making import make_bidder, make_place, make_section
from tests.engine.test_compiler import DEALT

# (cells of one entry, the words that follow points and lengths, why)
SUMMARIES = [
    ({"spades_points": "A"}, "♠A", "the ace is held"),
    ({"spades_points": "h6+"}, "♠KQ+", "KQ or better: 6 of 8-4-2-1"),
    ({"spades_points": "h12+"}, "♠AK", "12 of 8-4-2-1 are ace and king in any case"),
    ({"spades_points": "h<8"}, "no ♠A", "denied"),
    ({"spades_points": "h<4"}, "no ♠A or K", "two denied"),
    ({"spades_points": "h4-7"}, "♠K+, no ♠A", "shown and denied in one suit"),
    ({"hearts_points": "1stop"}, "♥ stopped", "a stopper"),
    ({"hearts_points": "2stop"}, "♥ stopped twice", "two"),
    ({"hearts_points": "hstop"}, "♥ half stopped", "Qxx, Jxxx or better"),
    ({"hearts_points": "hstop,A"}, "♥ half stopped", "the least of the alternatives"),
    ({"hearts_points": "0stop"}, "no ♥A", "an ace would stop it"),
    ({"hearts_num": "5+", "hearts_points": "2+"}, "", "nobody asks for a stopper in their own suit"),
    ({"hearts_num": "0", "hearts_points": "FRC"}, "", "a void denies nothing"),
]


@pytest.mark.parametrize(("cells", "words", "why"), SUMMARIES)
def test_a_summary_of_honors(cells, words, why):
    (row,) = make_section(cells).rows
    shown = row_summary(row).words().split(", ")
    assert ", ".join(part for part in shown if "HCP" not in part and part[0] not in "0123456789") == words, why


def test_total_points_are_told_where_they_say_more():
    (row,) = make_section({"distribution": "T6-9", "spades_num": "3+"}).rows
    assert row_summary(row).words() == "6–9 total points, 3+♠"


def control(bid, order, **cells):
    return {"order": order, "bid": bid, "hcp": "12+", "spades_num": "4+", **cells}


# (entries in order, the call, what its summary says of honors, why)
DENIED = [
    ([control("4C", "1", clubs_points="A"), control("4D", "2", diamonds_points="A")], "4D", "♦A, no ♣A", "passed over"),
    ([control("4C", "1", clubs_points="A,K"), control("4D", "2")], "4D", "no ♣A or K", "neither of the two"),
    (
        [control("4C", "2", clubs_points="A"), control("4D", "1", diamonds_points="A")],
        "4D",
        "♦A",
        "clubs are not first",
    ),
    (
        [control("4C", "1", clubs_points="A", hcp="15+"), control("4D", "2")],
        "4D",
        "",
        "with less the ace is passed over too",
    ),
    ([control("4C", "1", clubs_points="A", usage="60"), control("4D", "2")], "4D", "", "not every ace is shown"),
    ([control("4C", "1", clubs_points="A", usage="0"), control("4D", "2")], "4D", "", "not in use"),
    (
        [control("4C", "1", clubs_points="A", usage="D", best_contract="4S"), control("4D", "2")],
        "4D",
        "",
        "used after a simulation alone",
    ),
    (
        [control("4C", "1", clubs_points="A"), control("4D", "0", hearts_num="6+"), control("4D", "2")],
        "4D",
        "",
        "another rule for the call denies nothing: the least of both",
    ),
    (
        [control("4C", "1", clubs_points="A"), control("4D", "2", diamonds_points="A"), control("4H", "3")],
        "4H",
        "no ♦A, no ♣A",
        "two suits passed over",
    ),
]


def _honors(entries, call):
    place = make_place(*({**texts, "order": texts["order"] + "00000"} for texts in entries))
    return [part for part in meaning(place, Call.parse(call)).summary.words().split(", ") if part[-1] in "AKQJ+"]


@pytest.mark.parametrize(("entries", "call", "words", "why"), DENIED)
def test_a_call_denies_the_honors_that_it_passes_over(entries, call, words, why):
    honors = [part for part in _honors(entries, call) if "HCP" not in part]
    assert ", ".join(honors) == words, why


def test_the_ways_to_make_one_call_deny_nothing_of_each_other():
    """Nobody at the table can tell by which of them the call was made."""
    first = control("4D", "100000", clubs_points="A", disclosure="A control")
    place = make_place(first, control("4D", "200000", disclosure="A good raise"))
    summaries = {line.text: line.summary for line in meaning(place, Call.parse("4D")).lines}
    assert summaries["A good raise"].holds(Hand.parse("KQJ2.AK2.432.A32"))


def test_what_several_calls_show_and_deny_adds_up():
    bidder = make_bidder(
        {"bid": "1S", "hcp": "11-21", "spades_num": "5+"},
        {"prior_bids": "1S-P-3S-P", "order": "100000", "bid": "4C", "clubs_points": "A"},
        {"prior_bids": "1S-P-3S-P", "order": "200000", "bid": "4D", "diamonds_points": "A"},
    )
    auction = Auction.parse("1S-P-3S-P-4D")
    shown = Table(bidder, bidder).shown(auction)[auction.dealer]
    assert shown.words() == "11–21 HCP, 5+♠, ♦A, no ♣A"


honor_cells = st.fixed_dictionaries(
    {"order": st.sampled_from(["100000", "200000", "300000"]), "bid": st.sampled_from(["1C", "1D", "1H", "1S"])},
    optional={
        "clubs_points": st.sampled_from(["A", "A,K", "FRC", "4+", "2stop"]),
        "hearts_points": st.sampled_from(["A", "SRC", "hstop", "g1stop", "h<8"]),
        "hcp": st.sampled_from(["8+", "10+"]),
        "spades_num": st.sampled_from(["3+", "4+"]),
        "usage": st.sampled_from(["60", "0"]),
    },
)


@given(st.lists(honor_cells, min_size=2, max_size=5, unique_by=lambda texts: (texts["order"], texts["bid"])))  # own ids
def test_the_hand_lies_in_the_summary_of_its_call(entries):
    place = make_place(*entries)
    summaries = {call: meaning(place, call).summary for call in place.calls}
    for hand in DEALT:
        if found := place.find(hand, lambda section, order: 50):
            assert summaries[found[1].call].holds(hand)


def test_a_summary_that_denies_an_ace_leaves_out_hands_that_have_it():
    place = make_place(control("4C", "100000", clubs_points="A"), control("4D", "200000"))
    around = meaning(place, Call.parse("4D")).summary
    assert around.holds(Hand.parse("KQJ2.AK2.432.432"))
    assert not around.holds(Hand.parse("KQJ2.KQ2.432.A32"))
