"""The points of a call are drawn closer where other calls take the hands beyond."""

from __future__ import annotations

import numpy as np
import pytest

from bidbase.game.auction import Call
from bidbase.meaning.held import MIN_HANDS, HeldHands, by_points

BID = Call.parse("1N")
STATED = (8, 17)

LIMITS = [
    ({10: 50, 11: 50, 12: 50}, {8: 50, 9: 50, 13: 50, 14: 50}, (10, 12), "hands on both sides make another call"),
    ({10: 50, 11: 50, 12: 50}, {}, (8, 17), "no hands beyond are dealt, so nothing follows"),
    ({10: 50, 11: 50, 12: 50}, {8: 50, 9: 50}, (10, 17), "only the weak hands make another call"),
    ({9: 1, 10: 50, 11: 50, 12: 50}, {8: 50, 9: 50}, (10, 17), "one hand of many is not counted"),
    ({9: 10, 10: 50, 11: 50, 12: 50}, {8: 50, 9: 40}, (9, 17), "ten of many are"),
    ({10: 30}, {8: 30}, (8, 17), "too few hands to say something"),
    ({5: 200}, {10: 200}, (8, 17), "no hand within the limits makes the call"),
]


@pytest.mark.parametrize(("made", "others", "expected", "reason"), LIMITS)
def test_limits(made, others, expected, reason):
    taken, rest = hands(made), hands(others)
    held = HeldHands(taken + rest, taken + rest, {BID: {"1": taken}}, rest)
    assert held.limits(BID, ["1"], STATED) == expected, reason


def test_the_hands_of_the_entries_of_a_call_are_counted_together():
    weak, strong = hands({10: 60}), hands({15: 60})
    held = HeldHands(weak + strong, weak + strong, {BID: {"weak": weak, "strong": strong}}, hands({}))
    assert held.count(BID, ["weak", "strong"]) == 120
    assert held.count(BID, ["weak", "of another call"]) == 60
    assert held.count(Call.parse("2N"), ["weak"]) == 0


@pytest.mark.parametrize(("dealt", "known"), [(MIN_HANDS - 1, False), (MIN_HANDS, True)])
def test_something_is_known_from_enough_hands_on(dealt, known):
    assert HeldHands(hands({12: dealt}), hands({12: dealt}), {}, hands({})).known is known


def hands(counts: dict[int, int]) -> np.ndarray:
    return by_points(np.array([points for points, count in counts.items() for _ in range(count)], dtype=int))
