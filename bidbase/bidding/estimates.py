"""What a sample says, with its error: shares and means. All errors are those of 19 samples in 20 (95 percent)."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

Z = 1.959964
"""So many standard errors to both sides hold 95 percent of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share that was counted: `found` of `tried`. `low` and `high` are the limits of E. B. Wilson (1927).

    They are those shares p from which the share found differs by `Z` times sqrt(p (1 - p) / tried), and hold for few
    tries and for shares near 0 or 1 too.
    """

    found: int
    tried: int

    @property
    def value(self) -> float:
        """The share found, 0 to 1; 0 where nothing was tried."""
        return self.found / self.tried if self.tried else 0.0

    @property
    def low(self) -> float:
        """The lower limit."""
        return max(0.0, self._center - self.error) if self.found else 0.0

    @property
    def high(self) -> float:
        """The upper limit."""
        return min(1.0, self._center + self.error) if self.found < self.tried else 1.0

    @property
    def error(self) -> float:
        """Half the distance between the limits."""
        if not self.tried:
            return 0.5
        spread = self.value * (1 - self.value) / self.tried + Z**2 / (4 * self.tried**2)
        return Z * sqrt(spread) / (1 + Z**2 / self.tried)

    @property
    def _center(self) -> float:
        if not self.tried:
            return 0.5
        return (self.value + Z**2 / (2 * self.tried)) / (1 + Z**2 / self.tried)

    def words(self) -> str:
        """`62 % ± 10`; where all or none were found, what that says: `100 %, at least 96`."""
        if not self.tried:
            return "not known yet"
        if self.found == self.tried:
            return f"100 %, at least {_floor(100 * self.low)}"
        if not self.found:
            return f"0 %, at most {-_floor(-100 * self.high)}"
        return f"{100 * self.value:.0f} % ± {max(1, -_floor(-100 * self.error))}"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over a sample. `error` is `Z` times the standard error: that of the sample over the root of its size."""

    value: float
    error: float

    @classmethod
    def of(cls, numbers: np.ndarray) -> Mean:
        """The mean of at least one number; of a single number nothing is known of the error, so it is infinite."""
        count = len(numbers)
        error = Z * float(numbers.std(ddof=1)) / sqrt(count) if count > 1 else float("inf")
        return cls(float(numbers.mean()), error)

    @property
    def clear(self) -> bool:
        """Whether the mean differs from 0 by more than its error."""
        return abs(self.value) > self.error

    def words(self, digits: int = 1) -> str:
        """`2.1 ± 0.3`, with a sign where it is negative."""
        if self.error == float("inf"):
            return f"{number_words(self.value, digits)}"
        return f"{number_words(self.value, digits)} ± {self.error:.{digits}f}"


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something comes up: `share` of a part of all deals that is known exactly.

    `exact` says that there was nothing to sample: all of this part.
    """

    part: float
    share: Share
    exact: bool = False

    @property
    def value(self) -> float:
        """The share of all deals."""
        return self.part if self.exact else self.part * self.share.value

    @property
    def error(self) -> float:
        """How far it may be off."""
        return 0.0 if self.exact else self.part * self.share.error

    @property
    def most(self) -> float:
        """The upper limit."""
        return self.part if self.exact else self.part * self.share.high

    def words(self) -> str:
        """`10.54 % exactly, one deal in 9.49`, `0.031 % ± 0.004, about one deal in 3,230`, `less than one in 9,000`."""
        if not self.value:
            return "never" if self.exact or not self.part else f"less than one in {rounded(1 / self.most)}"
        percent, digits = 100 * self.value, 2 if self.exact else _digits(100 * self.error)
        if self.exact:
            digits = max(2, _digits(percent) + 2)
            return f"{percent:.{digits}f} % exactly, one deal in {rounded(1 / self.value)}"
        return f"{percent:.{digits}f} % ± {100 * self.error:.{digits}f}, about one deal in {rounded(1 / self.value)}"


def rounded(number: float) -> str:
    """A number to three digits as people say it: `9.49`, `312`, `48,200`."""
    if number < 100:
        return f"{number:.3g}"
    return f"{round(number, 2 - _floor(np.log10(number))):,.0f}"


def number_words(number: float, digits: int) -> str:
    """`2.1`, `−0.4`; no minus before a zero."""
    return f"{round(number, digits) + 0.0:.{digits}f}".replace("-", "−")


def _digits(number: float) -> int:
    """After the decimal point, so that a digit of this number that is not 0 is seen; 6 at the most."""
    return min(6, max(0, -_floor(np.log10(number)))) if number > 0 else 2


def _floor(number: float) -> int:
    return int(np.floor(number))
