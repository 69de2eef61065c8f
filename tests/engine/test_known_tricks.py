"""What is known of tricks: what the solver is asked, and when it is asked no more."""

import numpy as np
import pytest

from bidbase.bidding.drawing import random_deals
from bidbase.bidding.known_tricks import KnownTricks, Played
from bidbase.bidding.roll_outs import gains_of
from bidbase.game.auction import Contract
from bidbase.game.cards import Seat, Side, Strain, Vulnerability
from bidbase.game.estimated_tricks import estimated_tricks
from bidbase.language.circumstances import Scoring
from tests.engine.making import make_contract

GAME, PART, THEIRS = make_contract("4S"), make_contract("2S"), make_contract("3H", Seat.EAST)
SPADES, HEARTS = Played(0, Strain.SPADES, Seat.NORTH), Played(0, Strain.HEARTS, Seat.EAST)


def close_deal() -> np.ndarray:
    """A deal in which North may take nine tricks in spades or ten, and East eight in hearts or nine."""
    deals = random_deals(20_000, seed=1)
    spades, _ = estimated_tricks(deals, Strain.SPADES, Seat.NORTH)
    hearts, _ = estimated_tricks(deals, Strain.HEARTS, Seat.EAST)
    return deals[:, :, (abs(spades - 9.5) < 0.5) & (abs(hearts - 8.5) < 0.5)][:, :, :1]


DEAL = close_deal()


class Solver:
    """Answers by the tricks that each strain takes, and keeps what it was asked."""

    def __init__(self, spades: int = 9, hearts: int = 9) -> None:
        self.tricks = {Strain.SPADES: spades, Strain.HEARTS: hearts}
        self.asked: list[tuple[Strain, int]] = []

    def __call__(self, number: int, strain: Strain, declarer: Seat, tricks: int) -> bool:
        self.asked.append((strain, tricks))
        return self.tricks[strain] >= tricks


def known(solver: Solver) -> KnownTricks:
    return KnownTricks(DEAL, [(Strain.SPADES, Seat.NORTH), (Strain.HEARTS, Seat.EAST)], solver)


def gains(contract: Contract | None, other: Contract | None, scoring: Scoring = Scoring.IMP) -> np.ndarray:
    return gains_of(contract, other, Side.NS, Vulnerability.NONE, scoring)


def test_at_first_there_is_the_estimate():
    tricks = known(Solver())
    assert tricks.chances(SPADES).sum() == pytest.approx(1)
    assert (tricks.chances(SPADES) > 0).all(), "nothing is ruled out"
    assert tricks.chances(None).tolist() == [1, *[0] * 13], "a board that is passed out"


# contracts compared, tricks in spades and in hearts, what is known in the end about as well as wanted, why
SETTLED = [
    (GAME, PART, (10, 0), "game is made"),
    (GAME, PART, (9, 0), "game is down, the partscore made"),
    (GAME, PART, (4, 0), "so far down that nobody had guessed"),
    (GAME, THEIRS, (10, 8), "two declarers"),
    (GAME, THEIRS, (8, 9), "both go the other way"),
    (PART, None, (6, 0), "the board would be passed out"),
]


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize(("contract", "other", "taken", "why"), SETTLED)
def test_the_gain_is_known_as_well_as_is_wanted(contract, other, taken, why, scoring):
    within = {Scoring.IMP: 0.01, Scoring.MP: 0.01}[scoring]
    solver = Solver(*taken)
    tricks, second = known(solver), None if other is None else HEARTS if other is THEIRS else SPADES
    results = gains(contract, other, scoring)
    tricks.settle(results, SPADES, second, within)
    true = results[taken[0], taken[1] if second is HEARTS else taken[0]]
    assert tricks.mean(results, SPADES, second) == pytest.approx(true, abs=0.2), why
    assert len(set(solver.asked)) == len(solver.asked), "nothing is asked twice"
    assert tricks.asked == len(solver.asked)


def test_it_is_asked_whether_game_is_made_and_not_for_overtricks():
    solver = Solver(11)
    tricks = known(solver)
    tricks.settle(gains(GAME, PART), SPADES, SPADES, 2.0)
    assert (Strain.SPADES, 10) in solver.asked
    assert all(wanted <= 10 for _, wanted in solver.asked)
    assert tricks.chances(SPADES)[12] > 0, "nobody has asked for twelve"


def test_the_less_is_wanted_the_less_is_asked():
    asked = []
    for within in (0.1, 1.0, 2.0, 20.0):
        solver = Solver(9, 8)
        known(solver).settle(gains(GAME, THEIRS), SPADES, HEARTS, within)
        asked.append(len(solver.asked))
    assert asked == sorted(asked, reverse=True)
    assert asked[-1] == 0 < asked[0]


def test_what_one_question_alone_does_not_tell_is_asked_all_the_same():
    """The sign turns with either of the two: neither alone says anything of it."""
    sign = np.where(np.arange(14) >= 7, 1.0, -1.0)
    solver = Solver(9, 5)
    tricks = known(solver)
    results = np.outer(sign, sign)
    tricks.settle(results, SPADES, HEARTS, 0.01)
    assert tricks.mean(results, SPADES, HEARTS) == pytest.approx(-1)
