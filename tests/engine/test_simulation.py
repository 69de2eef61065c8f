"""Entries for after a simulation: when one is made, what it finds best, and what is bid then."""

import pytest

from bidbase.auction import PASS, Auction, Call
from bidbase.cards import Hand
from bidbase.compiler import HandBatch, Place
from bidbase.disclosure import meaning
from bidbase.language.circumstances import Circumstances
from tests.engine.making import make_bidder

WEAK = Hand.parse("5432.432.432.432")
STRONG = Hand.parse("AQ2.K32.KJ32.K32")
RAISE = {"prior_bids": "1S-P", "order": "100000", "bid": "2S", "hcp": "6-9"}
TRY = {"prior_bids": "1S-P", "order": "200000", "bid": "3H", "usage": "D", "best_contract": "G", "hcp": "10+"}


def place_after(calls: str, *cells: dict[str, str]) -> Place:
    auction = Auction.parse(calls)
    return make_bidder(*cells).place(auction, Circumstances.of(auction))


def rows(place: Place, hand: Hand) -> list[str]:
    return [str(row.call) for _, row in place.simulated(hand)]


def test_no_hand_is_looked_up_in_an_entry_for_after_a_simulation():
    place = place_after("1S-P", RAISE, TRY)
    assert place.find(STRONG) is None
    assert rows(place, STRONG) == ["3H"]
    assert rows(place, WEAK) == [], "its other specs are asked as always"


def test_it_has_a_meaning_as_every_entry_in_use():
    place = place_after("1S-P", RAISE, TRY | {"disclosure": "A try"})
    assert [line.text for line in meaning(place, Call.parse("3H")).lines] == ["A try"]


@pytest.mark.parametrize("usage", ["0D", "TD", "MD", "Dx50"])
def test_one_that_is_off_asks_for_no_simulation(usage):
    place = place_after("1S-P", RAISE, TRY | {"usage": usage})
    assert rows(place, STRONG) == []
    assert Call.parse("3H") not in place.calls


def test_it_closes_no_call_for_later_sections_but_earlier_ones_close_its_own():
    later = {"prior_bids": "1M-P", "order": "100000", "bid": "3H", "hcp": "16+"}
    found = place_after("1S-P", TRY, later).find(STRONG)
    assert found is not None
    assert str(found[1].call) == "3H"
    assert rows(place_after("1S-P", RAISE | {"bid": "3H"}, later | TRY | {"prior_bids": "1M-P"}), STRONG) == []


def test_of_a_call_made_after_a_simulation_its_entry_and_that_nothing_else_fits_are_known():
    place = place_after("1S-P", RAISE, TRY)
    hands = HandBatch.of([STRONG, WEAK, Hand.parse("A432.432.K32.432")])
    assert place.could_call(hands, Call.parse("3H")).tolist() == [True, False, False]
    assert place.could_call(hands, PASS).tolist() == [True, True, False]
