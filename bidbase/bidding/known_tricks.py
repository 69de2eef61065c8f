"""What is known of the tricks of declarers: first an estimate, then what the double-dummy solver says when it is asked.

The solver is asked whether a declarer takes at least so many tricks. Where it is one more than that, or one less, the
solver answers in a quarter of the time in which it finds the number of tricks. So it is asked what tells most about a
result, and only until the result is known well enough: whether a game is made, but not whether there is an overtrick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from bidbase.game.cards import Seat, Strain
from bidbase.game.estimated_tricks import chances_of_tricks, estimated_tricks

_LEAST = 1e-9  # no estimate rules out a number of tricks
_NO_TRICKS = np.eye(14)[0]

Ask = Callable[[int, Strain, Seat, int], bool]
"""Asks the solver whether in the deal with this number a declarer takes at least so many tricks in a strain."""


class PlayedDeal(NamedTuple):
    """A strain that a declarer plays, in the deal with a number."""

    deal: int
    strain: Strain
    declarer: Seat


class KnownTricks:
    """How likely 0 to 13 tricks are for declarers, each in a strain, in deals of the shape (4 seats, 4 suits, deals).

    Where nobody plays, since a board is passed out, None stands for what is played.
    """

    def __init__(self, holdings: np.ndarray, declarers: Iterable[tuple[Strain, Seat]], ask: Ask) -> None:
        self._ask = ask
        self._chances = {pair: chances_of_tricks(*estimated_tricks(holdings, *pair)) + _LEAST for pair in {*declarers}}
        self.asked = 0
        """How many questions the solver has been asked."""

    def chances(self, played: PlayedDeal | None) -> np.ndarray:
        """How likely each number of tricks is, shape (14,)."""
        if played is None:
            return _NO_TRICKS
        chances: np.ndarray = self._chances[played.strain, played.declarer][played.deal]
        return chances / chances.sum()

    def mean(self, results: np.ndarray, first: PlayedDeal | None, second: PlayedDeal | None) -> float:
        """The mean of results by the tricks of two declarers, shape (14, 14), who may be the same."""
        if first == second:
            return float(self.chances(first) @ results.diagonal())
        return float(self.chances(first) @ results @ self.chances(second))

    def settle(self, results: np.ndarray, first: PlayedDeal | None, second: PlayedDeal | None, within: float) -> None:
        """Ask the solver until the standard deviation of the results is `within` at most."""
        while self.mean(results**2, first, second) - self.mean(results, first, second) ** 2 > within**2:
            if first == second:
                by_tricks = {first: results.diagonal()}
            else:
                by_tricks = {first: results @ self.chances(second), second: self.chances(first) @ results}
            told = {played: self._told(played, means) for played, means in by_tricks.items()}
            most = max(told, key=lambda played: told[played].max())
            assert most is not None, "the results depend on some tricks"
            self._narrow(most, int(told[most].argmax()) + 1)

    def _told(self, played: PlayedDeal | None, results: np.ndarray) -> np.ndarray:
        """How much of the variance of results by tricks it tells whether 1 to 13 tricks are taken, shape (13,)."""
        chances = self.chances(played)
        below = chances.cumsum()[:-1]
        sums = (chances * results).cumsum()
        even = below * (1 - below)
        told = (sums[:-1] - sums[-1] * below) ** 2
        # Where no question tells anything alone, the one is asked whose answer is most open.
        return np.divide(told, even, out=np.zeros(13), where=even > 0) + _LEAST * even

    def _narrow(self, played: PlayedDeal, tricks: int) -> None:
        """Learn whether so many tricks are taken."""
        chances = self._chances[played.strain, played.declarer][played.deal]
        self.asked += 1
        if self._ask(*played, tricks):
            chances[:tricks] = 0
        else:
            chances[tricks:] = 0
