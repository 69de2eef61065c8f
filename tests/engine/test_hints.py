"""Hints in three steps: what to count, what kind of call it is, and the call, from the own hand alone."""

import pytest

from bidbase.bidding.hints import STEPS as HINTS
from bidbase.bidding.hints import hints, kind_of_call, what_to_count
from bidbase.bidding.judging import best_call
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from tests.engine.making import make_bidder, shipped_bidder


@pytest.fixture(scope="module")
def table() -> Table:
    bidder = shipped_bidder("sayc")
    return Table(bidder, bidder)


STEPS = [
    (
        "",
        "AQ2.K32.KJ32.K32",
        "Count your high-card points, and see whether your hand is balanced or has a long suit.",
        "A bid in notrump.",
        "1NT shows 15 to 17 HCP.",
    ),
    (
        "1N-P",
        "32.QJ432.K32.432",
        "Count your points, and look at your longest suits. Partner has shown 15 to 17 HCP.",
        "An artificial bid.",
        "2♦: Transfer to hearts.",
    ),
    (
        "1H-P",
        "KQ32.Q32.432.432",
        "Count your points and your cards in hearts, partner's suit. Partner usually has 12 to 21 HCP and five or more "
        "hearts.",
        "A raise of partner's hearts.",
        "2♥ shows 6 to 10 points with short suits and three or more hearts.",
    ),
    (
        "1S-P-4N-P",
        "AQ432.K32.A2.K32",
        "Count your aces. Partner has shown 9 or more HCP. Partner's 4NT is forcing.",
        "An artificial bid.",
        "5♥: Two aces.",
    ),
    (
        "1C",
        "K432.KQ32.AQ32.2",
        "Count your points, and look at your longest suits.",
        "A double.",
        "Double: Takeout, opening strength, support for the other suits.",
    ),
]


@pytest.mark.parametrize(("auction", "hand", "count", "kind", "call"), STEPS)
def test_hints_come_in_three_steps(table, auction, hand, count, kind, call):
    before = Auction.parse(auction)
    found = hints(table, before, best_call(table, before, Hand.parse(hand)))
    assert found == (count, kind, call)


def test_what_to_count_does_not_depend_on_the_hand(table):
    """Two hands with other calls: the first step is the same."""
    auction = Auction.parse("1H-P")
    held = [Hand.parse(text) for text in ("KQ32.Q32.432.432", "432.32.A8632.K32")]
    said = {hints(table, auction, best_call(table, auction, hand))[0] for hand in held}
    assert said == {what_to_count(table, auction)}


COUNTS = [
    ("", "Count your high-card points, and see whether your hand is balanced or has a long suit.", "nobody has bid"),
    ("P-P", "Count your high-card points, and see whether your hand is balanced or has a long suit.", "passes"),
    ("1S", "Count your points, and look at your longest suit and at your cards in spades.", "their suit"),
    ("2C", "Count your points, and look at your longest suits.", "they have shown no suit"),
    (
        "1S-2S-P",
        "Count your points and your cards in hearts, partner's suit. Partner has shown 8 to 22 HCP and five or "
        "more hearts. Partner's 2♠ is forcing.",
        "a suit that an artificial bid shows",
    ),
    (
        "2C-P",
        "Count your points, and look at your longest suits. Partner usually has 22 or more HCP. Partner's 2♣ is "
        "forcing.",
        "a strong bid that shows no suit",
    ),
    (
        "1N-P-4C-P",
        "Count your aces. Partner has shown 13 or more HCP. Partner's 4♣ is forcing.",
        "Gerber",
    ),
]


@pytest.mark.parametrize(("auction", "said", "reason"), COUNTS)
def test_what_to_count(table, auction, said, reason):
    assert what_to_count(table, Auction.parse(auction)) == said, reason


KINDS = [
    ("", "432.432.A432.432", "A pass.", "too weak"),
    ("", "AQ2.K32.KJ32.K32", "A bid in notrump.", "an opening in notrump"),
    ("", "AQ432.K2.KJ32.32", "An opening bid in a suit.", "at the one level"),
    ("", "KQJ432.2.432.432", "An opening bid above the one level.", "a weak two"),
    ("", "AKJ2.KQ2.AJ2.AQ2", "An artificial bid.", "the strong one"),
    ("1H-P", "KQ32.32.K432.432", "A bid in a new suit.", "a response"),
    ("1H-P", "KQ32.Q32.432.432", "A raise of partner's hearts.", "support"),
    ("1H-P-1S-P", "2.AQJ432.KQ2.K32", "A rebid of your own suit.", "six cards"),
    ("1N-P", "K432.Q432.K2.Q32", "An artificial bid.", "Stayman"),
    ("1C", "K432.KQ32.AQ32.2", "A double.", "for takeout"),
    ("1C-X-P", "K432.Q2.AQ32.K32", "An artificial bid.", "a cue bid"),
]


@pytest.mark.parametrize(("auction", "hand", "said", "reason"), KINDS)
def test_the_kind_of_call(table, auction, hand, said, reason):
    before = Auction.parse(auction)
    best = best_call(table, before, Hand.parse(hand))
    assert best is not None
    assert kind_of_call(table, before, best) == said, reason
    if best.call.is_bid:
        assert best.call.title not in said, "it does not give the call away"


def test_where_the_system_has_no_call_the_hints_say_so(table):
    count, *rest = hints(table, Auction.parse("1S"), None)
    assert count == what_to_count(table, Auction.parse("1S"))
    assert rest == ["The system has no call for this hand.", "It is a matter of judgment."]
    assert len(rest) + 1 == HINTS


def test_a_pass_for_want_of_an_entry_is_not_explained_by_the_hands_of_another():
    bidder = make_bidder({"order": "100000", "bid": "P", "hcp": "0-11"})
    table, hand = Table(bidder, bidder), Hand.parse("AQ2.KQ2.KQ32.432")
    best = best_call(table, Auction(), hand)
    assert best is not None
    assert (best.call, hints(table, Auction(), best)[1:]) == (Call.parse("P"), ("A pass.", "Pass."))
