"""Kinds of hands: entries that share a text may stand for hands that have little in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import TypeVar

from bidbase.game.cards import SUITS, Strain
from bidbase.meaning.hand_summary import BID_LENGTH, HandSummary

MAX_APART = 2  # kinds with points apart that are told one after the other; of more only what is around them
MAX_KINDS = 4  # kept apart by their long suits; more would not be read

Ranged = TypeVar("Ranged")


def by_points(items: Sequence[Ranged], summary_of: Callable[[Ranged], HandSummary]) -> list[list[Ranged]]:
    """The items, apart where their points lie apart: 6 to 10, or 22 and more. Both keep their order."""
    groups: list[list[Ranged]] = []
    top = -1
    for item in sorted(items, key=lambda item: summary_of(item).hcp):
        low, high = summary_of(item).hcp
        if not groups or low > top + 1:
            groups.append([])
        groups[-1].append(item)
        top = max(top, high)
    return sorted((sorted(group, key=items.index) for group in groups), key=lambda group: items.index(group[0]))


def by_long_suits(summaries: Iterable[HandSummary]) -> tuple[HandSummary, ...]:
    """A range around those with the same suits of five cards or more, where each kind has one that the others lack.

    Else one range around all: six hearts or six spades are two kinds, five spades and "any hand" are one.
    """
    kinds: dict[frozenset[Strain], HandSummary] = {}
    for summary in summaries:
        suits = long_suits(summary)
        kinds[suits] = kinds[suits] | summary if suits in kinds else summary
    apart = not any(suits < others for suits in kinds for others in kinds)
    return tuple(kinds.values()) if apart and len(kinds) <= MAX_KINDS else (around(kinds.values()),)


def around(kinds: Iterable[HandSummary]) -> HandSummary:
    """The range around all of them."""
    return reduce(HandSummary.__or__, kinds)


def range_words(kinds: Sequence[HandSummary]) -> str:
    """What the kinds have in common, and the lengths of each: `6–10 HCP, 6♥ or 6♠`.

    Kinds whose points lie apart are told one after the other: `6–10 HCP, 6♥; or 22–23 HCP, balanced`.
    """
    apart = by_points(kinds, lambda kind: kind)
    if len(apart) > MAX_APART:
        return around(kinds).words()
    return "; or ".join(map(_words_together, apart))


def _words_together(kinds: Sequence[HandSummary]) -> str:
    whole = around(kinds)
    if len(kinds) == 1:
        return whole.words()
    common = [words for words in kinds[0].length_words() if all(words in kind.length_words() for kind in kinds)]
    shared = frozenset.intersection(*map(long_suits, kinds))
    apart = (" and ".join(kind.length_words(long_suits(kind) - shared)) for kind in kinds)
    return ", ".join((*whole.strength_words(), *common, " or ".join(apart), *whole.suit_words()))


def long_suits(summary: HandSummary) -> frozenset[Strain]:
    """The suits of five cards or more."""
    return frozenset(suit for suit in SUITS if summary.lengths[suit][0] >= BID_LENGTH)
