"""How a student stands in a topic: how many of the last calls were right, how sure that is, and where it is going."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import sqrt

LATEST = 20  # calls of a topic that count
FEW = 5  # with fewer calls nothing is said of a trend, and no topic is called weak
CONFIDENCE = 1.96  # standard deviations on either side: 95 times in 100 the true share lies between
CHANGE = Fraction(2, 10)  # of the share, between the earlier and the later half; more is called a trend
WEAK = 0.8  # a share of right calls below it is weak
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
class TopicProgress:
    """The standing in a topic, in each convention of it by name, and after each auction of it by section."""

    whole: Standing
    conventions: Mapping[str, Standing]
    sections: Mapping[str, Standing]


def standings(judged: Iterable[tuple[str, bool]]) -> dict[str, Standing]:
    """The standing of each name (a topic, a convention) in judged calls, the last one first."""
    results: dict[str, list[bool]] = {}
    for name, right in judged:
        of_name = results.setdefault(name, [])
        if len(of_name) < LATEST:
            of_name.append(right)
    return {name: Standing(tuple(of_name)) for name, of_name in results.items()}


def days_practiced(dates: Sequence[date], today: date) -> int:
    """On how many of the last seven days, today among them, something was practiced."""
    return len({day for day in dates if today - timedelta(days=DAYS) < day <= today})
