"""Compiled sections and the places that ask them: what is kept, which rows a call has, what percentages leave."""

import pytest

from bidbase.compiler import HandBatch, section_store
from bidbase.compiler.binding import NO_FACTS, bound_entry
from bidbase.compiler.section_store import SectionStore
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Strain, Vulnerability
from bidbase.language import fields
from bidbase.language.bids import OPENING
from bidbase.language.circumstances import Circumstances
from tests.engine.making import NOW, make_bidder, make_entry, make_place, make_section, make_system

STRONG = Hand.parse("AQ2.K32.KJ32.K32")
WEAK = Hand.parse("5432.432.432.432")


# --- What a store keeps -----------------------------------------------------------------------------------------------

NAMES = ("1a-P", "1C-P", "1D-P")
STORED = make_system({"prior_bids": "1a-P", "bid": "1N"}, *({"prior_bids": name, "bid": "1S"} for name in NAMES[1:]))


def test_a_section_is_compiled_once_for_all_auctions_in_which_it_comes_out_the_same():
    store = SectionStore(STORED)
    clubs, diamonds = (
        store.compiled("1a-P", {"a": suit}, NO_FACTS, Auction.parse(f"1{suit.letter}-P"))
        for suit in (Strain.CLUBS, Strain.DIAMONDS)
    )
    assert clubs is diamonds, "no cell names the variable"
    literal = [store.compiled("1C-P", {}, NO_FACTS, Auction.parse(calls)) for calls in ("1C-P", "P-1C-P", "1C-P")]
    assert literal[0] is literal[1] is literal[2]


def test_a_full_store_compiles_anew_what_it_has_dropped(monkeypatch):
    monkeypatch.setattr(section_store, "MAX_SECTIONS", 2)
    store = SectionStore(STORED)
    first, second, third, again = (
        store.compiled(name, {}, NO_FACTS, Auction.parse(name)) for name in ("1C-P", "1D-P", "1C-P", "1D-P")
    )
    assert (first, second) == (third, again), "two are within the limit"
    store.compiled("1a-P", {"a": Strain.HEARTS}, NO_FACTS, Auction.parse("1H-P"))
    anew = store.compiled("1C-P", {}, NO_FACTS, Auction.parse("1C-P"))
    assert anew is not first, "the third was one too many"
    assert [row.call for row in anew.rows] == [row.call for row in first.rows]


# (prior bids of the pattern, calls, whether K2 of hearts is a protected stopper, why)
PROTECTED = [
    ("1D-P-1S", True, "nobody bid hearts"),
    ("1H-P-1S", False, "hearts were bid on the left"),
    ("1D-P-1H", True, "hearts were bid on the right"),
]


def test_a_pattern_serves_auctions_that_differ_in_who_bid_which_suit():
    entry = {"prior_bids": "1X-P-1X", "bid": "1N", "hearts_points": "1stopP"}
    for order in (PROTECTED, PROTECTED[::-1]):
        bidder = make_bidder(entry)  # one for all three: what it has compiled for an auction must not serve the others
        for calls, protected, why in order:
            auction = Auction.parse(calls)
            place = bidder.place(auction, Circumstances.of(auction))
            assert bool(list(place.matches(Hand.parse("A432.K2.A432.432")))) is protected, why


def test_without_facts_partner_has_shown_nothing():
    suits = ("clubs", "diamonds", "hearts", "spades")
    bound = bound_entry(make_entry(**{f"{suit}_num": "P8+" for suit in suits}), {}, OPENING, NO_FACTS)
    assert [bound.text(f"{suit}_num") for suit in suits] == ["8+"] * 4


# --- Rows -------------------------------------------------------------------------------------------------------------


def test_a_call_in_no_suit_may_show_an_x_suit():
    place = make_place({"bid": "2D", "x_num": "6", "spades_num": "x", "hearts_num": "x"})
    assert {row.chosen for _, row in place.calls[Call.parse("2D")]} == {Strain.SPADES, Strain.HEARTS}


