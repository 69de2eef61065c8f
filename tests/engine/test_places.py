"""Places of auctions: which entries are in use there, which section speaks first, and which calls hands make."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.compiler import CompiledSection, HandBatch, PercentageDraw, Place
from bidbase.game.auction import CALLS, PASS, Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.language.auction_state import AuctionState
from bidbase.language.circumstances import Circumstances, Scoring, User
from tests.engine.making import NOW, make_bidder, make_place, make_section, place_with
from tests.engine.test_compiler import DEALT, sections

ONES = (
    {"order": "200000", "bid": "1S", "hcp": "12-21", "spades_num": "5+"},
    {"order": "200000", "bid": "1H", "hcp": "12-21", "hearts_num": "5+"},
    {"order": "200000", "bid": "1D", "hcp": "12-21", "diamonds_num": "4+"},
    {"order": "200000", "bid": "1C", "hcp": "12-21", "clubs_num": "3+"},
)
STAYMAN = {"prior_bids": "1N-P", "order": "900000", "bid": "2C", "hcp": "8+"}
# (prior bids, suits stopped, hand, fits, why)
STOPPED = [
    ("1S", "3", "A2.K32.Q432.5432", False, "two suits and a half"),
    ("1S", "2.5", "A2.K32.Q432.5432", True, "two suits and a half"),
    ("1S", "2.5", "A2.K32.KQJ2.5432", True, "three"),
    ("1D-P", "2.5", "A2.K32.KQJ2.5432", False, "partner bid diamonds, which are left out"),
    ("1D-P", "=2", "A2.K32.KQJ2.5432", True, "the other two"),
    ("1C-P", "=2", "A2.K32.5432.KQJ2", True, "three cards are natural"),
    ("1D-P-1H-P", "=2", "A2.K32.KQJ2.5432", True, "partner bid hearts; the diamonds are ours"),
    ("1N-P", "3", "A2.K32.KQJ2.5432", True, "notrump is no suit"),
    ("1N-P-2C-P", "4", "A2.K32.KQJ2.A432", True, "partner bid clubs, but asked for majors"),
    ("1N-P-2D-P", "4", "A2.K32.KQJ2.A432", False, "without an agreement partner has bid diamonds naturally"),
    ("1D-P-1H-P-1S-P", "3", "A2.K32.KQJ2.A432", False, "partner bid diamonds and spades"),
    ("1D-1S-P-2S", "3", "A2.K32.KQJ2.5432", True, "partner has only passed"),
    ("1S-D", "3", "A2.K32.KQJ2.5432", False, "partner opened spades"),
]


@pytest.mark.parametrize(("prior", "cell", "text", "fits", "why"), STOPPED)
def test_suits_stopped_leave_out_those_that_partner_bid_naturally(prior, cell, text, fits, why):
    bidder = make_bidder(*ONES, STAYMAN, {"prior_bids": prior, "order": "100000", "bid": "3N", "suits_stopped": cell})
    auction, hand = Auction.parse(prior), Hand.parse(text)
    place = bidder.place(auction, Circumstances.of(auction))
    assert (place.find(hand) is not None) is fits, why
    assert place.could_call(HandBatch.of([hand]), Call.parse("3N")).tolist() == [fits]


NONE, NS, EW, BOTH = Vulnerability
# (field, cell, auction, vulnerability, in use, why); North deals
CIRCUMSTANCES = [
    ("vulnerability", "Vul", "", NS, True, "North is vulnerable"),
    ("vulnerability", "Vul", "", EW, False, "only the opponents are"),
    ("vulnerability", "Non", "P", NS, True, "East is not"),
    ("vulnerability", "Fav", "", EW, True, "they are, we are not"),
    ("vulnerability", "Fav", "", NONE, False, "equal is not favorable"),
    ("vulnerability", "Unfav", "", NS, True, "we are, they are not"),
    ("vulnerability", "Eq", "", BOTH, True, "both"),
    ("vulnerability", "Eq", "", NS, False, "one side only"),
    ("vulnerability", "Eq+", "", EW, True, "favorable counts"),
    ("vulnerability", "Eq+", "", NS, False, "unfavorable does not"),
    ("vulnerability", "Vul,Fav", "", EW, True, "one alternative is enough"),
    ("position", "1", "", NONE, True, "the dealer"),
    ("position", "3", "P-P", NONE, True, "third seat"),
    ("position", "F", "P", NONE, True, "second seat"),
    ("position", "F", "P-P", NONE, False, "third seat"),
    ("position", "T", "P-P-P", NONE, True, "fourth seat"),
    ("position", "P", "P-P", NONE, True, "partner dealt and passed"),
    ("position", "P", "P", NONE, False, "an opponent passed, partner did not"),
    ("position", "U", "P", NONE, True, "partner has not spoken"),
    ("position", "Y", "", NONE, False, "nobody has passed"),
    ("usage", "0", "", NONE, False, "switched off"),
    ("usage", "x60", "", NONE, False, "a percentage switched off"),
    ("usage", "I", "", NONE, True, "IMPs are the scoring here"),
    ("usage", "M", "", NONE, False, "only at matchpoints"),
    ("usage", "W", "", NONE, True, "we"),
    ("usage", "T", "", NONE, False, "only they"),
]


@pytest.mark.parametrize(("field", "cell", "calls", "vulnerability", "in_use", "why"), CIRCUMSTANCES)
def test_circumstances_switch_entries(field, cell, calls, vulnerability, in_use, why):
    section = make_section({field: cell})
    circumstances = Circumstances.of(Auction.parse(calls, vulnerability=vulnerability))
    assert bool(section.active(circumstances)) is in_use, why


def test_a_passed_hand_answers_its_partner():
    section = make_section({"prior_bids": "1H-P", "bid": "2C", "position": "Y"})
    passed = Circumstances.of(Auction.parse("P-P-1H-P"))
    fresh = Circumstances.of(Auction.parse("1H-P"))
    assert (bool(section.active(passed)), bool(section.active(fresh))) == (True, False)


def test_scoring_and_side_switch_entries():
    section = make_section({"usage": "TM"})
    they = Circumstances.of(Auction(), Scoring.MP, User.THEY)
    assert section.active(they)
    assert not section.active(Circumstances.of(Auction(), Scoring.IMP, User.THEY))


def always(number: int) -> PercentageDraw:
    """A draw that gives this number for every section and order."""
    return lambda section, order: number


def test_percentages_of_one_order_number_share_the_draws():
    place = make_place(
        {"order": "100000", "bid": "1S", "usage": "60"},
        {"order": "100000", "bid": "2S", "usage": "40"},
        {"order": "200000", "bid": "1N"},
    )
    drawn = [str(place.find(DEALT[0], draw)[1].call) for draw in map(always, range(100))]
    assert drawn == ["1S"] * 60 + ["2S"] * 40


def test_an_entry_that_is_not_in_use_takes_no_draw_from_the_others():
    codes = {"1C": "x50", "1D": "50M", "1H": "50", "1S": "50I", "2C": "50"}
    place = make_place(*({"bid": bid, "usage": usage} for bid, usage in codes.items()))
    drawn = [str(place.find(DEALT[0], draw)[1].call) for draw in map(always, range(100))]
    assert drawn == ["1H"] * 50 + ["1S"] * 50, "at IMPs; 2C comes when all is drawn"


def test_an_entry_whose_call_an_earlier_section_makes_takes_no_draw_from_the_others():
    first = make_section({"bid": "1S", "hcp": "30+"})
    second = make_section({"bid": "1S", "usage": "60"}, {"bid": "1N", "usage": "40"}, {"order": "200000", "bid": "1C"})
    place = place_with(first, second)
    assert [str(place.find(DEALT[0], always(draw))[1].call) for draw in (0, 39, 40)] == ["1N", "1N", "1C"]


def test_without_a_draw_every_percentage_counts():
    place = make_place({"order": "100000", "bid": "1S", "usage": "1"}, {"order": "200000", "bid": "1N"})
    assert str(place.find(DEALT[0])[1].call) == "1S"


def test_a_later_section_is_closed_for_the_calls_of_an_earlier_one():
    first = make_section({"order": "100000", "bid": "1S", "hcp": "30+"}, {"order": "200000", "bid": "2S", "usage": "0"})
    second = make_section({"order": "100000", "bid": "1S"}, {"order": "200000", "bid": "2S"}, {"order": "300000"})
    place = place_with(first, second)
    assert [(section is second, str(row.call)) for section, row in place.matches(DEALT[0])] == [
        (True, "2S"),
        (True, "1N"),
    ]
    assert {str(call): len(rows) for call, rows in place.calls.items()} == {"1S": 1, "2S": 1, "1N": 1}


def test_a_section_that_speaks_elsewhere_makes_no_illegal_call():
    bidder = make_bidder({"prior_bids": "#?", "bid": "1S"}, {"prior_bids": "#?", "order": "200000", "bid": "3N"})
    auction = Auction.parse("2C")
    place = bidder.place(auction, Circumstances.of(auction))
    assert [str(row.call) for _, row in place.matches(DEALT[0])] == ["3N"]


def test_a_thread_never_waits_for_another_that_looks_for_a_section():
    """The first thread is still looking when the second one comes, which finds the section by itself."""
    first_looks, let_first_go = Event(), Event()
    found_by_first, found_by_second = make_section({"bid": "1N"}), make_section({"bid": "1N"})

    def find_section(number: int) -> CompiledSection | None:
        if number:
            return None
        if first_looks.is_set():
            return found_by_second
        first_looks.set()
        assert let_first_go.wait(20)
        return found_by_first

    place = Place(AuctionState(Auction()), NOW, find_section)
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(place.find, DEALT[0])
        assert first_looks.wait(20)
        second = place.find(DEALT[0])
        let_first_go.set()
        assert first.result(20) == second, "what is worked out first stands for both"
    assert place.sections == (found_by_second,)


@given(st.lists(sections(size=3), min_size=1, max_size=2), st.sampled_from(["1S", "1N", "2H", "P"]))
def test_who_could_make_a_call_is_who_makes_it(asked, call):
    place = place_with(*asked)
    could = place.could_call(HandBatch.of(DEALT), Call.parse(call))
    for hand, answer in zip(DEALT, could, strict=True):
        found = place.find(hand)
        assert answer == ((found[1].call if found else PASS) == Call.parse(call))
        assert place.may_call(hand, Call.parse(call)) == answer


@settings(max_examples=40)  # each asks for all 38 calls
@given(st.lists(sections(size=4), min_size=1, max_size=2))
def test_the_calls_of_hands_are_those_that_one_of_them_could_make(asked):
    place, hands = place_with(*asked), HandBatch.of(DEALT)
    assert place.calls_of(hands) == {call for call in CALLS if place.could_call(hands, call).any()}
