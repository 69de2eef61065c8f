"""What an auction has shown."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding import random_hands
from bidbase.bidding.robots import Table
from bidbase.cli import main
from bidbase.compiler import HandBatch
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Seat, Strain, Vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.circumstances import Circumstances
from tests.engine.making import make_bidder, shipped_bidder

CELLS = (
    {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced", "disclosure": "15 to 17"},
    {"order": "200000", "bid": "1S", "hcp": "11-21", "spades_num": "5+", "disclosure": "Five spades", "asks": "1"},
    {"order": "100000", "prior_bids": "1N-P", "bid": "2C", "hcp": "8+", "spades_num": "4", "disclosure": "Stayman"},
    {"order": "200000", "prior_bids": "1N-P", "bid": "3N", "hcp": "10-15", "disclosure": "To play", "asks": "SO"},
    {"order": "100000", "prior_bids": "1N-P-2C-P", "bid": "2S", "spades_num": "4+", "disclosure": "Four spades"},
    {"order": "200000", "prior_bids": "1N-P-2C-P", "bid": "2D", "disclosure": "No four spades"},
    {"order": "100000", "prior_bids": "1S-P", "bid": "1N", "hcp": "6-9", "disclosure": "6 to 9"},
    {"order": "100000", "prior_bids": "1S-P-1N-P", "bid": "2N", "hcp": "25+", "disclosure": "Never mind"},
)
BIDDER = make_bidder(*CELLS)
TABLE = Table(BIDDER, BIDDER)

# (auction, {seat: words}, why)
SHOWN = [
    ("", {}, "nobody has called"),
    ("1N", {"N": "15–17 HCP, balanced"}, "one call"),
    ("P-P", {}, "a pass with nothing fitting may be anything"),
    ("1N-P-2C", {"N": "15–17 HCP, balanced", "S": "8+ HCP, 4♠"}, "both partners"),
    ("1N-P-2C-P-2S", {"N": "15–17 HCP, balanced, 4–5♠", "S": "8+ HCP, 4♠"}, "two calls of one player together"),
    ("1S-2H", {"N": "11–21 HCP, 5+♠", "E": "a call without an agreement"}, "nothing is known of 2H"),
    ("1S-P-1N-P-2N", {"N": "11–21 HCP, 5+♠; the calls contradict each other", "S": "6–9 HCP"}, "25 points after 21"),
]


@pytest.mark.parametrize(("auction", "words", "why"), SHOWN)
def test_shown(auction, words, why):
    found = TABLE.shown(Auction.parse(auction))
    assert {seat.letter: shown.words() for seat, shown in found.items() if shown.words() != "nothing yet"} == words, why


def test_the_last_call_says_what_is_asked():
    assert TABLE.shown(Auction.parse("1S"))[Seat.NORTH].asks == "partner may not pass"
    assert TABLE.shown(Auction.parse("1S-P-1N"))[Seat.SOUTH].asks == ""


def test_the_command_prints_shares_and_hands(capsys, tmp_path):
    (tmp_path / "system.toml").write_text('files = ["opening.csv"]\n')
    (tmp_path / "opening.csv").write_text("order,bid,hcp,shape,expected_points\n100000,1N,10-17,balanced,15-17\n")
    assert main(["shown", "--system", str(tmp_path), "--auction", "1N", "--deals", "50", "--samples", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("50 deals that fit, out of ")
    assert "North: 10–17 HCP, balanced\n  expect 15–17 HCP\n" in out
    assert main(["shown", "--auction", "1C-1C"]) == 2


# (auction, call, what it means of a player who has already shown something, why)
MEANT = [
    ("1N-P-3N-P", "P", "Enough (15 HCP)", "narrower in what the call speaks of"),
    ("1N-P-3N-P", "4C", "Five clubs (5♣)", "of the points that were shown before, the call stays silent"),
    ("1N-P-3N-P", "6N", "A maximum (16–17 HCP)", "the other line of the call is ruled out"),
    ("", "1N", "15 to 17 (15–17 HCP, balanced)", "nothing has been shown yet"),
]
MORE = (
    {"order": "100000", "prior_bids": "1N-P-3N-P", "bid": "4N", "hcp": "12-14", "disclosure": "Never mind"},
    {"order": "200000", "prior_bids": "1N-P-3N-P", "bid": "6N", "hcp": "16+", "disclosure": "A maximum"},
    {"order": "300000", "prior_bids": "1N-P-3N-P", "bid": "6N", "hcp": "10-12", "disclosure": "A wild shot"},
    {"order": "400000", "prior_bids": "1N-P-3N-P", "bid": "4C", "clubs_num": "5+", "disclosure": "Five clubs"},
    {"order": "500000", "prior_bids": "1N-P-3N-P", "bid": "P", "hcp": "<16", "disclosure": "Enough"},
)


@pytest.mark.parametrize(("auction", "call", "words", "why"), MEANT)
def test_a_call_means_no_more_than_its_player_can_still_have(auction, call, words, why):
    bidder = make_bidder(*CELLS, *MORE)
    assert Table(bidder, bidder).meanings(Auction.parse(auction))[Call.parse(call)].words() == words, why


LEFT_OVER = [
    ("1N-P-2C-P", "2S", "Four spades (4–5♠)", True, "the section has hands for it"),
    (
        "1N-P-2C-P",
        "3C",
        "Long clubs (5♣)",
        False,
        "the section before the pattern takes every hand",
    ),
    ("1N-P-2C-P", "P", "Content", False, "and before the situation too"),
    ("1N-P-2D-P", "3C", "Long clubs (5♣)", True, "the pattern speaks where no section does"),
    ("1N-P-2D-P", "P", "Content", True, "and so does the situation"),
    (
        "1N-P-3N-P",
        "4N",
        "Never mind; contradicts the calls before",
        False,
        "12 to 14 points after an opening of 15 to 17",
    ),
    ("1S-P-1N-P", "2N", "Never mind; contradicts the calls before", False, "25 points after 21"),
    (
        "1N-P-2D-P",
        "7N",
        "no agreement; surprising after what was shown",
        True,
        "the system says nothing of it",
    ),
]
ANSWERS = (
    {"order": "100000", "prior_bids": "1N-P-2C-P", "bid": "2S", "spades_num": "4+", "disclosure": "Four spades"},
    {"order": "200000", "prior_bids": "1N-P-2C-P", "bid": "2D", "disclosure": "Less than four spades"},
    {"order": "100000", "prior_bids": "1N-P-2X-P", "bid": "3C", "clubs_num": "5+", "disclosure": "Long clubs"},
    {"order": "100000", "prior_bids": "@ we hold", "bid": "P", "disclosure": "Content"},
)


@pytest.mark.parametrize(("auction", "call", "words", "left", "why"), LEFT_OVER)
def test_a_call_that_no_hand_is_left_for_means_what_it_would(auction, call, words, left, why):
    bidder = make_bidder(*CELLS, *ANSWERS, *MORE)
    table, before = Table(bidder, bidder), Auction.parse(auction)
    found = table.meanings(before)[Call.parse(call)]
    assert (found.words(), found.left) == (words, left), why
    assert table.meaning(before, Call.parse(call)).words() == words, "it means the same once it is made"


def test_what_nobody_is_to_call_is_not_offered():
    bidder = make_bidder(*CELLS, *ANSWERS, *MORE)
    found = Table(bidder, bidder).meanings(Auction.parse("1N-P-2C-P"))
    assert [str(call) for call, meaning in found.items() if meaning.offered] == ["2D", "2S"], "two clubs asks"


def test_the_calls_that_no_hand_makes_are_found_once():
    bidder = make_bidder(*CELLS, *ANSWERS, *MORE)
    before = Auction.parse("1N-P-2C-P")
    first, again = (bidder.unmade_calls(before, Circumstances.of(before)) for _ in range(2))
    assert sorted(map(str, first)) == ["3C", "P"]
    assert again is first, "for the same turn"
    vulnerable = Auction.parse("1N-P-2C-P", vulnerability=Vulnerability.BOTH)
    assert bidder.unmade_calls(vulnerable, Circumstances.of(vulnerable)) is not first, "and no other"
    bidder.forget_turns()
    assert bidder.unmade_calls(before, Circumstances.of(before)) == first


def test_a_call_without_an_agreement_shows_what_is_natural_in_its_own_auction():
    bidder = make_bidder({"bid": "1S", "spades_num": "5+"}, {"order": "200000", "bid": "1H", "hearts_num": "5+"})
    table = Table(bidder, bidder)  # one for both: what is kept of the raise must not serve the new suit
    for calls, cards in (("1S-P-2S-P", 3), ("1H-P-2S-P", 6)):
        assert table.state(Auction.parse(calls)).partner.least[Strain.SPADES] == cards


# (what the opening shows, whether 3C counts as unmade, why)
SAMPLES = [
    ({"hcp": "15-17", "shape": "balanced"}, True, "a thousand of the random hands open"),
    ({"hcp": "24+"}, False, "some ten of them: one might be left that makes the call"),
]


@pytest.mark.parametrize(("opening", "is_unmade", "why"), SAMPLES)
def test_a_call_is_not_called_unmade_where_few_hands_were_asked(opening, is_unmade, why):
    bidder = make_bidder({"order": "100000", "bid": "1N"} | opening, *ANSWERS)
    auction = Auction.parse("1N-P-2C-P")
    assert (Call.parse("3C") in bidder.unmade_calls(auction, Circumstances.of(auction))) is is_unmade, why


def test_a_hundred_hands_are_enough(monkeypatch):
    auction = Auction.parse("1N-P-2C-P")
    place = BIDDER.place(Auction(), Circumstances.of(Auction()))
    asked = int(place.could_call(HandBatch.random(random_hands.SAMPLE, 1), Call.parse("1N")).sum())
    assert asked > random_hands.MIN_HANDS == 100
    for least, calls in ((asked, {"3C", "P"}), (asked + 1, set())):
        monkeypatch.setattr(random_hands, "MIN_HANDS", least)
        bidder = make_bidder(*CELLS, *ANSWERS)
        assert {str(call) for call in bidder.unmade_calls(auction, Circumstances.of(auction))} == calls


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 10**6))
def test_no_seat_has_shown_less_than_its_last_call(number):
    bidder = shipped_bidder("sayc")
    table = Table(bidder, bidder)
    auction, _ = table.bid_deal(numbered_deal(number), Seat.NORTH, Vulnerability.NONE)
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        meant = table.meaning(before, call).summary
        if meant is not None:
            shown = table.read_shown(before.with_call(call))[before.turn]
            assert shown.summary is not None
            assert shown.contradicted or shown.summary & meant == shown.summary, f"{before} {call}"
