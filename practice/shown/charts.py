"""Small bar charts: how often each number occurs, as a template draws it."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.drawing import Frequencies
from bidbase.game.holdings import MAX_HCP

PLACE = 10  # the width of a number's place, in the chart's units
HEIGHT = 40


@dataclass(frozen=True)
class Scale:
    """The numbers of a chart: 0 to `top`. What is above `last` is counted there; each `step`th number is written."""

    top: int
    last: int
    step: int

    @property
    def axis(self) -> tuple[int, ...]:
        """The numbers written below the chart."""
        return tuple(range(0, self.last + 1, self.step))


POINTS = Scale(MAX_HCP, last=30, step=5)
LENGTHS = Scale(13, last=9, step=3)


@dataclass(frozen=True)
class Bar:
    """One bar, in the chart's units."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Chart:
    """The bars, and behind them the range that was agreed, where it leaves something out.

    `words` say how often each number occurs: `15: 42 %, 16: 33 %, 17: 25 %`; blank where that is not known.
    """

    width: int
    bars: tuple[Bar, ...]
    agreed: Bar | None
    words: str


def draw_chart(found: Frequencies | None, agreed: tuple[int, int], scale: Scale) -> Chart:
    """The chart of a distribution, as high as its most frequent number; without one, of the agreed range alone."""
    return Chart(
        (scale.last + 1) * PLACE,
        _bars(found, scale) if found else (),
        _agreed(agreed, scale) if agreed != (0, scale.top) else None,
        _words(found) if found else "",
    )


def _bars(found: Frequencies, scale: Scale) -> tuple[Bar, ...]:
    shares = [*found.shares[: scale.last], sum(found.shares[scale.last :])]
    unit = HEIGHT / max(shares)
    heights = [max(1, round(share * unit)) if share else 0 for share in shares]
    return tuple(
        Bar(number * PLACE + 1, HEIGHT - height, PLACE - 2, height) for number, height in enumerate(heights) if height
    )


def _agreed(agreed: tuple[int, int], scale: Scale) -> Bar:
    low, high = (min(end, scale.last) for end in agreed)
    return Bar(low * PLACE, 0, (high - low + 1) * PLACE, HEIGHT)


def _words(found: Frequencies) -> str:
    percent = {number: round(100 * share) for number, share in enumerate(found.shares)}
    return ", ".join(f"{number}: {share} %" for number, share in percent.items() if share)
