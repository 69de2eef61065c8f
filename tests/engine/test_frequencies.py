"""How often calls are made: of random hands that could have come this far, those that make each call."""

import pytest

from bidbase.bidding.random_hands import MIN_HANDS, CallFrequencies
from bidbase.game.auction import PASS, Auction, Call
from bidbase.language.circumstances import Circumstances
from tests.engine.making import make_bidder, shipped_bidder

ONE_CLUB, ONE_SPADE = Call.parse("1C"), Call.parse("1S")


def frequencies(*rows: dict[str, str], auction: str = "") -> CallFrequencies:
    before = Auction.parse(auction)
    return make_bidder(*rows).frequencies(before, Circumstances.of(before))


def test_each_call_and_each_entry_has_its_share_and_the_rest_passes():
    found = frequencies(
        {"order": "100000", "bid": "1C", "hcp": "16+"},
        {"order": "200000", "bid": "1S", "spades_num": "5+"},
        {"order": "300000", "bid": "1C", "hcp": "11-15"},
    )
    assert found.known
    assert found.of_call(ONE_CLUB) == pytest.approx(
        found.of_entry("opening/100000/1C") + found.of_entry("opening/300000/1C")
    )
    assert found.of_entry("opening/100000/1C") == pytest.approx(0.098, abs=0.01)  # hands with 16 points or more
    assert sum(map(found.of_call, (PASS, ONE_CLUB, ONE_SPADE))) == pytest.approx(1)
    assert found.of_call(Call.parse("7N")) == 0


def test_only_hands_that_could_have_made_the_earlier_calls_count():
    rows: list[dict[str, str]] = [
        {"order": "100000", "bid": "1C", "hcp": "16+"},
        {"prior_bids": "1C-P-1D-P", "order": "100000", "bid": "1H", "hcp": "16-19"},
        {"prior_bids": "1C-P-1D-P", "order": "200000", "bid": "2C", "hcp": "0-15"},
    ]
    found = frequencies(*rows, auction="1C-P-1D-P")
    assert found.of_call(Call.parse("1H")) > 0.8
    assert found.of_call(Call.parse("2C")) == 0


def test_where_few_hands_are_left_nothing_is_known():
    found = frequencies({"order": "100000", "bid": "7N", "hcp": "35+"}, auction="7N-P-P-X")
    assert found.known == (found.hands >= MIN_HANDS)
    rows = {"order": "100000", "bid": "7S", "spades_num": "12+"}
    assert not frequencies(rows, auction="7S-P-P-X").known


@pytest.mark.parametrize("auction", ["", "1N-P", "1H-P-2C-P", "1S-2H"])
def test_the_shares_of_a_shipped_system_come_to_one(auction):
    before = Auction.parse(auction)
    found = shipped_bidder("sayc").frequencies(before, Circumstances.of(before))
    assert sum(map(found.of_call, before.legal_calls())) == pytest.approx(1)
