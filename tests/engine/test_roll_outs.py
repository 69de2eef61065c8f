"""Roll-outs: how calls are bid on, which contracts are solved, and when another call is better than the book's."""

from collections.abc import Sequence

import numpy as np
import pytest

from bidbase.bidding import roll_outs
from bidbase.bidding.drawing import random_deals
from bidbase.bidding.robots import Table
from bidbase.bidding.roll_outs import (
    BATCH,
    DEALS,
    FEWEST,
    MOST_ASKED,
    Ends,
    RollOutQuestion,
    gains_of,
    roll_out,
    scores_of,
    weigh,
)
from bidbase.bidding.weighed import Weighed
from bidbase.game.auction import DOUBLE, PASS, Auction, Call
from bidbase.game.cards import Hand, Seat, Side, Strain, Vulnerability
from bidbase.game.estimated_tricks import estimated_tricks
from bidbase.language.circumstances import Scoring
from tests.engine.making import make_bidder, make_contract

AUCTION = Auction.parse("1S-P-2S-P")  # North is to call
HAND = Hand.parse("AQ6543.AQ32.K2.2")
GAME, TRY = Call.parse("4S"), Call.parse("3S")
PART, FOUR = make_contract("2S"), make_contract("4S")
COUNT = 48


def close_deals() -> np.ndarray:
    """Deals in which the estimate cannot tell whether North takes nine tricks in spades or ten."""
    deals = random_deals(5_000, seed=1)
    tricks, _ = estimated_tricks(deals, Strain.SPADES, Seat.NORTH)
    return deals[:, :, (tricks > 9) & (tricks < 10)][:, :, :COUNT]


CLOSE = close_deals()


class Solver:
    """Gives all declarers the tricks of a list, by the number of the deal, and keeps what it was asked."""

    def __init__(self, tricks: Sequence[int]) -> None:
        self.tricks = tricks
        self.asked: list[tuple[int, Strain, Seat, int]] = []

    def __call__(self, number: int, strain: Strain, declarer: Seat, tricks: int) -> bool:
        self.asked.append((number, strain, declarer, tricks))
        return self.tricks[number % len(self.tricks)] >= tricks

    @property
    def deals(self) -> list[int]:
        """The numbers of the deals that it was asked about."""
        return sorted({number for number, *_ in self.asked})


def question(*calls: Call, scoring: Scoring = Scoring.IMP) -> RollOutQuestion:
    return RollOutQuestion(AUCTION, HAND, calls, scoring)


def weighed(solver: Solver, ends: Ends, scoring: Scoring = Scoring.IMP) -> Weighed:
    return weigh(question(*ends, scoring=scoring), CLOSE, ends, solver)


# tricks of spades in the deals, the call that is chosen over a pass, why
CHOSEN = [
    ([10], GAME, "game is always made"),
    ([9], PASS, "game is never made"),
    ([10, 10, 10, 9], GAME, "at IMPs 6 are won three times where 5 are lost once"),
    ([10, 8, 9, 9], PASS, "game is mostly down"),
]


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize(("tricks", "chosen", "why"), CHOSEN)
def test_the_call_that_leads_to_the_better_contract_is_chosen(tricks, chosen, why, scoring):
    solver = Solver(tricks)
    result = weighed(solver, {PASS: [PART] * COUNT, GAME: [FOUR] * COUNT}, scoring)
    assert (result.chosen, result.book) == (chosen, PASS), why
    assert result.calls[0].call is chosen, "it comes first"


def test_what_was_weighed_says_what_came_of_each_call():
    ends: Ends = {PASS: [PART] * COUNT, GAME: [*[FOUR] * (COUNT - 3), None, None, None]}
    result = weighed(Solver([10]), ends)
    game, book = result.of(GAME), result.of(PASS)
    assert [(str(ending.contract), ending.deals) for ending in game.endings] == [("4S", COUNT - 3), ("None", 3)]
    assert (book.gain, book.error) == (0.0, 0.0)
    assert game.gain > 4
    assert game.score == pytest.approx(420, abs=100), "the solved deals correct the estimated score too"
    assert game.words().startswith("4♠: 4♠ by North 45, passed out 3; scores +")
    assert result.words().startswith(f"over {COUNT} deals: ")


def test_where_calls_lead_to_the_same_contract_nothing_is_solved_and_the_books_stands():
    solver = Solver([10])
    result = weighed(solver, {TRY: [FOUR] * COUNT, GAME: [FOUR] * COUNT})
    assert (result.chosen, result.solved, solver.asked) == (TRY, 0, [])
    assert set(result.equals) == {TRY, GAME}


def test_only_deals_that_decide_are_solved_and_nothing_is_asked_twice():
    solver = Solver([10, 9])
    same_but_for_some = [FOUR if number % 4 else PART for number in range(COUNT)]
    weighed(solver, {PASS: [PART] * COUNT, GAME: same_but_for_some, TRY: same_but_for_some})
    assert solver.asked
    assert all(number % 4 for number in solver.deals)
    assert len(set(solver.asked)) == len(solver.asked)


def test_a_clear_matter_costs_a_batch_and_an_unclear_one_ends_at_the_limit():
    clear, unclear = Solver([11]), Solver([10, 9, 9, 10])
    ends = {PASS: [PART] * COUNT, GAME: [FOUR] * COUNT}
    weighed(clear, ends)
    assert clear.deals == [*range(BATCH)]
    weighed(unclear, ends)
    assert len(unclear.deals) > BATCH
    assert MOST_ASKED <= len(unclear.asked) < MOST_ASKED + 5, "the last deal is solved to its end"


