"""Questions dealt backwards: every auction comes out with the robots, targets are met, and decoys are not."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding.edges import near_edge
from bidbase.bidding.questions import BLOCK, DECOYS, Chair, Question, QuestionDealer, is_decoy
from bidbase.bidding.robots import Table
from bidbase.bidding.subjects import (
    Level,
    Subject,
    subject_of_auctions,
    subject_of_conventions,
    subject_of_entry,
    subject_of_section,
)
from bidbase.compiler import HandBatch
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import Hand, Seat
from tests.engine.making import make_bidder, make_section, shipped_bidder

MODERN = shipped_bidder("2over1")
DEALER = QuestionDealer(MODERN)
MAKER, PARTNER = Chair
NORTH_SOUTH = (Seat.NORTH, Seat.SOUTH)


def convention(name: str) -> Subject:
    return subject_of_conventions(MODERN.system, [name])


def assert_comes_out(question: Question | None) -> None:
    """Four robots bid the deal as the question says, and the student's call is the one expected."""
    table = Table(MODERN, MODERN, seed=str(question.deal))
    auction = Auction(question.auction.dealer, question.auction.vulnerability)
    for call, decision in zip(question.auction.calls, question.decisions, strict=True):
        made = table.decide(question.deal[auction.turn], auction)
        assert (made.call, made.entry) == (call, decision.entry)
        auction = auction.with_call(call)
    assert auction == question.auction
    assert auction.turn is Seat.SOUTH
    assert table.decide(question.deal[Seat.SOUTH], auction).call is question.expected.call


def assert_target_or_decoy(question: Question | None) -> None:
    """A target is the call of the wanted entry, by it; with a decoy another call is right, near the entry's edge."""
    expected = question.expected
    assert expected.entry is not None
    if not question.decoy:
        assert expected.entry.id == question.wanted.id
        return
    place = Table(MODERN, MODERN).place(question.auction)
    section, allowed = place.section_of(question.wanted)
    rows = section.rows_in(allowed & section.mask_of[question.wanted.id])
    assert expected.call not in {row.call for row in rows}
    hand = HandBatch.of([question.deal[Seat.SOUTH]])
    assert any(near_edge(row, hand)[0] for row in rows)


# (convention, chair): those that hardly ever come up when deals are searched for.
RARE = [
    ("Smolen", MAKER),
    ("Smolen", PARTNER),
    ("Grand slam force", MAKER),
    ("Grand slam force", PARTNER),
    ("Pick a slam", PARTNER),
    ("Unusual 2NT", MAKER),
    ("Unusual 2NT: 4NT", MAKER),
    ("Unusual 2NT: 4NT", PARTNER),
    ("Lightner double", MAKER),
    ("Super-accept", MAKER),
    ("Gerber", MAKER),
    ("Gerber", PARTNER),
    ("Maximal double", MAKER),
    ("Maximal double", PARTNER),
    ("Blackwood: Roman Key Card: Queen", MAKER),
]


@pytest.mark.parametrize(("name", "chair"), RARE)
def test_what_is_rare_is_dealt_at_once(name, chair):
    drawn = []
    question = DEALER.question(convention(name), chair, 1, lambda: drawn.append(name))
    assert question is not None
    assert len(drawn) <= 40, "auctions for which deals were drawn"
    assert_comes_out(question)
    assert_target_or_decoy(question)


@pytest.mark.parametrize("chair", Chair)
@pytest.mark.parametrize("name", ["Stayman", "Takeout double", "Weak two", "Splinter"])
def test_every_question_is_honest(name, chair):
    subject = convention(name)
    questions = [DEALER.question(subject, chair, number) for number in range(1, 6)]
    for question in questions:
        assert_comes_out(question)
        assert_target_or_decoy(question)
        own = [index for index in range(len(question.decisions)) if question.auction.seat_of(index) in NORTH_SOUTH]
        begun_by = [question.auction.seat_of(i) for i in own if subject.holds(question.decisions[i].entry)]
        assert begun_by[:1] in ([[], [Seat.SOUTH]] if chair is MAKER else [[Seat.NORTH]])
    assert 1 <= sum(question.decoy for question in questions) <= DECOYS


