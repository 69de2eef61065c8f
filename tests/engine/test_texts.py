"""What is shown at random boards can be read: `python -m tests.texts` asks the same of thousands."""

import pytest

from bidbase.bidding.boards import bid_board, fresh_boards
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from tests.engine.making import make_bidder, shipped_bidder
from tests.texts import SEED, faults, misses, offenders

WEAK = {"bid": "1S", "hcp": "0-5", "disclosure": "Weak"}

# (entries of 1S, what is wrong with its meaning, why)
FAULTS = [
    ([WEAK], [], "nothing"),
    ([WEAK, WEAK | {"order": "200000", "hcp": "20+", "disclosure": "Strong"}], [], "two kinds of hand"),
    ([WEAK | {"disclosure": "Weak in the X suit"}], ["jargon: 'X suit'"], "the word of an editor"),
    ([WEAK | {"disclosure": "3 custom points"}], ["jargon: 'custom points'"], "the name of a field"),
    ([WEAK | {"disclosure": "Weak, x_num 4"}], ["jargon: 'x_n'"], "the column of a field"),
    ([WEAK | {"disclosure": "Weak " * 40}], ["too long"], "nobody reads that"),
]


@pytest.mark.parametrize(("entries", "wrong", "why"), FAULTS)
def test_what_makes_a_text_hard_to_read(entries, wrong, why):
    bidder = make_bidder(*entries)
    assert list(faults(Table(bidder, bidder).meaning(Auction(), Call.parse("1S")))) == wrong, why


# (hand, whether it is missed, why)
HANDS = [
    ("98432.432.432.32", False, "no points"),
    ("AKQ32.432.432.32", True, "more than five"),
]


@pytest.mark.parametrize(("hand", "missed", "why"), HANDS)
def test_a_meaning_must_hold_the_hand_that_made_the_call(hand, missed, why):
    bidder = make_bidder(WEAK)
    table = Table(bidder, bidder)
    decision = table.decide(Hand.parse("98432.432.432.32"), Auction())
    assert bool(list(misses(table.meaning(Auction(), decision.call), decision, Hand.parse(hand)))) is missed, why


@pytest.mark.parametrize("system", ["sayc", "2over1"])
def test_the_texts_of_random_boards_can_be_read(system):
    bidder = shipped_bidder(system)
    boards = fresh_boards(40, SEED + 1)
    assert [offender for board in boards for offender in offenders(bid_board(board, bidder, bidder))] == []
