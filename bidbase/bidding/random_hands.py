"""What random hands say of a place: the calls that none of them makes, and how often an entry makes a call with what.

The hands are those that could have made the earlier calls of the player whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from bidbase.compiler import HandBatch, Place
from bidbase.compiler.batch import values_of
from bidbase.game.auction import PASS, Call
from bidbase.game.features import HCP_TOTAL
from bidbase.meaning.held import HeldHands, by_points

SAMPLE = 20_000  # random hands that are looked up
MIN_HANDS = 100  # of them that must be left for it to be believed that a call is never made

EarlierCalls = Iterable[tuple[Place, Call]]
"""The calls that a player has made so far, each with the place in which he made it."""


def unmade_calls(place: Place, earlier_calls: EarlierCalls) -> frozenset[Call]:
    """Calls that patterns and situations have a meaning for, but that an earlier section leaves no hand for.

    Where few hands are left, no call counts as unmade.
    """
    beyond_book = {call for call in place.calls if not any(section.literal for section, _ in place.makers(call))}
    hands = hands_left(earlier_calls)
    return frozenset(beyond_book - place.calls_of(hands)) if len(hands) >= MIN_HANDS else frozenset()


def held_at(place: Place, earlier_calls: EarlierCalls) -> HeldHands:
    """The hands that could be held at this place by their high-card points, and which entry takes them."""
    hands = hands_left(earlier_calls)
    points = values_of(HCP_TOTAL, hands)
    by_entry: dict[Call, dict[str, np.ndarray]] = {}
    left_over = by_points(points[:0])
    for row, taken in place.takers(hands):
        counted = by_points(points[taken])
        if row is None:
            left_over = counted
        else:
            entries = by_entry.setdefault(row.call, {})
            entries[row.entry.id] = entries.get(row.entry.id, 0) + counted
    return HeldHands(_dealt(), by_points(points), by_entry, left_over)


@dataclass(frozen=True)
class CallFrequencies:
    """How often calls are made at a turn: `hands` that could be held there, and how many of them by call and entry."""

    hands: int
    by_entry: Mapping[tuple[Call, str], int]

    @property
    def known(self) -> bool:
        """Whether enough hands are left to say something."""
        return self.hands >= MIN_HANDS

    def of_call(self, call: Call) -> float:
        """The share of hands that make a call, 0 to 1. A hand that no entry takes passes."""
        made = sum(number for (by, _), number in self.by_entry.items() if by is call)
        if call is PASS:
            made += self.hands - sum(self.by_entry.values())
        return made / self.hands

    def of_entry(self, ref: str) -> float:
        """The share of hands that call by the entry with this id, 0 to 1."""
        return sum(number for (_, by), number in self.by_entry.items() if by == ref) / self.hands


def frequencies(place: Place, earlier_calls: EarlierCalls) -> CallFrequencies:
    """How often each call is made at this place, and by which entries."""
    hands = hands_left(earlier_calls)
    return CallFrequencies(len(hands), place.hands_by_entry(hands))


def hands_left(earlier_calls: EarlierCalls) -> HandBatch:
    """The random hands that could have made these calls."""
    hands = random_hands()
    for earlier, call in earlier_calls:
        hands = hands.where(earlier.could_call(hands, call))
    return hands


@cache
def _dealt() -> np.ndarray:
    return by_points(values_of(HCP_TOTAL, random_hands()))


@cache
def random_hands() -> HandBatch:
    """The random hands that are looked up, the same ones every time."""
    return HandBatch.random(SAMPLE, 1)
