"""Auctions as people write them: the calls of one side alone, opponents' calls in brackets, words and signs for calls.

`1C-1H-1NT-3C` may be two partners with silent opponents or all four players, so a text can have more than one reading.
"""

from __future__ import annotations

import re

from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import PASS, Auction, Call

_CALL = re.compile(
    r"(?P<open>\()?\s*(?P<call>[1-7]\s*(?:nt|[cdhsn♣♦♥♠])|pass|double|dbl|redouble|rdbl|xx|[pxdr])\s*(?P<close>\))?",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[\s,;:/.>–—-]*")
Written = tuple[Call, bool]
"""A call, and whether it stands in brackets."""


def auctions_written(text: str) -> tuple[Auction, ...]:
    """The auctions that a text may mean, the likeliest first; none where it is no auction.

    Calls in brackets are the opponents'. Where nobody passes and nothing stands in brackets, a text is read as the
    calls of two partners, and then as those of all four players.
    """
    calls = calls_written(text)
    if not calls:
        return ()
    if any(bracketed for _, bracketed in calls):
        readings = [by_sides(calls)]
    elif len(calls) == 1 or any(call is PASS for call, _ in calls):
        readings = [[call for call, _ in calls]]
    else:
        readings = [[each for call, _ in calls for each in (call, PASS)][:-1], [call for call, _ in calls]]
    return tuple(filter(None, map(_legal, readings)))


def calls_written(text: str) -> list[Written]:
    """The calls that a text consists of; empty where it has anything else."""
    calls: list[Written] = []
    end = _SEPARATORS.match(text).end()  # type: ignore[union-attr]  # it matches nothing as well
    while end < len(text):
        match = _CALL.match(text, end)
        if match is None or (match["open"] is None) != (match["close"] is None):
            return []
        try:
            call = Call.parse("".join(match["call"].split()))
        except TextError:
            return []
        calls.append((call, match["open"] is not None))
        end = _SEPARATORS.match(text, match.end()).end()  # type: ignore[union-attr]
    return calls


def by_sides(calls: list[Written]) -> list[Call]:
    """The calls with a pass of the other side between two of the same."""
    filled, last = [], None
    for call, bracketed in calls:
        if bracketed is last:
            filled.append(PASS)
        filled.append(call)
        last = bracketed
    return filled


def _legal(calls: list[Call]) -> Auction | None:
    try:
        return Auction.of(calls)
    except IllegalCall:
        return None
