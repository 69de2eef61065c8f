"""The best call of a hand, also when it is another hand than its calls have shown; the second best."""

import pytest

from bidbase.bidding.bidder import Source
from bidbase.bidding.judging import accepted_calls, best_call, deviation, second_best
from bidbase.bidding.robots import Table
from bidbase.bidding.simulation import contracts_to_set
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand
from tests.engine.making import make_bidder, shipped_bidder


@pytest.fixture(scope="module")
def table() -> Table:
    bidder = shipped_bidder("sayc")
    return Table(bidder, bidder)


DEVIATIONS = [
    ("1D-P-1S-P", "42.AKQ.AKQ32.AQ9", "You have more than you have shown", "24 points after a suit at the one level"),
    ("1N-P-2D-P", "AQ2.K43.K432.Q32", "You have less than you have shown", "14 points after a strong notrump"),
    ("1H-P-2H-P", "AQ2.KQ32.K432.32", "You have fewer hearts than you have shown", "four hearts"),
    ("1N-P-2N-P", "AK2.K2.AQ65432.2", "You have more diamonds than you have shown", "seven diamonds"),
    ("1H-P-2H-P", "AQ2.KQ432.K43.32", "", "the hand that was shown"),
    ("1H-P", "AQ2.KQ432.K43.32", "", "no call of its own yet"),
    ("P-P-1H-P", "AQ2.Q432.K432.A2", "You have more than you have shown", "an opening bid that was passed"),
    ("P-P-1H-P", "AQ2.Q432.Q432.32", "", "a hand that rightly passed"),
    ("1H-P-P-1S-P-P", "32.Q32.KQ432.K32", "You have more than you have shown", "a raise that was passed"),
    ("1H-P-P-1S-P-P", "432.32.QJ32.J432", "", "a response that was rightly passed"),
    ("P-P-1N-P-2C-P", "AQ2.K32.KJ32.K32", "", "a pass of which the notrump bid tells nothing new"),
]


@pytest.mark.parametrize(("auction", "hand", "words"), [pytest.param(*row[:3], id=row[3]) for row in DEVIATIONS])
def test_deviations(table, auction, hand, words):
    found = deviation(table, Auction.parse(auction), Hand.parse(hand))
    assert (found.words if found else "") == words


def test_a_forced_hand_without_an_entry_is_never_told_to_pass(table):
    """Twenty points opened 1♦, and partner bids 1♠: the book has nothing, and a pass would break a force."""
    auction, hand = Auction.parse("1D-P-1S-P"), Hand.parse("42.AKQ.AKQ3.Q972")
    assert table.decide(hand, auction).call is PASS
    best = best_call(table, auction, hand, deviation(table, auction, hand))
    assert best is not None
    assert best.source is Source.BEYOND
    assert PASS not in best.compared
    assert str(best.call) == "3N"
    assert best.call in accepted_calls(table, auction, hand, best)


def test_no_verdict_where_there_is_none_to_give():
    """A hand too short for every bid, forced, and no entry: neither the book nor a simulation has a call."""
    bidder = make_bidder({"bid": "1H", "hcp": "12+", "asks": "1"})
    table = Table(bidder, bidder)
    hand = Hand.parse("432.5432.432.432")
    assert contracts_to_set(table.place(Auction.parse("7N-P")), hand, forced=True) == ()
    assert best_call(table, Auction.parse("7N-P"), hand).call is PASS


def test_a_simulation_compares_what_may_be_passed(table):
    """After 1♦ – 1♠ a jump shift is forcing: whatever is best, it is no contract to play in."""
    place = table.place(Auction.parse("1D-P-1S-P"))
    calls = contracts_to_set(place, Hand.parse("K2.AQ32.AKJ32.K2"), forced=True)
    assert Call.parse("3N") in calls
    assert not {PASS, Call.parse("2H"), Call.parse("3C")} & set(calls)


TRUSTED = [
    ("1N-P-2D-P", "AQ2.K43.AK32.AQ2", "2H", "partner asks: any hand completes the transfer"),
    ("1H-P-2H-P", "AQ2.KQ32.K432.32", "P", "four hearts instead of five"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), [pytest.param(*row[:3], id=row[3]) for row in TRUSTED])
def test_the_book_is_trusted_where_the_difference_does_not_matter(table, auction, hand, call):
    auction, hand = Auction.parse(auction), Hand.parse(hand)
    best = best_call(table, auction, hand, deviation(table, auction, hand))
    assert (str(best.call), best.simulation) == (call, None)


SECOND = [
    ("", "AQ2.K32.KJ32.K32", "1D", "a notrump opening is also a minor"),
    ("1H-P", "KQ32.Q32.432.432", "1S", "support first, then the other major"),
    ("", "AQ2.QJ832.J32.32", None, "a pass has no second"),
    ("2C-P", "K432.Q32.432.432", None, "what is left to situations is no choice"),
]


@pytest.mark.parametrize(("auction", "hand", "call"), [pytest.param(*row[:3], id=row[3]) for row in SECOND])
def test_second_best(table, auction, hand, call):
    found = second_best(table.place(Auction.parse(auction)), Hand.parse(hand))
    assert found is (Call.parse(call) if call else None)
