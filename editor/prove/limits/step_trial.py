"""How far the trial of a step is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from bidbase.bidding.teams import CLEAR, Tally

MOST_DEALS = 200
FEWEST_DEALS = 60  # before a step can be clear
MOST_ROUNDS = 16  # of a step: one in each seat at each vulnerability


@dataclass(frozen=True)
class StepTrial:
    """What a step has gained in the rounds so far."""

    rounds: int = 0
    tally: Tally = field(default_factory=Tally)

    @property
    def clear(self) -> bool:
        """Whether it gains or loses by `CLEAR` standard errors."""
        return self.tally.boards >= FEWEST_DEALS and abs(self.tally.mean) > CLEAR * self.tally.error

    @property
    def ended(self) -> bool:
        """Whether it has been tried enough."""
        return self.clear or self.tally.boards >= MOST_DEALS or self.rounds >= MOST_ROUNDS

    @property
    def deals(self) -> int:
        """How many of its deals need no trial any more."""
        return MOST_DEALS if self.ended else self.tally.boards

    def with_round(self, swings: list[int]) -> Self:
        """With what another round has brought, in IMPs on each deal."""
        tally = self.tally
        for swing in swings:
            tally = tally.with_board(swing)
        return replace(self, rounds=self.rounds + 1, tally=tally)
