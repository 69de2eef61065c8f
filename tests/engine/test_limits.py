"""Limits by evidence: the steps that are tried, and what they gain on boards and on deals drawn for them."""

from __future__ import annotations

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, fresh_boards
from bidbase.bidding.teams import play_match
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat
from bidbase.game.double_dummy import analyze_all
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.limits.drawn import DEALS_OF_A_ROUND, DrawnTrials
from bidbase.limits.evidence import BoardTrials, Evidence
from bidbase.limits.steps import LimitStep, steps_of
from tests.engine.making import make_bidder, make_entry, shipped_bidder

STEPS = [
    ("hcp", "15-17", ["14-17", "16-17", "15-18", "15-16"], "both limits, both ways"),
    ("hcp", "10+", ["9+", "11+"], "no upper limit"),
    ("hcp", "0-5", ["0-6", "0-4"], "a limit of 0 is none"),
    ("hcp", "11", ["10-11", "11-12"], "nothing is left of it the other way"),
    ("hcp", "<8", ["<9", "<7"], "a limit that is left out"),
    ("hcp", "<1", ["<2"], "no hand has less than nothing"),
    ("hcp", "6-9,12+", ["5-9,12+", "7-9,12+", "6-10,12+", "6-8,12+", "6-9,11+", "6-9,13+"], "each alternative"),
    ("spades_num", "5+", ["4+", "6+"], "cards"),
    ("spades_num", ">H", [], "suits are compared"),
    ("distribution", "T19+", ["T18+", "T20+"], "total points"),
    ("shape", "balanced", [], "no number"),
    ("spades_points", "A", [], "no number either"),
]


@pytest.mark.parametrize(("field", "cell", "moved", "why"), STEPS)
def test_each_limit_moves_by_one(field, cell, moved, why):
    entry = make_entry(bid="1S", **{field: cell})
    assert [step.after.text(field) for step in steps_of(entry)] == moved, why


def test_a_step_is_told_in_words():
    entry = make_entry(prior_bids="1S-P", bid="2S", hcp="6-9")
    words = [step.words() for step in steps_of(entry)]
    assert words[2] == "1S-P/100000/2S 2♠, HCP: 6 to 9 HCP becomes 6 to 10 HCP"


def may_matter(board: Board) -> bool:
    """Whether a hand of the board may open 1NT with 14 HCP: without one it is bid alike, and only costs time."""
    return any(COUNT_BY_NAME["hcp"].of(hand) == 14 and max(hand.lengths) < 6 for hand in board.deal.hands)


BOARDS = [board for index, board in enumerate(fresh_boards(120, seed=7)) if index < 8 or may_matter(board)]


def notrump_of_fourteen(bidder: Bidder) -> LimitStep:
    """1NT with 14 HCP too."""
    entry = bidder.system.by_id["opening/130000"]
    return next(step for step in steps_of(entry) if step.after.text("hcp") == "14-17")


def evidence_of(bidder: Bidder, boards: list[Board], step: LimitStep) -> Evidence:
    analyses = analyze_all((board.deal, board.dealer, board.vulnerability) for board in boards)
    return BoardTrials(bidder, zip(boards, analyses, strict=True)).evidence(step)


def test_a_step_gains_what_a_match_against_the_system_as_it_is_would_give():
    bidder = shipped_bidder("sayc")
    step = notrump_of_fourteen(bidder)
    changed = Bidder(bidder.system.changed(entries={step.before.id: step.after}), bidder)
    won = {match.first.board.number: match.imps for match in play_match(changed, bidder, BOARDS) if match.imps}
    evidence = evidence_of(bidder, BOARDS, step)
    assert won, "the boards have hands with which the step matters"
    assert sorted(filter(None, evidence.found)) == sorted(won[number] for number in won if number % 2)
    assert sorted(filter(None, evidence.confirmed)) == sorted(won[number] for number in won if number % 2 == 0)


def test_a_step_that_no_hand_comes_to_does_not_matter():
    bidder = make_bidder({"bid": "1N", "hcp": "15-17"}, {"order": "200000", "bid": "2N", "hcp": "36"})
    evidence = evidence_of(bidder, BOARDS[:4], next(steps_of(bidder.system.entries[1])))
    assert (evidence.found, evidence.confirmed) == ((), ())


def test_what_is_found_is_told_with_what_confirms_it():
    step = notrump_of_fourteen(shipped_bidder("sayc"))
    evidence = Evidence(step, (3, 1, 2, 2), (1, -1))
    assert evidence.words() == "+2.00 ± 0.41 IMPs on each of 4 boards; on 2 others +0.00 ± 1.00"
    assert evidence.is_found(4.5)
    assert not evidence.is_found(5)
    assert not Evidence(step, (3,), ()).is_found(2), "one board has no error to speak of"


OPENING = Auction(Seat.NORTH)


def step_to(bidder: Bidder, ref: str, field: str, cell: str) -> LimitStep:
    """The step with which a field of an entry says this."""
    return next(step for step in steps_of(bidder.system.by_id[ref]) if step.after.text(field) == cell)


def changed_by(bidder: Bidder, step: LimitStep) -> Bidder:
    return Bidder(bidder.system.changed(entries={step.before.id: step.after}), bidder)


@pytest.mark.parametrize("number", range(4))
def test_a_step_back_loses_what_the_step_gains(number):
    bidder = shipped_bidder("sayc")
    step = notrump_of_fourteen(bidder)
    changed = changed_by(bidder, step)
    back = step_to(changed, step.before.id, "hcp", "15-17")
    swings = DrawnTrials(bidder, OPENING).swings(step, number)
    assert len(swings) == DEALS_OF_A_ROUND, "every deal has a hand of 14 points that opens 1NT"
    assert any(swings)
    assert DrawnTrials(changed, OPENING).swings(back, number) == [-swing for swing in swings]


def test_a_grand_slam_on_nothing_loses_much():
    bidder = make_bidder({"bid": "7N", "hcp": "20+"})
    swings = DrawnTrials(bidder, OPENING).swings(step_to(bidder, "opening/100000/7N", "hcp", "19+"), 0)
    assert len(swings) == DEALS_OF_A_ROUND
    assert max(swings) < 0


def test_a_call_after_others_is_tried_where_it_is_made():
    bidder = make_bidder(
        {"bid": "1N", "hcp": "15-17"},
        {"prior_bids": "1N-P", "bid": "3N", "hcp": "9+"},
        {"prior_bids": "1N", "bid": "P"},
    )
    step = step_to(bidder, "1N-P/100000/3N", "hcp", "8+")
    swings = DrawnTrials(bidder, Auction.parse("1N-P", Seat.NORTH)).swings(step, 0)
    assert len(swings) == DEALS_OF_A_ROUND


NOTHING_TO_TRY = [
    ({"bid": "2N", "hcp": "36"}, "no hand comes to it"),
    ({"bid": "2N", "hcp": "20-21", "usage": "0"}, "it is switched off"),
]


@pytest.mark.parametrize(("cells", "why"), NOTHING_TO_TRY)
def test_there_are_no_deals_where_nobody_calls_otherwise(cells, why):
    bidder = make_bidder({"bid": "1N", "hcp": "15-17"}, {"order": "200000", **cells})
    step = next(steps_of(bidder.system.entries[1]))
    assert DrawnTrials(bidder, OPENING).swings(step, 0) == [], why
