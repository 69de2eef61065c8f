"""The hands that a student needs today: ten, from several strands, so that each of them goes on every day.

1. Half of them at most bring back what was missed, or has not been seen for long.
2. Two are about the weakest topics.
3. The others are about the next step of the path. Where that is done, more comes back, and then what is known least.

The strands are mixed evenly, since hands of one kind in a row are easy, and soon forgotten (Rohrer and Taylor, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from bidbase.bidding.subjects import Level
from practice.learn.rounds import ROUND

COMING_BACK, WEAK = 5, 2  # hands at most, as long as the path goes on


@dataclass(frozen=True)
class Wanted:
    """What a hand is to be about: an agreement, or a level of a topic where `agreement` is blank."""

    topic: str
    level: Level
    agreement: str = ""


@dataclass(frozen=True)
class Plan:
    """The hands of today by the reasons for them: what comes back, what is new, what is weak, and what is kept up."""

    back: tuple[Wanted, ...] = ()
    new: tuple[Wanted, ...] = ()
    weak: tuple[Wanted, ...] = ()
    kept: tuple[Wanted, ...] = ()

    @property
    def hands(self) -> list[Wanted]:
        """The hands in their order, those of each reason spread over the whole."""
        strands = (self.new, self.back, self.weak, self.kept)
        placed = [((at + 0.5) / len(strand), hand) for strand in strands for at, hand in enumerate(strand)]
        return [hand for _, hand in sorted(placed, key=lambda pair: pair[0])]


def plan_for(due: Sequence[Wanted], new: Wanted | None, weak: Sequence[Wanted], known: Sequence[Wanted]) -> Plan:
    """The plan of a student by what is due, what has waited longest first, and by the next step of their path.

    `weak` are their weakest topics, and `known` all that they have met, what they know least first.
    """
    back, poor = due[: COMING_BACK if new else ROUND], weak[:WEAK]
    left = ROUND - len(back) - len(poor)
    if new:
        return Plan(tuple(back), (new,) * left, tuple(poor))
    return Plan(tuple(back[: ROUND - len(poor)]), weak=tuple(poor), kept=tuple(islice(cycle(known), max(left, 0))))