X_MINOR = {"x_num": "4+", "diamonds_num": "x", "clubs_num": "x"}
# (prior bids, cells, calls, whether there is a row, why)
TAKEN = [
    ("1a-P", {"bid": "2a", "a_num": "5+"}, "1S-P", True, "the suit that the pattern speaks of"),
    ("1a-P", {"bid": "2S", "spades_num": "5+", "a_num": "3"}, "1H-P", True, "spades by their name"),
    ("1a-P", {"bid": "2S", "spades_num": "5+", "a_num": "3"}, "1S-P", False, "a is spades, with a spec of its own"),
    ("1a-P", {"bid": "2S", "spades_num": "5+", "a_num": "3"} | X_MINOR, "1H-P", True, "beside an X suit"),
    ("1a-P", {"bid": "2S", "spades_num": "5+", "a_num": "3"} | X_MINOR, "1S-P", False, "as much"),
]


@pytest.mark.parametrize(("prior_bids", "cells", "calls", "is_made", "why"), TAKEN)
def test_a_suit_that_a_variable_has_taken_is_not_bid_by_its_name(prior_bids, cells, calls, is_made, why):
    auction = Auction.parse(calls)
    place = make_bidder({"prior_bids": prior_bids} | cells).place(auction, Circumstances.of(auction))
    assert bool(place.calls) is is_made, why


def test_the_rows_that_make_a_call():
    section = make_section({"bid": "1S", "order": "100000"}, {"bid": "1N", "order": "200000"}, {"order": "300000"})
    rows = [(index, row.entry.order) for index, row in section.making(Call.parse("1N"), 0b111)]
    assert rows == [(1, "200000"), (2, "300000")]
    assert list(section.making(Call.parse("1N"), 0b011)) == [(1, section.rows[1])], "of those allowed"
    assert list(section.making(Call.parse("7N"), 0b111)) == []


# --- Places -----------------------------------------------------------------------------------------------------------


def test_an_entry_is_in_use_where_no_circumstance_switches_it_off():
    bidder = make_bidder(
        {"bid": "1S", "vulnerability": "Vul"}, {"bid": "1H", "order": "200000"}, {"prior_bids": "1S", "bid": "2H"}
    )
    first, second, third = bidder.system.entries
    vulnerable = Auction(vulnerability=Vulnerability.BOTH)
    for auction, in_use in ((Auction(), [False, True, False]), (vulnerable, [True, True, False])):
        place = bidder.place(auction, Circumstances.of(auction))
        assert [place.uses(entry) for entry in (first, second, third)] == in_use


def test_a_plain_row_takes_the_hand_from_rows_behind_it_wherever_it_stands():
    place = make_place(
        {"order": "100000", "bid": "2C", "hcp": "30+"},
        {"order": "200000", "bid": "1D", "hcp": "10+"},
        {"order": "300000", "bid": "1H", "usage": "50"},
    )
    hands = HandBatch.of([STRONG, WEAK])
    assert place.could_call(hands, Call.parse("1H")).tolist() == [False, True]
    assert place.calls_of(HandBatch.of([STRONG])) == {Call.parse("1D")}
    assert place.calls_of(HandBatch.of([WEAK])) == {Call.parse("1H"), PASS}


def test_a_hand_that_nothing_fits_may_get_the_call_of_an_entry_for_after_a_simulation():
    tries = [
        {"order": "200000", "bid": "2H", "usage": "TD", "best_contract": "4H"},
        {"order": "300000", "bid": "2S", "usage": "D", "best_contract": "4S", "hcp": "10+"},
        {"order": "400000", "bid": "2D", "usage": "D", "best_contract": "5D", "hcp": "<10"},
    ]
    place = make_place({"order": "100000", "bid": "1N", "hcp": "30+"}, *tries)
    assert place.calls_of(HandBatch.of([STRONG])) == {Call.parse("2S"), PASS}
    assert place.calls_of(HandBatch.of([WEAK])) == {Call.parse("2D"), PASS}


def test_names_are_what_all_entries_of_a_call_share():
    bidder = make_bidder(
        {"order": "100000", "bid": "2D", "convention": "Multi: Weak: Hearts", "hearts_num": "6"},
        {"order": "200000", "bid": "2D", "convention": "Multi: Weak: Spades", "spades_num": "6"},
        {"order": "300000", "bid": "2H", "convention": "Multi"},
        {"order": "400000", "bid": "2H"},
    )
    place = bidder.place(Auction(), NOW)
    assert place.name_of(Call.parse("2D")) == "Multi: Weak"
    assert place.name_of(Call.parse("2H")) is None, "one of its entries has none"
    assert place.name_of(Call.parse("2S")) is None
    assert bidder.system.entries[0].get(fields.CONVENTION) is not None
