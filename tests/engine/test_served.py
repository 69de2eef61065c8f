"""The auctions that are known of a section for many."""

import pytest

from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.bidding.served import ServedAuctions
from bidbase.game.auction import Auction
from tests.engine.making import make_system

WEAK = {"bid": "2D", "convention": "Weak two: Diamonds", "hcp": "6-10", "diamonds_num": "6"}
STRONG = {"bid": "2C", "convention": "Strong 2C", "hcp": "22+"}


@pytest.mark.parametrize(
    ("prior_bids", "known", "why"),
    [
        ("3a; a=m", {"3C", "3D"}, "all that fit"),
        ("2a[Weak two]-P-3a; a=m", {"2D-P-3D"}, "a subcategory is asked for by the name above it; 2C has another name"),
        ("3a, 2a[Weak two]-P-3a; a=m", {"3C", "3D", "2D-P-3D"}, "alternatives without a name are listed beside"),
        ("2a[Multi]-P-3a; a=m", set(), "nobody bids it"),
    ],
)
def test_auctions_that_a_section_serves(prior_bids: str, known: set[str], why: str) -> None:
    system = make_system(WEAK, STRONG, {"prior_bids": prior_bids, "bid": "D", "hcp": "15+"})
    served = ServedAuctions(system, RobotAuctions)
    entry = system.entries[-1]
    assert set(served.of(entry)) == {Auction.parse(text).calls for text in known}, why


AGAIN = {"prior_bids": "3a-P-?; a=m", "bid": "D", "hcp": "15+", "test_auction": "3D-P-3H"}


def test_auctions_that_robots_reach_come_first_then_that_of_a_test_hand_then_those_of_the_pattern() -> None:
    system = make_system(WEAK, STRONG, AGAIN)
    entry = system.entries[-1]
    reached, tested = (Auction.parse(text).calls for text in ("3C-P-5C", "3D-P-3H"))
    served = ServedAuctions(system, lambda: RobotAuctions({reached: 1}, {entry.section: (reached,)}))
    listed = [*ServedAuctions(make_system(WEAK, STRONG, {**AGAIN, "test_auction": ""}), RobotAuctions).of(entry)]
    expected = [reached, tested, *(calls for calls in listed if calls not in (reached, tested))]
    assert [*served.of(entry)] == [*served.of(entry)] == expected
