"""How a student stands in a topic: how many of the last calls were right, how sure that is, and where it is going."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from bidbase.bidding.subjects import Level

LATEST = 20  # calls of a topic that count
FEW = 5  # with fewer calls nothing is said of a trend, and no topic is called weak
CONFIDENCE = 1.96  # standard deviations on either side: 95 times in 100 the true share lies between
CHANGE = Fraction(2, 10)  # of the share, between the earlier and the later half; more is called a trend
WEAK = 0.8  # a share of right calls below it is weak
HELD, OF_LATEST = 8, 10  # right calls of the latest ones at a level with which it is held
DAYS = 7


@dataclass(frozen=True)
class Standing:
    """The latest judged calls of a topic, the last one first: whether each was right."""

    results: tuple[bool, ...] = ()

    @property
    def asked(self) -> int:
        """How many calls."""
        return len(self.results)

    @property
    def right(self) -> int:
        """How many of them were right."""
        return sum(self.results)

    @property
    def expected_misses(self) -> float:
        """The share of the next calls that will probably be wrong, 0 to 1: as if five calls had gone before, one wrong.

        So a topic that was never asked counts as somewhat weak, and one miss does not make a topic hopeless.
        """
        return (self.asked - self.right + 1) / (self.asked + 5)

    @property
    def likely(self) -> tuple[float, float]:
        """Between which shares of right calls the true one lies, 95 times in 100 (the interval of Wilson, 1927)."""
        if not self.asked:
            return 0.0, 1.0
        share, spread = self.right / self.asked, CONFIDENCE**2 / self.asked
        middle = share + spread / 2
        reach = CONFIDENCE * sqrt(share * (1 - share) / self.asked + spread / self.asked / 4)
        return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))

    @property
    def trend(self) -> int:
        """1 where the later half of the calls is clearly better than the earlier one, -1 where worse, else 0.

        The shares must differ by more than two of ten, since in five calls two of ten are a single miss.
        """
        half = self.asked // 2
        if half < FEW:
            return 0
        later, earlier = self.results[:half], self.results[half:]
        change = Fraction(sum(later), len(later)) - Fraction(sum(earlier), len(earlier))
        return (change > CHANGE) - (change < -CHANGE)

    @property
    def is_weak(self) -> bool:
        """Whether enough calls were made, and too many of them were wrong."""
        return self.asked >= FEW and self.right / self.asked < WEAK

    @property
    def is_held(self) -> bool:
        """Whether eight of the last ten calls were right: then the next level of a topic opens."""
        return sum(self.results[:OF_LATEST]) >= HELD

    @property
    def score_words(self) -> str:
        """`14 of 20 right, lately better`."""
        if not self.asked:
            return "Not practiced yet"
        return f"{self.right} of {self.asked} right{('', ', lately better', ', lately worse')[self.trend]}"

    @property
    def error_words(self) -> str:
        """`So you probably get between 48% and 85% right.`"""
        low, high = self.likely
        return f"So you probably get between {low:.0%} and {high:.0%} right."


NOT_ASKED = Standing()


@dataclass(frozen=True)
class Standings:
    """How a student stands in each topic, by slug, and at each level of it; what they never met is left out.

    `placed` are the topics that they have shown to know in a placement round: of these they hold the first level.
    """

    topics: Mapping[str, Standing]
    levels: Mapping[tuple[str, int], Standing]
    placed: Collection[str] = ()

    def holds(self, topic: str, level: Level) -> bool:
        """Whether the student holds a level of a topic."""
        placed = level is Level.BEGIN and topic in self.placed
        return placed or self.levels.get((topic, level), NOT_ASKED).is_held

    def passes(self, topic: str, level: Level) -> bool:
        """Whether the path goes on behind a level: the student holds it, or has been asked about it many times.

        Nobody is kept where they are: what they miss there comes back, and the topic counts as weak.
        """
        return self.holds(topic, level) or self.levels.get((topic, level), NOT_ASKED).asked >= LATEST

    @property
    def weakest_first(self) -> list[str]:
        """The topics that the student has met, those first in which most is expected to go wrong."""
        return sorted(self.topics, key=lambda topic: self.topics[topic].expected_misses, reverse=True)


@dataclass(frozen=True)
class TopicProgress:
    """The standing in a topic, in each convention of it by name, and after each auction of it by section."""

    whole: Standing
    conventions: Mapping[str, Standing]
    sections: Mapping[str, Standing]


Part = TypeVar("Part", bound=Hashable)


def standings(judged: Iterable[tuple[Part, bool | None]]) -> dict[Part, Standing]:
    """The standing in each part (a topic, a level, a convention) by judged calls, the last one first.

    Those that were right with hints (None) do not count.
    """
    results: dict[Part, list[bool]] = {}
    for part, right in judged:
        of_part = results.setdefault(part, [])
        if right is not None and len(of_part) < LATEST:
            of_part.append(right)
    return {part: Standing(tuple(of_part)) for part, of_part in results.items()}


def days_practiced(dates: Sequence[date], today: date) -> int:
    """On how many of the last seven days, today among them, something was practiced."""
    return len({day for day in dates if today - timedelta(days=DAYS) < day <= today})
