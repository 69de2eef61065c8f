"""The random hands that reach a turn: found by the rows that are new there, shared where the same rows count."""

import numpy as np
import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.random_hands import hands_left, held_at, random_hands
from bidbase.bidding.robots import Table
from bidbase.compiler.batch import values_of
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.features import HCP_TOTAL
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.held import by_points
from bidbase.shelf import Shelf
from tests.engine.making import make_bidder, shipped_bidder

BY_VULNERABILITY = make_bidder(
    {"order": "100000", "bid": "1S", "hcp": "12+", "spades_num": "5+"},
    {"order": "200000", "bid": "2H", "hcp": "5-10", "hearts_num": "6+", "vulnerability": "Non"},
    {"prior_bids": "1S-P", "order": "100000", "bid": "2S", "hcp": "6-9"},
)


def earlier_calls(bidder: Bidder, auction: Auction):
    """The earlier calls of the player whose turn it is, each with its place."""
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before = auction.before(index)
        yield bidder.place(before, Circumstances.of(before)), auction.calls[index]


@pytest.mark.parametrize("number", range(1, 9))
def test_the_hands_left_are_those_that_could_have_made_each_call(number):
    bidder = shipped_bidder("2over1")
    table = Table(bidder, bidder)
    whole, _ = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    for count in range(len(whole.calls)):
        auction = whole.before(count)
        hands = random_hands()
        for place, call in earlier_calls(bidder, auction):
            hands = hands.where(place.could_call(hands, call))
        left = hands_left(earlier_calls(bidder, auction))
        assert np.array_equal(left.holdings, hands.holdings)
        held = held_at(bidder.place(auction, Circumstances.of(auction)), earlier_calls(bidder, auction), Shelf(None))
        assert np.array_equal(held.everyone, by_points(values_of(HCP_TOTAL, hands)))
        assert held.everyone.sum() == held.left_over.sum() + sum(
            taken.sum() for entries in held.by_entry.values() for taken in entries.values()
        )


def test_hands_read_from_the_shelf_are_those_that_were_kept(tmp_path):
    (tmp_path / "bidbase").mkdir(mode=0o700)
    bidder, kept = shipped_bidder("sayc"), Shelf(tmp_path / "bidbase" / "file")
    auction = Auction.parse("1S-P")
    place = bidder.place(auction, Circumstances.of(auction))
    found = held_at(place, earlier_calls(bidder, auction), kept)
    kept.flush()
    again = held_at(place, earlier_calls(bidder, auction), Shelf(tmp_path / "bidbase" / "file"))
    assert again.calls == found.calls
    assert np.array_equal(again.everyone, found.everyone)
    assert np.array_equal(again.left_over, found.left_over)
    assert again.by_entry.keys() == found.by_entry.keys()
    for call, entries in found.by_entry.items():
        assert all(np.array_equal(taken, again.by_entry[call][ref]) for ref, taken in entries.items())


@pytest.mark.parametrize(
    ("auction", "shared", "why"),
    [
        ("1S-P", True, "no entry there asks who is vulnerable"),
        ("", False, "a weak two is opened when not vulnerable"),
    ],
)
def test_places_share_what_becomes_of_hands_where_the_same_rows_are_in_use(auction, shared, why):
    signatures = set()
    for vulnerability in (Vulnerability.NONE, Vulnerability.BOTH):
        here = Auction.parse(auction, vulnerability=vulnerability)
        signatures.add(BY_VULNERABILITY.place(here, Circumstances.of(here)).signature)
    assert (len(signatures) == 1) is shared, why


def test_sections_behind_one_that_takes_any_hand_have_no_part_in_it():
    cells = (
        {"order": "100000", "bid": "1S", "hcp": "12+"},
        {"prior_bids": "1S-P", "order": "100000", "bid": "2S", "hcp": "6+"},
        {"prior_bids": "1S-P", "order": "900000", "bid": "P"},
    )
    behind = {"prior_bids": "1a-P", "order": "100000", "bid": "3N", "hcp": "10+"}
    auction = Auction.parse("1S-P")
    places = [make_bidder(*each).place(auction, Circumstances.of(auction)) for each in (cells, (*cells, behind))]
    assert places[0].signature == places[1].signature
    assert Call.parse("3N") in places[1].made
    assert [len(place.sections) for place in places] == [1, 2]
