"""Hands that could be held at a turn, counted by high-card points: what narrows the ranges that people read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from bidbase.game.auction import Call
from bidbase.game.holdings import MAX_HCP

MIN_HANDS = 100  # below which nothing follows from how many hands there are
FEW = 0.01  # of the hands that make a call: what no more of them have goes without saying
EXCEPTIONS = 0.25  # of the hands that make a call: so many may have fewer points than is usual
MADE = 20  # hands by which a line must be known before its limits are drawn closer
MISSED = 5  # hands that must be expected beyond a limit, and are not there, before the limit is drawn closer
SELDOM = 0.1  # of the hands expected beyond a limit: where no more are there, other calls take them


def by_points(points: np.ndarray) -> np.ndarray:
    """How many of these hands have so many high-card points, 0 first."""
    return np.bincount(points, minlength=MAX_HCP + 1).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class HeldHands:
    """Random hands that a player could hold at a turn, by high-card points: all, those of each entry, and the rest.

    `left_over` are those that no entry takes, which pass. `dealt` are all hands from which they were found. `calls` are
    those that some draw of the percentages gives a hand.
    """

    dealt: np.ndarray
    everyone: np.ndarray
    by_entry: Mapping[Call, Mapping[str, np.ndarray]]
    left_over: np.ndarray
    calls: frozenset[Call] = frozenset()

    @property
    def known(self) -> bool:
        """Whether there are enough hands to say something."""
        return int(self.everyone.sum()) >= MIN_HANDS

    @property
    def points(self) -> tuple[int, int]:
        """The high-card points of the hands that could be held, from the least to the most."""
        held = np.flatnonzero(self.everyone)
        return (int(held[0]), int(held[-1])) if len(held) else (0, MAX_HCP)

    def count(self, call: Call, entries: Collection[str]) -> int:
        """How many make the call by one of these entries."""
        return int(self._of(call, entries).sum())

    def shares(self, call: Call) -> dict[str, float]:
        """Which share of the hands that make a call makes it by each entry, 0 to 1."""
        counts = {entry: int(hands.sum()) for entry, hands in self.by_entry.get(call, {}).items()}
        made = sum(counts.values())
        return {entry: count / made for entry, count in counts.items() if count}

    def limits(self, call: Call, entries: Collection[str], stated: tuple[int, int]) -> tuple[int, int]:
        """The points of the hands that make a call by these entries, within the limits that are stated.

        A limit is drawn closer where hands beyond it are dealt but make another call, here or before. It is not where
        such hands are rare in themselves, nor where hardly any hand makes the call by these entries.
        """
        if not self.known:
            return stated
        made = self._of(call, entries)
        low, high = stated
        total = int(made[low : high + 1].sum())
        if total < MADE:
            return stated

        below = [[0, *np.cumsum(hands).tolist()] for hands in (made, self.dealt, self.everyone)]

        def empty(start: int, end: int) -> bool:
            found, dealt, held = (sums[end + 1] - sums[start] for sums in below)
            _, all_dealt, all_held = (sums[high + 1] - sums[low] for sums in below)
            expected = total * max(dealt / all_dealt, held / all_held)
            return expected >= MISSED and found <= min(FEW * total, SELDOM * expected)

        most = next((points - 1 for points in range(low + 1, high + 1) if empty(points, high)), high)
        least = next((points + 1 for points in range(most - 1, low - 1, -1) if empty(low, points)), low)
        return least, most

    def usual_least(self, call: Call, entries: Collection[str], limits: tuple[int, int]) -> int:
        """The least points that are usual among the hands that make a call by these entries, within these limits.

        The entries with the weakest hands are exceptions, as far as they make no more than a quarter of the calls:
        "twelve points, or eleven with a long suit". Textbooks name the twelve.
        """
        counts = [(hands, int(hands.sum())) for name, hands in self.by_entry.get(call, {}).items() if name in entries]
        made = sum(count for _, count in counts)
        if not self.known or made < MADE:
            return limits[0]
        by_least = sorted((int(np.flatnonzero(hands)[0]), count) for hands, count in counts if count)
        exceptions = 0
        for least, count in by_least:
            exceptions += count
            if exceptions > EXCEPTIONS * made:
                return min(max(least, limits[0]), limits[1])
        return limits[0]

    def _of(self, call: Call, entries: Collection[str]) -> np.ndarray:
        found = self.by_entry.get(call, {})
        counted = [found[entry] for entry in entries if entry in found]
        return np.sum(counted, axis=0) if counted else np.zeros(MAX_HCP + 1, dtype=np.int32)