def test_a_decoy_of_a_convention_has_another_purpose():
    subject = convention("Stayman")
    decoys = [q for n in range(1, 16) if (q := DEALER.question(subject, MAKER, n)).decoy]
    assert len(decoys) == 6
    assert not [q for q in decoys if q.expected.call is not PASS and subject.holds(q.expected.entry)]


@given(st.integers(0, 1000), st.sampled_from(Chair), st.sampled_from(["convention A", "entry 1N-P/1"]))
def test_two_of_five_are_decoys(block, chair, name):
    subject = Subject(name, ())
    assert sum(is_decoy(subject, chair, block * BLOCK + number) for number in range(1, BLOCK + 1)) == DECOYS


def test_the_order_of_decoys_cannot_be_guessed():
    """From what came before: each way to place two decoys among five questions occurs."""
    subject = Subject("convention Stayman", ())
    ways = {tuple(is_decoy(subject, MAKER, 5 * block + n) for n in range(1, 6)) for block in range(200)}
    assert len(ways) == 10


def test_the_same_number_is_the_same_question():
    first, second = (QuestionDealer(MODERN).question(convention("Smolen"), MAKER, 3) for _ in range(2))
    assert (first.deal, first.auction, first.wanted) == (second.deal, second.auction, second.wanted)


def test_a_section_an_entry_and_an_auction_are_asked_as_well():
    section = subject_of_section(MODERN.system, "1N-P-2D-P")
    assert not section.entries, "answers to transfers stand in a pattern"
    entry = subject_of_entry(MODERN.system, "2N-P/099000")
    question = DEALER.question(entry, MAKER, 1)
    assert question.wanted.id == "2N-P/099000"
    assert str(question.auction).removeprefix("P-").startswith(("2N-P", "P-"))
    auction = subject_of_auctions(MODERN, [Auction.parse("P-1H-P").calls])
    for number in range(1, 5):
        question = DEALER.question(auction, MAKER, number)
        assert str(question.auction) == "P-1H-P"
        assert_comes_out(question)
        assert_target_or_decoy(question)
    answered = DEALER.question(auction, PARTNER, 1)
    assert str(answered.auction).startswith("P-1H-P-")
    assert len(answered.auction.calls) == 5


def test_auctions_are_asked_as_often_as_they_come_up():
    """An opening of 1NT is some ten times as frequent as one of 2NT."""
    subject = subject_of_auctions(MODERN, [Auction.parse(text).calls for text in ("1N-P", "2N-P")])
    asked = Counter(DEALER.question(subject, MAKER, number).auction.prior_bids for number in range(1, 31))
    assert asked["1N-P"] + asked["2N-P"] == 30
    assert 0 < asked["2N-P"] <= 8


def test_hands_are_asked_as_often_as_they_come_up():
    """After 1NT a transfer or Stayman is usual; a jump to 5NT or 7NT is not."""
    subject = subject_of_auctions(MODERN, [Auction.parse("1N-P").calls])
    questions = [DEALER.question(subject, MAKER, number) for number in range(1, 31)]
    right = [str(question.expected.call) for question in questions]
    assert sum(call[0] in "P23" for call in right) >= 25
    assert PASS not in {question.expected.call for question in questions if not question.decoy}, "a pass is a decoy"


# (convention, level, chair, auctions, why)
LEVELS = [
    ("Stayman", Level.BEGIN, MAKER, {"1N-P", "2N-P"}, "whether to use it"),
    ("Stayman", Level.BEGIN, PARTNER, {"1N-P-2C-P", "2N-P-3C-P"}, "what to answer"),
    ("Stayman", Level.FOLLOW, MAKER, {"1N-P-2C-P-2D-P", "1N-P-2C-P-2H-P", "1N-P-2C-P-2S-P"}, "what follows"),
    ("Jacoby transfers", Level.BEGIN, PARTNER, {"1N-P-2D-P", "1N-P-2H-P"}, ""),
    ("Michaels", Level.BEGIN, MAKER, {"1C", "1D", "1H", "1S"}, "their opening is a part of it"),
    ("Negative double", Level.BEGIN, MAKER, {"1C-1H", "1C-1S", "1D-1H", "1D-1S"}, "so is their overcall"),
]


