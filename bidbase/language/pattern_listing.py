"""Auctions that a pattern fits: all of them if they are few, otherwise some plain ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import prod
from random import Random

from bidbase.game.auction import PASS, Auction, Call
from bidbase.language.bids import PatternKey
from bidbase.language.pattern_search import Calls, PatternSearch
from bidbase.language.patterns import Binding, Pattern, SubPattern

FEW_COMBINATIONS = 2_000  # combinations of calls up to which all are tried
MAX_WALKS = 1_000  # random walks in search of auctions if there are more
ATTEMPTS = 6  # to find each call of a walk, and to continue each start
OWN_PASSES = 0.3  # how often the side whose turn it is after the pattern chooses a possible pass
THEIR_PASSES = 0.85  # how often the other side chooses it


def all_listed(key: PatternKey) -> bool:
    """Whether `auctions` can give all auctions that the pattern fits."""
    return all(not sub.anywhere and _combinations(sub) <= FEW_COMBINATIONS for sub in key.pattern.alternatives)


def auctions(pattern: Pattern, count: int) -> list[Calls]:
    """At most `count` auctions that a pattern fits, those with the fewest bids first; names of calls are ignored."""
    if all(_combinations(sub) <= FEW_COMBINATIONS for sub in pattern.alternatives):
        return _plainest_first(islice(PatternSearch(pattern), FEW_COMBINATIONS))[:count]
    walks = [_RandomWalks(pattern, sub) for sub in pattern.alternatives]
    found: dict[Calls, None] = {}
    for number in range(MAX_WALKS):
        if (calls := walks[number % len(walks)].auction()) is not None:
            found[calls] = None
            if len(found) >= 2 * count:
                break
    return _plainest_first(found)[:count]


def continued(pattern: Pattern, starts: Iterable[Calls], count: int) -> list[Calls]:
    """At most `count` auctions that begin with one of these starts and continue so that the pattern fits.

    A start must end with the first call to which the pattern gives a name; if it names none, just before the pattern.
    """
    walks = [_RandomWalks(pattern, sub) for sub in pattern.alternatives]
    found: dict[Calls, None] = {}
    for start in starts:
        for walk in walks:
            for _ in range(ATTEMPTS):
                if (calls := walk.auction_from(start)) is not None:
                    found[calls] = None
        if len(found) >= count:
            break
    return sorted(_plainest_first(found), key=len)[:count]


def _plainest_first(found: Iterable[Calls]) -> list[Calls]:
    return sorted(dict.fromkeys(found), key=lambda calls: len(calls) - calls.count(PASS))


def _combinations(sub: SubPattern) -> int:
    return prod(map(len, sub.possible))


class _RandomWalks:
    """Puts auctions together call by call at random, but the same ones every time."""

    def __init__(self, pattern: Pattern, sub: SubPattern) -> None:
        self.pattern = pattern
        self.sub = sub
        self.rng = Random(0)
        self.possible = sub.possible
        ends = [number for number, element in enumerate(sub.elements, start=1) if element.name is not None]
        self.start_length = ends[0] if ends else 0  # the number of elements that a start has to fit
        self._higher: dict[tuple[int, int], list[Call]] = {}
        self._bound: dict[tuple[object, ...], Binding | None] = {}

    def auction(self) -> Calls | None:
        """An auction that the pattern fits; None if the walk ends without one."""
        return self._continued(Auction.of((PASS,) * self.rng.choice(self.sub.passes or (0,))), 0, {})

    def auction_from(self, start: Calls) -> Calls | None:
        """An auction that begins with these calls and that the pattern fits; None if the walk ends without one."""
        binding: Binding = {}
        before = len(start) - self.start_length
        if not (before >= 0 if self.sub.anywhere else before in (self.sub.passes or (0,))):
            return None
        for index in range(self.start_length):
            bound = self._binding(index, start[before + index], _last_bid(start[: before + index]), binding)
            if bound is None:
                return None
            binding = bound
        return self._continued(Auction.of(start), self.start_length, binding)

    def _continued(self, auction: Auction, first: int, binding: Binding) -> Calls | None:
        """The auction with calls for the elements from the index `first` on."""
        for index in range(first, len(self.possible)):
            legal, last_bid = auction.legal, -1 if auction.last_bid is None else auction.last_bid
            for _ in range(ATTEMPTS):
                call = self._choose(index, last_bid)
                if call is None or not legal >> call & 1:
                    continue
                bound = self._binding(index, call, last_bid, binding)
                if bound is not None:
                    auction, binding = auction.with_call(call), bound
                    break
            else:
                return None
        return None if auction.finished else auction.calls

    def _choose(self, index: int, last_bid: int) -> Call | None:
        """A call for this element: often a pass if it may be one, and low bids rather than high ones."""
        share_of_passes = OWN_PASSES if (len(self.possible) - index) % 2 == 0 else THEIR_PASSES
        if PASS in self.possible[index] and self.rng.random() < share_of_passes:
            return PASS
        if (index, last_bid) not in self._higher:
            self._higher[index, last_bid] = [call for call in self.possible[index] if call > last_bid]
        higher = self._higher[index, last_bid]
        return higher[int(len(higher) * self.rng.random() ** 3)] if higher else None

    def _binding(self, index: int, call: Call, last_bid: int, binding: Binding) -> Binding | None:
        """The variables after a call that fits an element, with one that the call is the first to name; else None.

        Walks come to the same calls again and again, so the answers are kept.
        """
        key = index, call, last_bid, *binding.items()
        if key not in self._bound:
            bound, element = dict(binding), self.sub.elements[index]
            fits = not element.why_not(call, element.name, last_bid, bound) and not any(
                condition.why_not(bound) for condition in self.pattern.conditions
            )
            self._bound[key] = bound if fits else None
        return self._bound[key]


def _last_bid(calls: Calls) -> int:
    return max((call for call in calls if call.is_bid), default=-1)
