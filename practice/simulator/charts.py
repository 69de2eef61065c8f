"""Histograms of tricks: the share of deals for each number, with its error, as a template draws it."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.contract_odds import ContractOdds
from bidbase.bidding.estimates import Share

PLACE = 24  # the width of a number's place, in the chart's units
HEIGHT = 120


@dataclass(frozen=True)
class TrickBar:
    """The bar of a number of tricks, and on it a line from the lower to the upper limit of the share.

    `made` says whether the contract is made with so many tricks. `middle` is where the number is written.
    """

    tricks: int
    share: Share
    x: int
    y: int
    height: int
    low: int
    high: int
    middle: int
    made: bool

    @property
    def percent(self) -> str:
        """The share in words."""
        return self.share.words() if self.share.found else "none"


@dataclass(frozen=True)
class Histogram:
    """The bars from the fewest to the most tricks that come up, with the trick that makes the contract among them.

    `needed` is where the bars begin with which the contract is made.
    """

    width: int
    bars: tuple[TrickBar, ...]
    needed: int


def histogram_of(odds: ContractOdds) -> Histogram:
    """The histogram of a contract, as high as the upper limit of its most frequent number."""
    deals, goal = odds.made.tried, odds.contract.level + 6
    taken = [tricks for tricks, count in enumerate(odds.counts) if count]
    first, last = min(*taken, goal - 1), max(*taken, goal)
    shares = {tricks: Share(odds.counts[tricks], deals) for tricks in range(first, last + 1)}
    unit = HEIGHT / max(share.high for share in shares.values() if share.found)
    bars = (_bar(tricks, share, (tricks - first) * PLACE, unit, tricks >= goal) for tricks, share in shares.items())
    return Histogram(len(shares) * PLACE, tuple(bars), (goal - first) * PLACE)


def _bar(tricks: int, share: Share, place: int, unit: float, made: bool) -> TrickBar:
    height = max(1, round(share.value * unit)) if share.found else 0
    low, high = ((HEIGHT - round(limit * unit)) if share.found else HEIGHT for limit in (share.low, share.high))
    return TrickBar(tricks, share, place + 2, HEIGHT - height, height, low, high, place + PLACE // 2, made)
