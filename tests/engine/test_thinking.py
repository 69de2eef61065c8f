"""Robots that think: at which turns, which calls they weigh, and what they decide."""

import pytest
from hypothesis import given

from bidbase.bidding.bidder import Bidder, Decision, Source, decide
from bidbase.bidding.boards import Board, bid_board
from bidbase.bidding.drawing import PlaceSource
from bidbase.bidding.judging import accepted_calls, best_call
from bidbase.bidding.robots import Table
from bidbase.bidding.roll_outs import RollOut, RollOutQuestion, roll_out
from bidbase.bidding.thinking import calls_to_weigh, similar_hands, worth_thinking
from bidbase.bidding.weighed import Weighed
from bidbase.game.auction import DOUBLE, PASS, Auction, Call
from bidbase.game.cards import SEATS, Hand, Seat
from bidbase.game.evaluation import COUNT_BY_NAME
from tests.engine.making import make_bidder, shipped_bidder
from tests.strategies import hands

OPENING = {"bid": "1S", "hcp": "10-21", "spades_num": "5+"}
RAISE = {"prior_bids": "1S-P", "order": "200000", "bid": "2S", "hcp": "6-9", "spades_num": "3+"}
AUCTION = Auction.parse("1S-P-2S-P")
GREAT = Hand.parse("AQ6543.AQ32.K2.2")  # game is best
POOR = Hand.parse("KJ432.K32.QJ2.K2")  # nothing is to be won by bidding on


def thinking_table(bidder: Bidder, roll_out: RollOut = roll_out) -> Table:
    return Table(bidder, bidder, seed="1", thinking=SEATS, roll_out=roll_out)


# --- When -------------------------------------------------------------------------------------------------------------

# auction, hand, whether a robot thinks, why
WHEN = [
    ("", "AQ2.K32.KJ32.K32", False, "nobody has bid"),
    ("1H-P", "K2.Q432.K432.432", False, "a response is in the book"),
    ("1H", "AQJ32.32.K32.432", False, "so is a first overcall"),
    ("1H-1S", "32.Q432.AK32.432", False, "and a response after it"),
    ("1H-1S-2H-2S", "32.AKJ432.A32.32", True, "opener has bid before, and they hold the contract"),
    ("3H", "AQJ432.32.K2.A32", True, "a first call over a preempt"),
    ("1H-P-4H", "AQJ432.2.K32.A32", True, "and over a game"),
    ("1S-P-3S-P-4N-P", "AQJ32.K32.A2.432", False, "partner asks for aces"),
    ("1S-P-3S-P-4N-P-5H-P", "KQ32.AQ2.KQ32.A2", True, "the answer is known: is there a slam?"),
]


@pytest.mark.parametrize(("auction", "hand", "thinks", "why"), WHEN)
def test_robots_think_where_the_book_says_little(auction, hand, thinks, why):
    table, calls = thinking_table(shipped_bidder("sayc")), Auction.parse(auction)
    decision = decide(table.place(calls), Hand.parse(hand))
    assert worth_thinking(table.state(calls), decision) is thinks, why


def test_they_think_where_nothing_in_the_book_fits():
    table = thinking_table(make_bidder(OPENING, RAISE))
    assert worth_thinking(table.state(AUCTION), Decision(PASS, Source.NONE))
    assert worth_thinking(table.state(AUCTION), Decision(PASS, Source.SITUATION))
    assert not worth_thinking(table.state(AUCTION), Decision(PASS, Source.BOOK))


# --- What -------------------------------------------------------------------------------------------------------------


@given(hands())
def test_similar_hands_differ_by_a_card_and_a_few_points(hand):
    similar = similar_hands(hand)
    points = COUNT_BY_NAME["hcp"].of
    own = {(suit, card) for suit in range(4) for card in range(13) if hand.holdings[suit] >> card & 1}
    seen = set()
    for index in range(0, len(similar), 29):
        other = similar.hand(index)
        cards = {(suit, card) for suit in range(4) for card in range(13) if other.holdings[suit] >> card & 1}
        assert (len(cards), len(cards & own)) == (13, 12)
        assert abs(points(other) - points(hand)) <= 2
        seen.add(str(other))
    assert len(seen) == len(range(0, len(similar), 29)), "no hand comes twice"