@pytest.mark.parametrize(("name", "level", "chair", "auctions", "why"), LEVELS)
def test_most_questions_of_a_level_are_in_the_plain_auction(name, level, chair, auctions, why):
    subject = subject_of_conventions(MODERN.system, [name], level)
    questions = [DEALER.question(subject, chair, number) for number in range(1, 11)]
    assert sum(question.auction.prior_bids in auctions for question in questions) >= 5, why


@pytest.mark.parametrize("chair", Chair)
def test_they_come_in_at_the_last_level(chair):
    subject = subject_of_conventions(MODERN.system, ["Stayman"], Level.CONTESTED)
    for number in range(1, 6):
        theirs = DEALER.question(subject, chair, number).auction
        since = theirs.calls[theirs.leading_passes :]
        assert any(call is not PASS for call in since[-1::-2]), str(theirs)


NOTHING_LEADS_THERE = {"prior_bids": "7N-P", "bid": "P", "convention": "Joke"}


@pytest.mark.parametrize("chair", Chair)
def test_what_never_comes_up_has_no_question(chair):
    bidder = make_bidder({"bid": "1C", "hcp": "12+"}, NOTHING_LEADS_THERE)
    assert QuestionDealer(bidder).question(subject_of_conventions(bidder.system, ["Joke"]), chair, 1) is None


@pytest.mark.parametrize("usage", ["0", "T", "D"])
def test_entries_of_the_other_side_or_after_a_simulation_are_not_asked(usage):
    bidder = make_bidder({"bid": "1C", "usage": usage, "best_contract": "1C" if usage == "D" else ""})
    assert subject_of_section(bidder.system, "").entries == ()


# (entry, hand, whether it lies near the edge, why)
EDGES = [
    ({"bid": "1N", "hcp": "15-17"}, "AK2.K32.KJ32.432", True, "14 points, one too few"),
    ({"bid": "1N", "hcp": "15-17"}, "AK2.432.KJ32.432", False, "11 points are far from 15"),
    ({"bid": "1N", "hcp": "15-17"}, "AK2.K32.KJ32.K32", True, "it is met"),
    ({"bid": "1S", "spades_num": "5+"}, "AK32.K32.KJ3.432", True, "one spade too few"),
    ({"bid": "1S", "spades_num": "5+"}, "AK2.K432.KJ3.432", False, "two spades too few"),
    ({"bid": "1N", "shape": "4333"}, "AK32.K32.KJ32.43", True, "one card is elsewhere"),
    ({"bid": "1N", "shape": "4333"}, "AK532.K32.KJ32.4", False, "two cards are elsewhere"),
    ({"bid": "2S", "spades_points": "3+"}, "K65432.432.32.32", True, "three points in spades: met"),
    ({"bid": "2S", "spades_points": "3+"}, "J65432.A32.32.32", True, "one point in spades"),
    ({"bid": "2S", "spades_points": "3+"}, "965432.A32.32.32", False, "no points in spades"),
    (
        {"bid": "2S", "hcp": "5-10", "spades_num": "6", "hearts_num": "0-3"},
        "K5432.A432.A2.A2",
        False,
        "three conditions fail, each by little",
    ),
]


@pytest.mark.parametrize(("cells", "hand", "near", "why"), EDGES)
def test_what_lies_near_the_edge(cells, hand, near, why):
    (row,) = make_section(cells).rows
    assert near_edge(row, HandBatch.of([Hand.parse(hand)])).tolist() == [near], why


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_a_hand_that_meets_a_row_is_near_it(seed):
    (row,) = make_section({"bid": "1S", "hcp": "11-15", "spades_num": "5+", "shape": "unbalanced"}).rows
    hands = HandBatch.random(200, seed)
    met = np.array([all(c.truth[c.feature.of(hands.hand(i))] for c in row.conditions) for i in range(len(hands))])
    assert near_edge(row, hands)[met].all()
