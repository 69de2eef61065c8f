"""A double of a forcing call leaves the methods on: sections of the auction with passes for doubles are asked."""

import pytest

from bidbase.bidding.bidder import Source
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from tests.engine.making import make_bidder, shipped_bidder

CELLS: list[dict[str, str]] = [
    {"bid": "1S", "hcp": "12+"},
    {"prior_bids": "1S-P", "order": "100000", "bid": "2N", "hcp": "13+", "asks": "G"},
    {"prior_bids": "1S-P", "order": "200000", "bid": "3S", "hcp": "10+", "asks": "O"},
    {"prior_bids": "1S-P-2N-P", "order": "100000", "bid": "3C"},
    {"prior_bids": "1S-P-2N-P-3C-P", "bid": "3N"},
    {"prior_bids": "1S-P-2N-D", "bid": "R", "hcp": "18+"},
    {"prior_bids": "1S-P-3S-P", "bid": "4S"},
    {"prior_bids": "#3C-P-P", "bid": "3S"},
]
BIDDER = make_bidder(*CELLS)
ANY, STRONG = "K5432.K32.A32.K2", "AK432.AK2.AQ2.K2"


@pytest.mark.parametrize(
    ("auction", "hand", "call", "why"),
    [
        ("1S-P-2N-D", ANY, "3C", "as after a pass"),
        ("1S-P-2N-D", STRONG, "XX", "the section of the auction itself comes first"),
        ("1S-P-2N-D-3C-P", ANY, "3N", "the rest of the auction too"),
        ("1S-P-2N-D-3C-D", ANY, "P", "3C asks for nothing, and one double that stays keeps the auction another one"),
        ("1S-P-2N-D-R-P", ANY, "P", "a redouble cannot follow a pass"),
        ("1S-P-2N-D-P-P", ANY, "P", "three passes would have ended the auction"),
        ("1S-P-3S-D", ANY, "P", "an invitation does not force"),
        ("1S-P-2N-3C", ANY, "P", "a bid is no double"),
        ("1S-P-2N-D-3C-P-P", ANY, "3S", "opponents see the auction as it is"),
    ],
)
def test_calls_after_a_double(auction: str, hand: str, call: str, why: str) -> None:
    decision = Table(BIDDER, BIDDER).decide(Hand.parse(hand), Auction.parse(auction))
    assert decision.call is Call.parse(call), why


@pytest.mark.parametrize("order", [("1S-P-2N-P", "1S-P-2N-D"), ("1S-P-2N-D", "1S-P-2N-P")])
def test_a_section_of_the_auction_without_the_double_is_no_section_of_the_auction(order):
    table = Table(make_bidder(*CELLS), make_bidder(*CELLS))
    sources = {auction: table.decide(Hand.parse(ANY), Auction.parse(auction)).source for auction in order}
    assert sources == {"1S-P-2N-P": Source.BOOK, "1S-P-2N-D": Source.PATTERN}, "whichever was asked first"


@pytest.mark.parametrize(
    ("system", "auction", "hand", "call", "why"),
    [
        ("2over1", "1N-P-4H-D", "AT63.K965.64.AKQ", "4S", "a Texas transfer is completed"),
        ("2over1", "2N-P-3C-D", "AKT3.Q32.AKJ2.K4", "3D", "Puppet Stayman is answered: a four-card major"),
        ("sayc", "2N-P-3C-D", "AKT3.Q32.AKJ2.K4", "3S", "Stayman is answered"),
        ("sayc", "1S-P-2N-D", "AK873.K85.7.KJ52", "3D", "Jacoby 2NT is answered: a short suit"),
        ("sayc", "1C-1S-P-2C-D", "AQJT95.A6.K63.32", "4S", "the cue-bid raise is answered with game values"),
    ],
)
def test_doubled_conventions_are_answered(system: str, auction: str, hand: str, call: str, why: str) -> None:
    robots = shipped_bidder(system)
    assert Table(robots, robots).decide(Hand.parse(hand), Auction.parse(auction)).call is Call.parse(call), why