# entries, auction, hand, the calls that are weighed, those that are not, why
WEIGHED = [
    ((), "1S-P-2S-P", "AQ6543.AQ32.K2.2", "P 3S 4S", "5S 3H X", "a pass, and the lowest raises of the long suit"),
    ((), "1S-P-2S-P", "AQ654.AQ32.K2.32", "P", "3S", "five cards have been bid"),
    ((), "1S-P-2S-4H", "AQ6543.AQ32.K2.2", "P X 4S 5S", "6S", "over their game a double and a sacrifice"),
    (
        ({"prior_bids": "1S-P-2S-P", "bid": "3C", "clubs_num": "3+"},),
        "1S-P-2S-P",
        "AQ6543.AQ3.K2.32",
        "P 3C",
        "3H",
        "with another card the book would bid three clubs",
    ),
    (
        ({"prior_bids": "1S-P", "bid": "2C", "clubs_num": "5+", "asks": "1"},),
        "1S-P-2C-P",
        "AQ6543.AQ32.K2.2",
        "2S 3S",
        "P X",
        "partner's two clubs force",
    ),
]


@pytest.mark.parametrize(("entries", "auction", "hand", "weighed", "left_out", "why"), WEIGHED)
def test_which_calls_are_weighed(entries, auction, hand, weighed, left_out, why):
    anything = {"prior_bids": "1S-P-2S", "order": "900000", "bid": "4H", "hearts_num": "6+"}
    table, calls = thinking_table(make_bidder(OPENING, RAISE, anything, *entries)), Auction.parse(auction)
    found = calls_to_weigh(
        table.place(calls), Hand.parse(hand), table.state(calls), Call.parse("2S") if "2C" in auction else PASS
    )
    assert set(found) >= {Call.parse(call) for call in weighed.split()}, why
    assert not set(found) & {Call.parse(call) for call in left_out.split()}, why


def test_the_books_call_is_the_first():
    table = thinking_table(make_bidder(OPENING, RAISE))
    three = Call.parse("3S")
    assert calls_to_weigh(table.place(AUCTION), GREAT, table.state(AUCTION), three)[0] is three


# --- The decision -----------------------------------------------------------------------------------------------------


def test_a_call_that_is_clearly_better_takes_the_place_of_the_books():
    bidder = make_bidder(OPENING, RAISE)
    book, thought = Table(bidder, bidder).decide(GREAT, AUCTION), thinking_table(bidder).decide(GREAT, AUCTION)
    assert (book.call, book.source, book.weighed) == (PASS, Source.NONE, None)
    assert (str(thought.call), thought.source, thought.entry) == ("4S", Source.THINKING, None)
    assert (thought.weighed.book, thought.weighed.chosen) == (PASS, thought.call)


def test_otherwise_the_books_call_stands_with_its_entry():
    overcall = {"prior_bids": "1S-P-2S", "bid": "3H", "hearts_num": "6+"}
    content = {"prior_bids": "1S-P-2S-3H", "bid": "P", "hcp": "10-14", "spades_num": "5"}
    table = thinking_table(make_bidder(OPENING, RAISE, overcall, content))
    decision = table.decide(POOR, Auction.parse("1S-P-2S-3H"))
    assert (decision.call, decision.source, decision.entry.text("bid")) == (PASS, Source.BOOK, "P")
    assert decision.weighed.chosen is PASS
    assert DOUBLE in [line.call for line in decision.weighed.calls]


def test_only_those_who_think_do():
    bidder = make_bidder(OPENING, RAISE)
    seats = {Seat.NORTH: True, Seat.SOUTH: False}
    for seat, thinks in seats.items():
        table = Table(bidder, bidder, seed="1", thinking=[seat])
        assert (table.decide(GREAT, AUCTION).weighed is not None) is thinks


