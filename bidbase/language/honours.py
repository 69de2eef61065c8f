"""The codes for the honours of one suit, and the holdings that meet them.

Each code lists the least holdings that meet it; a holding meets the code when it is card for card at least as
good as one of those listed. Source: the editor text, "Specifying Points", and our rulings on it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from bidbase.cards import parse_holding
from bidbase.holdings import (
    ACE,
    HALF_STOPPERS,
    HCP,
    HOLDINGS,
    INTERMEDIATES,
    JACK,
    KING,
    LENGTH,
    QUEEN,
    STOPPERS,
    TEN,
    at_least_as_good,
)
from bidbase.language.ranges import Truth

LISTED = {
    "a": ("AK", "KQ", "AQ"),
    "b": ("AJT", "KJT", "QJT"),
    "c": ("KQJ", "AQJ", "AKQ"),
    "d": ("AKQJ", "KQJT", "AKQT", "AKJT"),
    "2stop": ("AK", "AQ", "AJT2", "AT982", "KQJ", "KQT", "KQ92", "KJT2", "KT92"),
    "1stop": STOPPERS,
    "hstop": (*HALF_STOPPERS, *STOPPERS),
}
"""The least holdings of each code. A half stopper is met by a whole one."""

WORDS = {
    "a": "two of the top three honours",
    "b": "AJT, KJT or QJT at the top",
    "c": "three of the top four honours",
    "d": "four of the top five honours",
    "2stop": "two stoppers",
    "1stop": "a stopper",
    "hstop": "at least a half stopper",
    "0stop": "no stopper",
    "A": "the ace",
    "K": "the king",
    "FRC": "first-round control (ace or void)",
    "SRC": "second-round control (king or singleton)",
}

HCP_ARRAY = np.frombuffer(HCP, dtype=np.uint8)
INTERMEDIATES_ARRAY = np.frombuffer(INTERMEDIATES, dtype=np.uint8)
LENGTH_ARRAY = np.frombuffer(LENGTH, dtype=np.uint8)
_CARDS = np.arange(len(HOLDINGS))

UNPROTECTED = (_CARDS & (KING | QUEEN | JACK)) != 0
"""Holdings with an honour below the ace, which a suit bid on our left leaves unprotected."""


@cache
def at_least(listed: str) -> Truth:
    """For each holding, whether it is card for card at least as good as the listed one."""
    pattern = parse_holding(listed)
    truth = np.array([at_least_as_good(holding, pattern) for holding in HOLDINGS])
    truth.flags.writeable = False
    return truth


def _exactly_b() -> Truth:
    """A, K or Q with the jack and the ten, and nothing better: only one of the top three."""
    tops = ((_CARDS & ACE) > 0).astype(int) + ((_CARDS & KING) > 0) + ((_CARDS & QUEEN) > 0)
    return (tops == 1) & ((_CARDS & JACK) > 0) & ((_CARDS & TEN) > 0)


@cache
def code_truth(code: str, intermediates: int = 0) -> Truth:
    """For each holding, whether it meets a code, with so many intermediates.

    `code` is a key of `WORDS` or several of the letters a to d, which are alternatives. A point more than a
    listed holding has stands for one missing intermediate. `b` alone means no better than that; beside
    another letter it takes better holdings too.
    """
    if code == "0stop":
        return ~code_truth("1stop")
    if code == "FRC":
        return ((_CARDS & ACE) > 0) | (LENGTH_ARRAY == 0)
    if code == "SRC":
        return ((_CARDS & KING) > 0) | (LENGTH_ARRAY == 1)
    if code in ("A", "K"):
        return _holds_card(code, intermediates)
    truth = np.zeros(len(HOLDINGS), dtype=bool)
    for listed in _listed(code):
        points = int(HCP_ARRAY[parse_holding(listed)])
        enough = INTERMEDIATES_ARRAY + HCP_ARRAY.astype(int) - points >= intermediates
        truth |= at_least(listed) & enough
    return truth & _exactly_b() if code == "b" else truth


def _listed(code: str) -> tuple[str, ...]:
    if code in LISTED:
        return LISTED[code]
    return tuple(listed for letter in code for listed in LISTED[letter])


def points_truth(low: float, allowed: Truth, intermediates: int) -> Truth:
    """For each holding, whether its points are allowed.

    Those above `low` make up for missing intermediates.
    """
    points = HCP_ARRAY.astype(int)
    return allowed[points] & (INTERMEDIATES_ARRAY + points - low >= intermediates)


def _holds_card(card: str, intermediates: int) -> Truth:
    bit, points = (ACE, 4) if card == "A" else (KING, 3)
    return ((_CARDS & bit) > 0) & (INTERMEDIATES_ARRAY + HCP_ARRAY.astype(int) - points >= intermediates)
