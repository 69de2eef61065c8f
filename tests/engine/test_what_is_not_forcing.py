"""Calls of the shipped systems that everybody may pass: a passed hand's new suit, and a redouble that shows points."""

import pytest

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from tests.engine.making import shipped_bidder

SYSTEMS = ["sayc", "2over1"]

# (auction in which a passed hand is to call, its natural new suits that are no jump, why)
NEW_SUITS = [
    ("P-P-1C-P", "1D 1H 1S", "at the one level"),
    ("P-P-1D-P", "1H 1S", "over the other minor"),
    ("P-P-1H-P", "1S 2D", "over a major; 2C may be Drury"),
    ("P-P-P-1H-P", "1S 2D", "after a fourth-seat opening"),
    ("P-P-1C-X", "1D 1H 1S", "after a double"),
    ("P-P-1C-1D", "1H 1S", "after an overcall at the one level"),
    ("P-P-1D-1S", "2C 2H", "at the two level"),
    ("P-P-1S-2C", "2D 2H", "after an overcall at the two level"),
    ("P-1S-2C-P", "2D 2H", "opposite an overcall"),
]

# (auction, why the redouble that shows points does not ask for a bid)
REDOUBLES = [
    ("1C-X", "opener passes and leaves the rest to the redoubler"),
    ("1S-X", "the same over a major"),
    ("2H-X", "partner has described the hand"),
    ("3C-X", "the redoubler wants to penalize"),
    ("1C-P-P-X", "partner has passed before"),
    ("1H-P-2H-X", "the suit is agreed"),
]


def forces(system: str, auction: str, call: str) -> bool:
    """Whether people are told that partner must bid on."""
    robots = shipped_bidder(system)
    meaning = Table(robots, robots).meaning(Auction.parse(auction), Call.parse(call))
    assert meaning.lines, "the system has the call"
    return bool(set(meaning.asked) - {"O", "SO"})


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("row", NEW_SUITS)
def test_a_new_suit_of_a_passed_hand_may_be_passed(system, row):
    auction, suits, why = row
    assert [suit for suit in suits.split() if forces(system, auction, suit)] == [], why
    unpassed = auction.lstrip("P-")
    assert forces(system, unpassed, suits.split()[0]), "a hand that has not passed may have any strength"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("row", REDOUBLES)
def test_a_redouble_that_shows_points_may_be_passed(system, row):
    auction, why = row
    assert not forces(system, auction, "XX"), why
