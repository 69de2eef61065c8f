"""The codes for the honors of one suit, and the holdings that meet them.

Most codes list the least holdings that meet them; a holding meets such a code when it is card for card at least as
good as one of those listed. Source: the editor text, "Specifying Points", and our rulings on it. The suit qualities,
the stoppers that begin with g and the values of honors go by formulas of GIB's bid descriptions ("Suit Quality",
"Stoppers", "Honors").
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from bidbase.game.arrays import HCP_OF_HOLDING, INTERMEDIATES_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.bits import bits_of
from bidbase.game.cards import parse_holding
from bidbase.game.holdings import (
    ACE,
    HALF_STOPPERS,
    HOLDINGS,
    JACK,
    KING,
    QUEEN,
    SOLID,
    STOPPERS,
    TEN,
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

GIB_WORDS = {
    "bid": "a biddable suit (five cards, or four with an ace, a king or three honors)",
    "rebid": "a rebiddable suit (biddable and a card more)",
    "2rebid": "a twice rebiddable suit (biddable and two cards more)",
    "srebid": "a strong rebiddable suit (twice rebiddable with AKQ or four honors)",
    "solid6": "a solid suit of six or more cards",
    "solid7": "a solid suit of seven or more cards",
    "solid8": "a solid suit of eight or more cards",
    "g0stop": "no stopper by length and points",
    "gpstop": "at least a partial stopper (length and points 4)",
    "glstop": "at least a likely stopper (length and points 5)",
    "g1stop": "a stopper (A, QJx, 5 points, or length and points 7)",
    "g2stop": "two stoppers (length and points 8)",
}

WORDS = {
    "a": "two of the top three honors",
    "b": "AJT, KJT or QJT at the top",
    "c": "three of the top four honors",
    "d": "four of the top five honors",
    "2stop": "two stoppers",
    "1stop": "a stopper",
    "hstop": "at least a half stopper",
    "0stop": "no stopper",
    "A": "the ace",
    "K": "the king",
    "Q": "the queen",
    "!A": "no ace",
    "!K": "no king",
    "!Q": "no queen",
    "FRC": "first-round control (ace or void)",
    "SRC": "second-round control (king or singleton)",
    **GIB_WORDS,
}

WITHOUT_INTERMEDIATES = {"0stop", "FRC", "SRC", "!A", "!K", "!Q", *GIB_WORDS}
"""Codes of which no holding is the least, so that no point of it is to spare."""

_CARDS = np.arange(len(HOLDINGS))
_CARD_AND_POINTS = {"A": (ACE, 4), "K": (KING, 3), "Q": (QUEEN, 2)}

UNPROTECTED = (_CARDS & (KING | QUEEN | JACK)) != 0
"""Holdings with an honor below the ace, which a suit bid on our left leaves unprotected."""


@cache
def at_least(listed: str) -> Truth:
    """For each holding, whether it is card for card at least as good as the listed one."""
    truth = np.ones(len(HOLDINGS), dtype=np.bool_)
    for place, bit in enumerate(sorted(bits_of(parse_holding(listed)), reverse=True)):
        truth &= np.bitwise_count(_CARDS >> bit) > place  # the next card of the holding is as high
    truth.flags.writeable = False
    return truth


def _exactly_b() -> Truth:
    """A, K or Q with the jack and the ten, and nothing better: only one of the top three."""
    tops = ((_CARDS & ACE) > 0).astype(int) + ((_CARDS & KING) > 0) + ((_CARDS & QUEEN) > 0)
    return (tops == 1) & ((_CARDS & JACK) > 0) & ((_CARDS & TEN) > 0)


@cache
def code_truth(code: str, intermediates: int = 0) -> Truth:
    """For each holding, whether it meets a code, with so many intermediates.

    `code` is a key of `WORDS` or several of the letters a to d. These are alternatives, each with intermediates of its
    own, and what lies between two of them counts too. A point more than a listed holding has stands for one missing
    intermediate. `b` alone means no better than that.
    """
    if code == "0stop":
        return ~code_truth("1stop")
    if code == "FRC":
        return ((_CARDS & ACE) > 0) | (LENGTH_OF_HOLDING == 0)
    if code == "SRC":
        return ((_CARDS & KING) > 0) | (LENGTH_OF_HOLDING == 1)
    if code in GIB_WORDS:
        return _by_gib()[code]
    if code in _CARD_AND_POINTS:
        return _holds_card(code, intermediates)
    if code.startswith("!"):
        return ~code_truth(code[1:])
    if code in LISTED:
        truth = _as_good_as(LISTED[code], intermediates)
        return truth & _exactly_b() if code == "b" else truth
    between = _as_good_as([listed for letter in code for listed in LISTED[letter]], intermediates)
    for letter in code:
        between &= ~code_truth(letter)
    return np.logical_or.reduce([between, *(code_truth(letter, intermediates) for letter in code)])


def _as_good_as(holdings: Iterable[str], intermediates: int) -> Truth:
    """For each holding, whether it is as good as one of these, with so many intermediates or points in their place."""
    truth = np.zeros(len(HOLDINGS), dtype=bool)
    for listed in holdings:
        points = int(HCP_OF_HOLDING[parse_holding(listed)])
        enough = INTERMEDIATES_OF_HOLDING + HCP_OF_HOLDING.astype(int) - points >= intermediates
        truth |= at_least(listed) & enough
    return truth


@cache
def _by_gib() -> dict[str, Truth]:
    """The suit qualities and the stoppers of GIB. Each is met by those above it too."""
    ace, king, queen, jack, ten = (((_CARDS & card) > 0).astype(int) for card in (ACE, KING, QUEEN, JACK, TEN))
    length, points, honors = LENGTH_OF_HOLDING.astype(int), HCP_OF_HOLDING.astype(int), ace + king + queen + jack + ten
    # "4 cards + 3 of 5 honors or Ace or King": a suit of four needs one of the three.
    good = (honors >= 3) | (ace > 0) | (king > 0)
    twice = (length >= 7) | ((length == 6) & good)
    both = np.where(points > 0, length + points, 0)  # small cards alone stop nothing, however many
    return {
        **_met_by_the_higher(
            {
                "bid": (length >= 5) | ((length == 4) & good),
                "rebid": (length >= 6) | ((length == 5) & good),
                "2rebid": twice,
                "srebid": twice & ((honors >= 4) | (ace + king + queen == 3)),
                **{f"solid{cards}": _any_of(SOLID[cards]) for cards in SOLID},
            }
        ),
        **_met_by_the_higher(
            {
                "gpstop": both >= 4,
                "glstop": both >= 5,
                "g1stop": (both >= 7) | (points >= 5) | _any_of(("A", "QJ2")),
                "g2stop": both >= 8,
            }
        ),
        "g0stop": both < 4,
    }


def _any_of(listed: tuple[str, ...]) -> Truth:
    return np.logical_or.reduce([at_least(holding) for holding in listed])


def _met_by_the_higher(ladder: dict[str, Truth]) -> dict[str, Truth]:
    codes = list(ladder)
    return {code: np.logical_or.reduce([ladder[above] for above in codes[place:]]) for place, code in enumerate(codes)}


HONOR_VALUES = 8 * ((_CARDS & ACE) > 0) + 4 * ((_CARDS & KING) > 0) + 2 * ((_CARDS & QUEEN) > 0) + ((_CARDS & JACK) > 0)
"""GIB's 8-4-2-1 count of the honors, 0 to 15: one above is worth more than all below."""


def points_truth(low: float, allowed: Truth, intermediates: int) -> Truth:
    """For each holding, whether its points are allowed.

    Those above `low` make up for missing intermediates.
    """
    points = HCP_OF_HOLDING.astype(int)
    return allowed[points] & (INTERMEDIATES_OF_HOLDING + points - low >= intermediates)


def _holds_card(card: str, intermediates: int) -> Truth:
    bit, points = _CARD_AND_POINTS[card]
    return ((_CARDS & bit) > 0) & (INTERMEDIATES_OF_HOLDING + HCP_OF_HOLDING.astype(int) - points >= intermediates)
