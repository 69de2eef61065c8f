"""Calls that have a meaning but that no hand makes: an earlier section has another call for each hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import Call

SAMPLE = 20_000  # random hands that are asked whether a call is ever made
MIN_HANDS = 100  # of them that must be left for the answer to be believed


def unmade_calls(place: Place, earlier_calls: Iterable[tuple[Place, Call]]) -> frozenset[Call]:
    """Calls that patterns and situations have a meaning for, but that an earlier section leaves no hand for.

    `earlier_calls` are those of the player whose turn it is, each with the place in which he made it. Random hands that
    could have made them are looked up. Where few of these are left, no call counts as unmade.
    """
    beyond_book = {call for call in place.calls if not any(section.literal for section, _ in place.makers(call))}
    hands = _random_hands()
    for earlier, call in earlier_calls:
        hands = hands.where(earlier.could_call(hands, call))
    return frozenset(beyond_book - place.calls_of(hands)) if len(hands) >= MIN_HANDS else frozenset()


@cache
def _random_hands() -> HandBatch:
    return HandBatch.random(SAMPLE, 1)