def test_a_call_that_cannot_gain_enough_is_given_up():
    """An overtrick more or less: nothing that is worth leaving the book for."""
    solver = Solver([9])
    ends: Ends = {PASS: [PART] * COUNT, TRY: [make_contract("3S")] * COUNT}
    result = weighed(solver, ends)
    assert result.chosen is PASS
    assert len(solver.deals) < COUNT


@pytest.mark.parametrize("tricks", [[10], [9], [10, 9, 9], [8, 11]])
def test_the_solved_deals_correct_the_estimates(tricks):
    """The estimates say nine and a half; the truth is the solver's."""
    ends = {PASS: [PART] * COUNT, GAME: [FOUR] * COUNT}
    result = weighed(Solver(tricks), ends).of(GAME)
    true = np.mean([gains_of(FOUR, PART, Side.NS, Vulnerability.NONE, Scoring.IMP)[took, took] for took in tricks])
    assert abs(result.gain - true) < 3 * result.error + 0.01


# contract, tricks, the score of North-South who are to call, why
SCORES = [
    ("4S", Seat.NORTH, 10, 420, "their own contract is made"),
    ("4S", Seat.EAST, 10, -420, "that of the opponents"),
    ("4S", Seat.NORTH, 8, -100, "two down"),
    ("4S", Seat.NORTH, 7, -500, "three down, somebody would have doubled"),
    ("4S", Seat.EAST, 7, 150, "nobody counts on a double that was not made"),
    ("4SX", Seat.NORTH, 9, -100, "doubled anyway"),
]


@pytest.mark.parametrize(("contract", "declarer", "tricks", "score", "why"), SCORES)
def test_own_contracts_that_go_far_down_count_as_doubled(contract, declarer, tricks, score, why):
    assert scores_of(make_contract(contract, declarer), Side.NS, Vulnerability.NONE)[tricks] == score, why


def test_a_board_passed_out_scores_nothing():
    assert not scores_of(None, Side.NS, Vulnerability.BOTH).any()
    assert gains_of(PART, None, Side.NS, Vulnerability.NONE, Scoring.IMP)[8, 0] == 3


def test_at_matchpoints_a_gain_is_half_a_top():
    gains = gains_of(FOUR, PART, Side.NS, Vulnerability.NONE, Scoring.MP)
    assert (gains[10, 10], gains[9, 9], gains[10, 13]) == (0.5, -0.5, 0.5)


# --- Deals, and bidding on --------------------------------------------------------------------------------------------

# One spade shows ten points and five spades; two spades six to nine and three. A try for game is accepted with eight.
SYSTEM = (
    {"bid": "1S", "hcp": "10-21", "spades_num": "5+"},
    {"prior_bids": "1S-P", "bid": "2S", "hcp": "6-9", "spades_num": "3+"},
    {"prior_bids": "1S-P-2S-P", "bid": "3S", "hcp": "15-16"},
    {"prior_bids": "1S-P-2S-P-3S-P", "bid": "4S", "hcp": "8-9"},
)


def spades() -> Table:
    bidder = make_bidder(*SYSTEM)
    return Table(bidder, bidder, seed="1")


def test_the_calls_are_bid_on_by_the_book_over_deals_that_fit():
    result = roll_out(spades(), question(PASS, TRY, GAME))
    ends = {line.call: {str(ending.contract): ending.deals for ending in line.endings} for line in result.calls}
    assert result.deals == DEALS
    assert ends[PASS] == {"2S": DEALS}
    assert ends[GAME] == {"4S": DEALS}
    assert set(ends[TRY]) == {"3S", "4S"}, "partner accepts with some of the hands that partner may have"
    assert result.chosen in (TRY, GAME)


def test_the_same_question_has_the_same_answer_and_another_seed_draws_other_deals():
    asked = question(PASS, GAME)
    first = roll_out(spades(), asked)
    assert roll_out(spades(), asked) == first
    other = RollOutQuestion(AUCTION, HAND, (PASS, GAME), Scoring.IMP, seed="2")
    assert roll_out(spades(), other) != first


def test_silent_opponents_stay_silent():
    loud = {"prior_bids": "1S-P-2S-P-4S", "bid": "D", "hcp": "0-37"}
    bidder = make_bidder(*SYSTEM, loud)
    asked = [
        RollOutQuestion(AUCTION, HAND, (GAME,), Scoring.IMP, "1", frozenset(silent)) for silent in ([], [Seat.EAST])
    ]
    ends = [str(roll_out(Table(bidder, bidder), one).calls[0].endings[0].contract) for one in asked]
    assert ends == ["4SX", "4S"]


def test_without_deals_there_is_no_answer(monkeypatch):
    bidder = make_bidder(SYSTEM[0], SYSTEM[1] | {"spades_num": "8+"})
    assert roll_out(Table(bidder, bidder), question(PASS, GAME)) is None, "partner cannot hold eight spades"
    monkeypatch.setattr(roll_outs, "DEALS", FEWEST - 1)
    assert roll_out(spades(), question(PASS, GAME)) is None, "too few tell nothing"


def test_a_double_is_weighed_as_any_call():
    auction = Auction.parse("1S-P-2S-3H-P-P")
    hand = Hand.parse("KQ2.AQ32.A32.432")
    bidder = make_bidder(*SYSTEM, {"prior_bids": "1S-P-2S", "bid": "3H", "hearts_num": "5+"})
    asked = RollOutQuestion(auction, hand, (PASS, DOUBLE), Scoring.IMP)
    result = roll_out(Table(bidder, bidder), asked)
    assert {str(ending.contract) for ending in result.of(DOUBLE).endings} == {"3HX"}
