"""What random hands say of a place: the calls that none of them makes, and how often an entry makes a call.

The hands are those that could have made the earlier calls of the player whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import Call

SAMPLE = 20_000  # random hands that are looked up
MIN_HANDS = 100  # of them that must be left for it to be believed that a call is never made

EarlierCalls = Iterable[tuple[Place, Call]]
"""The calls that a player has made so far, each with the place in which he made it."""


def unmade_calls(place: Place, earlier_calls: EarlierCalls) -> frozenset[Call]:
    """Calls that patterns and situations have a meaning for, but that an earlier section leaves no hand for.

    Where few hands are left, no call counts as unmade.
    """
    beyond_book = {call for call in place.calls if not any(section.literal for section, _ in place.makers(call))}
    hands = _hands_left(earlier_calls)
    return frozenset(beyond_book - place.calls_of(hands)) if len(hands) >= MIN_HANDS else frozenset()


def entry_counts(place: Place, call: Call, earlier_calls: EarlierCalls) -> Mapping[str, int]:
    """How many hands make a call by each of its entries, by entry id; an entry that none makes it by is left out."""
    return place.entry_counts(_hands_left(earlier_calls), call)


def _hands_left(earlier_calls: EarlierCalls) -> HandBatch:
    """The random hands that could have made these calls."""
    hands = random_hands()
    for earlier, call in earlier_calls:
        hands = hands.where(earlier.could_call(hands, call))
    return hands


@cache
def random_hands() -> HandBatch:
    """The random hands that are looked up, the same ones every time."""
    return HandBatch.random(SAMPLE, 1)
