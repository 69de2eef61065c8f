"""What the shipped systems alert and announce: artificial calls and surprising ranges, and nothing that all play.

The rules are those of the American Contract Bridge League. The same agreement is alerted in both systems, and after
both majors.
"""

import pytest

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from tests.engine.making import shipped_bidder

BOTH = ("sayc", "2over1")
SAYC, TWO_OVER_ONE = BOTH[:1], BOTH[1:]

ALERTS = [
    # systems, auction, call, what is done, and why
    (BOTH, "", "1N", "15 to 17", "the range of a 1NT opening is announced"),
    (BOTH, "", "1C", "none", "three or more clubs"),
    (BOTH, "", "2C", "none", "very strong and artificial: everybody plays it"),
    (BOTH, "", "2D", "none", "a natural weak two"),
    (BOTH, "1N-P", "2C", "none", "Stayman"),
    (BOTH, "1N-P", "2D", "Transfer to hearts", "transfers are announced"),
    (BOTH, "1N-P", "2H", "Transfer to spades", "transfers are announced"),
    (BOTH, "2N-P", "3D", "Transfer to hearts", "over 2NT too"),
    (SAYC, "1N-P", "2S", "alert", "a relay to 3C with either minor"),
    (TWO_OVER_ONE, "1N-P", "2S", "Transfer to clubs", "a transfer to a minor"),
    (TWO_OVER_ONE, "1N-P", "4D", "Transfer to hearts", "Texas"),
    (BOTH, "1N-P-2D-P", "2H", "none", "completes the transfer"),
    (BOTH, "1N-P-2D-P", "3H", "alert", "a super-accept shows more than the suit"),
    (BOTH, "1N-P-2H-P", "3S", "alert", "and in the other major"),
    (SAYC, "2N-P", "3C", "none", "Stayman"),
    (TWO_OVER_ONE, "2N-P", "3C", "alert", "Puppet Stayman"),
    (SAYC, "1H-P", "1N", "none", "natural and not forcing"),
    (TWO_OVER_ONE, "1H-P", "1N", "Forcing", "a forcing 1NT is announced"),
    (TWO_OVER_ONE, "1S-P", "1N", "Forcing", "and after 1S"),
    (BOTH, "1H-P", "2N", "alert", "Jacoby 2NT"),
    (BOTH, "1S-P", "2N", "alert", "and after 1S"),
    (BOTH, "1S-P-2N-P", "3C", "alert", "shortness, not clubs"),
    (SAYC, "1H-P", "3H", "none", "a limit raise"),
    (TWO_OVER_ONE, "1H-P", "3H", "alert", "a weak jump raise without their bid"),
    (TWO_OVER_ONE, "1S-P", "4D", "alert", "a splinter"),
    (TWO_OVER_ONE, "P-P-1S-P", "2C", "alert", "Drury"),
    (SAYC, "1D-P", "2D", "none", "a single raise"),
    (TWO_OVER_ONE, "1D-P", "2D", "alert", "an inverted raise"),
    (BOTH, "1H-P-1S-P-2C-P", "2D", "alert", "the fourth suit is artificial"),
    (BOTH, "1S-P-2C-P-2D-P", "2H", "alert", "and after a response at the two level"),
    (SAYC, "1C-P-1D-P-1H-P", "1S", "none", "natural where the fourth suit is bid at the one level"),
    (BOTH, "1C-P-1H-P-1N-P", "2C", "none", "to play"),
    (TWO_OVER_ONE, "1D-P-1S-P-1N-P", "2C", "alert", "new minor forcing"),
    (BOTH, "1H-P-2N-P", "4N", "none", "Blackwood after a raise by a convention"),
    (BOTH, "1S-P-3S-P", "4N", "none", "and after a natural raise"),
    (BOTH, "2C-P", "2D", "alert", "says nothing of diamonds"),
    (BOTH, "2C-P", "2H", "none", "natural"),
    (BOTH, "2H-P", "2N", "alert", "asks about the weak two"),
    (SAYC, "1N-2S", "2N", "none", "natural and invitational"),
    (TWO_OVER_ONE, "1N-2S", "2N", "alert", "Lebensohl"),
    (SAYC, "2H-X-P", "2N", "none", "natural"),
    (TWO_OVER_ONE, "2H-X-P", "2N", "alert", "Lebensohl after the double of a weak two"),
    (BOTH, "1C-1S", "X", "none", "a negative double"),
    (BOTH, "1H", "X", "none", "a takeout double"),
    (BOTH, "1H", "2H", "none", "a cue bid for two suits"),
    (BOTH, "1H", "2N", "none", "for the minors"),
    (BOTH, "1H-2N-P", "3C", "none", "chooses between partner's suits"),
    (BOTH, "1S-2S-P", "3H", "none", "and here"),
    (BOTH, "1S-2S-P", "2N", "alert", "asks for the minor"),
    (BOTH, "1H-2H-P", "2N", "alert", "and after the other major"),
    (BOTH, "1H-X", "2N", "alert", "a raise and not notrump"),
    (BOTH, "1S-X", "2N", "alert", "and after 1S"),
    (BOTH, "1N", "2C", "alert", "a suit to be named next"),
    (BOTH, "1N", "2D", "alert", "both majors"),
    (BOTH, "1N", "X", "none", "for penalties"),
]


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return {name: Table(shipped_bidder(name), shipped_bidder(name)) for name in BOTH}


@pytest.mark.parametrize(
    ("system", "auction", "call", "done", "reason"),
    [(system, *row) for systems, *row in ALERTS for system in systems],
)
def test_alerts(tables, system, auction, call, done, reason):
    meaning = tables[system].meaning(Auction.parse(auction), Call.parse(call))
    assert (meaning.announcement or meaning.alert) == done, reason
