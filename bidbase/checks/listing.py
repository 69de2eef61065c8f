"""Auctions that a pattern fits: all of them where they are few, else some plain ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import prod
from random import Random

from bidbase.game.auction import PASS, Auction, Call
from bidbase.language.bids import PatternKey
from bidbase.language.pattern_search import Calls, PatternSearch
from bidbase.language.patterns import Binding, Pattern, SubPattern

FEW = 2_000  # combinations of calls, of which all are gone through
WALKS = 1_000  # at the most, in search of auctions, where there are more
ATTEMPTS = 6  # at a call, and to go on from a start
OWN_PASSES, THEIR_PASSES = 0.3, 0.85  # how often a pass is chosen from several calls, by the side whose call comes next


def all_listed(key: PatternKey) -> bool:
    """Whether `auctions` gives all that the pattern fits."""
    return all(not sub.anywhere and _combinations(sub) <= FEW for sub in key.pattern.alternatives)


def auctions(pattern: Pattern, most: int) -> list[Calls]:
    """The auctions that a pattern fits, those with the fewest bids first, leaving names aside."""
    if all(_combinations(sub) <= FEW for sub in pattern.alternatives):
        return _plainest_first(islice(PatternSearch(pattern), FEW))[:most]
    walks = [_Walks(pattern, sub) for sub in pattern.alternatives]
    found: dict[Calls, None] = {}
    for number in range(WALKS):
        if (calls := walks[number % len(walks)].auction()) is not None:
            found[calls] = None
            if len(found) >= 2 * most:
                break
    return _plainest_first(found)[:most]


def continued(pattern: Pattern, starts: Iterable[Calls], most: int) -> list[Calls]:
    """Auctions that begin in one of these ways and go on so that the pattern fits.

    A start ends with the first call that must carry a name; where none must, before the first call of the pattern.
    """
    walks = [_Walks(pattern, sub) for sub in pattern.alternatives]
    found: dict[Calls, None] = {}
    for start in starts:
        for walk in walks:
            for _ in range(ATTEMPTS):
                if (calls := walk.auction_from(start)) is not None:
                    found[calls] = None
        if len(found) >= most:
            break
    return sorted(_plainest_first(found), key=len)[:most]


def _plainest_first(found: Iterable[Calls]) -> list[Calls]:
    return sorted(dict.fromkeys(found), key=lambda calls: len(calls) - calls.count(PASS))


def _combinations(sub: SubPattern) -> int:
    return prod(map(len, sub.possible))


class _Walks:
    """Puts auctions together call by call, at random but always the same ones."""

    def __init__(self, pattern: Pattern, sub: SubPattern) -> None:
        self.pattern = pattern
        self.sub = sub
        self.lots = Random(0)
        self.possible = sub.possible
        named = [at + 1 for at, element in enumerate(sub.elements) if element.name is not None]
        self.begun = named[0] if named else 0  # the elements that a start has to fit

    def auction(self) -> Calls | None:
        """An auction that fits; None where the walk comes to a dead end."""
        return self._gone_on(Auction.of((PASS,) * self.lots.choice(self.sub.passes or (0,))), 0, {})

    def auction_from(self, start: Calls) -> Calls | None:
        """An auction that begins so and fits at its end."""
        binding: Binding = {}
        before = len(start) - self.begun
        begins = before >= 0 if self.sub.anywhere else before in (self.sub.passes or (0,))
        fits = begins and all(
            self._fits(index, start[before + index], _last_bid(start[: before + index]), binding)
            for index in range(self.begun)
        )
        return self._gone_on(Auction.of(start), self.begun, binding) if fits else None

    def _gone_on(self, auction: Auction, begun: int, binding: Binding) -> Calls | None:
        for index in range(begun, len(self.possible)):
            for _ in range(ATTEMPTS):
                bound = dict(binding)
                call = self._chosen(index, auction)
                last_bid = -1 if auction.last_bid is None else auction.last_bid
                if call is not None and auction.legal >> call & 1 and self._fits(index, call, last_bid, bound):
                    auction, binding = auction.with_call(call), bound
                    break
            else:
                return None
        return None if auction.finished else auction.calls

    def _chosen(self, index: int, auction: Auction) -> Call | None:
        """A call for this element: now and then a pass if it may be one, and low bids rather than high ones."""
        passes = OWN_PASSES if (len(self.possible) - index) % 2 == 0 else THEIR_PASSES
        if PASS in self.possible[index] and self.lots.random() < passes:
            return PASS
        last = -1 if auction.last_bid is None else auction.last_bid
        higher = [call for call in self.possible[index] if call > last]
        return higher[int(len(higher) * self.lots.random() ** 3)] if higher else None

    def _fits(self, index: int, call: Call, last_bid: int, binding: Binding) -> bool:
        """Whether a call fits an element; a variable that it is the first to name is bound by it."""
        element = self.sub.elements[index]
        if element.why_not(call, element.name, last_bid, binding):
            return False
        return not any(condition.why_not(binding) for condition in self.pattern.conditions)


def _last_bid(calls: Calls) -> int:
    return max((call for call in calls if call.is_bid), default=-1)