def test_nobody_thinks_while_calls_are_bid_on():
    """The table asks for one roll-out, of the call at hand."""
    asked: list[RollOutQuestion] = []

    def counted(table: PlaceSource, question: RollOutQuestion) -> Weighed | None:
        asked.append(question)
        return roll_out(table, question)

    table = thinking_table(make_bidder(OPENING, RAISE), roll_out=counted)
    decision = table.decide(GREAT, AUCTION)
    assert table.decide(GREAT, AUCTION) == decision
    assert [question.auction for question in asked] == [AUCTION], "the answer is kept"


def test_without_deals_the_book_decides():
    nowhere = make_bidder(OPENING, RAISE | {"spades_num": "8+"})
    assert thinking_table(nowhere).decide(GREAT, AUCTION) == Decision(PASS, Source.NONE)


def test_a_thought_is_the_same_at_each_table_of_a_board():
    bidder = shipped_bidder("2over1")
    board = Board.numbered(7)
    first, second = (bid_board(board, bidder, bidder, SEATS) for _ in range(2))
    assert first.auction == second.auction
    assert first.decisions == second.decisions


def test_a_student_may_make_the_call_thought_best_or_the_books():
    table = thinking_table(make_bidder(OPENING, RAISE))
    best = best_call(table, AUCTION, GREAT)
    assert best is not None
    assert str(best.call) == "4S"
    accepted = accepted_calls(table, AUCTION, GREAT, best)
    assert accepted[:2] == (best.call, PASS)
    assert DOUBLE not in accepted


def test_the_books_pass_is_no_choice_where_it_breaks_a_force():
    """Opener has no entry after a forcing response; without the force a pass is the book's call."""
    response = {"prior_bids": "1S-P", "bid": "2C", "hcp": "10-16", "clubs_num": "5+"}
    auction = Auction.parse("1S-P-2C-P")
    for asks, free in (("1", False), ("", True)):
        table = thinking_table(make_bidder(OPENING, response | {"asks": asks}))
        best = best_call(table, auction, GREAT)
        assert best is not None
        assert best.weighed is not None
        assert best.call is not PASS
        assert (PASS in accepted_calls(table, auction, GREAT, best)) is free


# --- After a call that did not fit the hand ---------------------------------------------------------------------------


def test_a_hand_that_has_not_been_shown_weighs_the_games_too():
    strong = Hand.parse("AQJ65.AKQ2.AQ.32")  # five points more than the opening shows
    table = thinking_table(make_bidder(OPENING | {"hcp": "10-15"}, RAISE))
    decision = table.decide_beyond_book(strong, AUCTION)
    assert decision is not None
    assert decision.source is Source.BEYOND
    assert {Call.parse(call) for call in ("P", "4S", "3N")} <= set(decision.compared)
    assert str(decision.call) == "4S"
    assert decision.weighed is not None
    assert decision.call is max(decision.weighed.calls, key=lambda line: line.gain).call, "the book is not trusted"


def test_a_hand_that_is_forced_does_not_pass_then():
    forcing = {"prior_bids": "1S-P", "bid": "2C", "clubs_num": "5+", "asks": "1"}
    table = thinking_table(make_bidder(OPENING | {"hcp": "10-15"}, forcing))
    decision = table.decide_beyond_book(Hand.parse("AQJ65.AKQ2.AQ.32"), Auction.parse("1S-P-2C-P"))
    assert decision is not None
    assert PASS not in decision.compared


def test_by_the_book_a_simulation_decides_then():
    bidder = make_bidder(OPENING | {"hcp": "10-15"}, RAISE)
    decision = Table(bidder, bidder, seed="1").decide_beyond_book(Hand.parse("AQJ65.AKQ2.AQ.32"), AUCTION)
    assert decision is not None
    assert (decision.weighed, decision.simulation is None) == (None, False)
