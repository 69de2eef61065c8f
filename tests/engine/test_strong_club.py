"""The defense to a strong artificial club: the shipped systems against opponents who play one.

The shipped systems open natural clubs, so no table of theirs reaches these entries.
"""

import pytest

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.systems import shipped_systems
from tests.engine.making import make_bidder, shipped_bidder, strong_club_bidder

NATURAL_CLUB = make_bidder({"bid": "1C", "hcp": "12-21"})

# (the auction, the hand, the call, why)
CALLS = [
    ("1C", "KQ763.AJ954.82.7", "X", "five-five in the majors"),
    ("1C", "KQ76.AJ954.82.73", "X", "four-five in the majors"),
    ("1C", "KQ763.AJ95.82.73", "X", "five-four in the majors"),
    ("1C", "KQ76.AJ95.82.873", "P", "four-four is too flat"),
    ("1C", "98763.J9542.82.7", "P", "one point: too weak"),
    ("1C", "Q9763.QJ542.82.7", "X", "five points"),
    ("1C", "AKQ63.AKJ54.82.7", "P", "17 points pass, and come in later"),
    ("1C", "AKQ63.AJT54.82.7", "X", "14 points"),
    ("1C", "7.82.KQ763.AJ954", "1N", "five-five in the minors"),
    ("1C", "73.82.KQ76.AJ954", "1N", "four-five in the minors"),
    ("1C", "732.82.KQ76.AJ95", "P", "four-four"),
    ("1C", "K32.AQ2.KJ74.A95", "P", "17 balanced: 1NT is not natural here"),
    ("1C", "KQ954.J2.Q84.962", "1S", "five spades and eight points"),
    ("1C", "J9543.K2.Q84.962", "P", "the suit is too poor"),
    ("1C", "J2.KQ954.Q84.962", "1H", "five hearts"),
    ("1C", "J2.962.KQ954.Q84", "1D", "five diamonds"),
    ("1C", "43.K2.984.AQJ962", "2C", "six good clubs: natural"),
    ("1C", "43.K92.984.AQJ96", "P", "five clubs are too few at the two level"),
    ("1C", "QJ9873.5.84.J962", "2S", "six spades and four points: a weak jump"),
    ("1C", "KQJ873.5.A84.962", "2S", "ten points, the top of a weak jump"),
    ("1C", "KQJ873.5.A84.K62", "1S", "13 points are too many for it"),
    ("1C", "KJT9542.7.864.32", "3S", "seven spades"),
    ("1C", "7.KJT9542.864.32", "3H", "seven hearts"),
    ("1C", "7.32.864.KJT9542", "3C", "seven clubs"),
    ("P-1C", "KQ763.AJ954.82.7", "X", "after a pass of ours nothing changes"),
    ("1C-P-1D", "KQ763.AJ954.82.7", "X", "the same over the weak answer"),
    ("1C-P-1D", "7.82.KQ763.AJ954", "1N", "both minors over the weak answer"),
    ("1C-P-1D", "KQ954.J2.Q84.962", "1S", "five spades over the weak answer"),
    ("1C-P-1D", "43.K2.AQJ962.984", "2D", "diamonds are natural: they have not shown any"),
    ("1C-P-1D", "QJ9873.5.84.J962", "2S", "a weak jump over the weak answer"),
    ("1C-P-1D", "K43.Q92.J84.Q962", "P", "nothing to say"),
    ("1C-X-P", "Q86.32.J8542.643", "1S", "three spades"),
    ("1C-X-P", "32.Q86.J8542.643", "1H", "three hearts"),
    ("1C-X-P", "Q865.A32.J842.64", "2S", "four spades and seven points"),
    ("1C-X-P", "Q865.3.J8542.643", "3S", "four spades, a singleton and a weak hand"),
    ("1C-X-P", "K8654.3.AJ542.43", "4S", "five spades and shape"),
    ("1C-X-P", "Q8.32.KJ8542.643", "2D", "no major, six diamonds"),
    ("1C-X-P", "Q8.32.J8542.J643", "1H", "no preference: the cheaper major"),
    ("1C-1N-P", "K432.Q432.J84.42", "2D", "three diamonds and two clubs"),
    ("1C-1N-P", "K432.Q432.J4.842", "2C", "three clubs"),
    ("1C-1N-P", "432.432.Q8.J9653", "3C", "five clubs: takes their room"),
    ("1C-1N-P", "KQ9762.432.82.43", "2S", "six good spades of one's own"),
    ("1C-1N-P", "KQ43.Q5432.J8.42", "2C", "two cards in both: the cheaper one"),
]


@pytest.mark.parametrize("system", shipped_systems())
@pytest.mark.parametrize(("calls", "hand", "call", "why"), CALLS)
def test_the_defense_to_a_strong_club(system, calls, hand, call, why):
    auction = Auction.parse(calls)
    ours, theirs = shipped_bidder(system), strong_club_bidder()
    table = Table(theirs, ours) if calls.startswith("1C") else Table(ours, theirs)
    assert table.decide(Hand.parse(hand), auction).call is Call.parse(call), why


@pytest.mark.parametrize("system", shipped_systems())
def test_over_a_natural_club_a_double_is_for_takeout(system):
    table = Table(NATURAL_CLUB, shipped_bidder(system))
    assert table.decide(Hand.parse("KQ76.AJ95.K82.73"), Auction.parse("1C")).call is Call.parse("X")
    assert table.decide(Hand.parse("K32.AQ2.KJ74.A95"), Auction.parse("1C")).call is Call.parse("1N")
