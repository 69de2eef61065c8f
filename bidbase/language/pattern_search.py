"""The auctions that a pattern fits, looked for call by call and within a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bidbase.game.auction import PASS, Auction, Call
from bidbase.language.patterns import Binding, Mismatch, Pattern, SubPattern

MAX_TRIES = 100_000  # calls tried before the search is given up: some tenths of a second

Calls = tuple[Call, ...]
NameOfLast = Callable[[Auction], str | None]
"""The name of the last call of an auction."""


class PatternSearch:
    """The auctions that a pattern fits and that are not over; for `#` only the calls at the end.

    `name_of_last` gives the names of calls; left out, every call has the name that the pattern asks for, and so it has
    after a `#`, where the calls before are not known. At most `most_tries` calls are tried. Once all auctions have been
    taken, `given_up` tells whether the search came to its limit, and `dead_end` which call failed where it came
    furthest.
    """

    def __init__(self, pattern: Pattern, name_of_last: NameOfLast | None = None, most_tries: int | None = None) -> None:
        self._pattern = pattern
        self._most_tries = MAX_TRIES if most_tries is None else most_tries
        self._name_of_last = name_of_last
        self._tries = 0
        self.dead_end: Mismatch | None = None

    @property
    def given_up(self) -> bool:
        """Whether so many calls have been tried that the search has ended."""
        return self._tries >= self._most_tries

    def __iter__(self) -> Iterator[Calls]:
        found: set[Calls] = set()
        for sub in self._pattern.alternatives:
            for calls in self._of_alternative(sub):
                if calls not in found:
                    found.add(calls)
                    yield calls

    def _of_alternative(self, sub: SubPattern) -> Iterator[Calls]:
        """Depth first; each step has the auction so far, how many elements are matched, and the variables."""
        steps: list[tuple[Auction, int, Binding]] = [
            (Auction.of((PASS,) * passes), 0, {}) for passes in reversed(sub.passes or (0,))
        ]
        while steps and not self.given_up:
            auction, matched, binding = steps.pop()
            if matched < len(sub.elements):
                steps += reversed(list(self._one_call_further(sub, auction, matched, binding)))
            elif sub.anywhere or not auction.finished:
                yield auction.calls
            else:
                self._note(len(auction.calls) - 1, "after it the auction is over")

    def _one_call_further(
        self, sub: SubPattern, auction: Auction, matched: int, binding: Binding
    ) -> Iterator[tuple[Auction, int, Binding]]:
        element = sub.elements[matched]
        last_bid = -1 if auction.last_bid is None else auction.last_bid
        for call in sub.possible[matched]:
            self._tries += 1
            bound = dict(binding)
            why = auction.why_illegal(call)
            if not why:
                after, name = auction.with_call(call), element.name
                if name is not None and self._name_of_last is not None and not sub.anywhere:
                    name = self._name_of_last(after)
                why = element.why_not(call, name, last_bid, bound) or self._pattern.why_broken(bound)
            if why:
                self._note(len(auction.calls), why)
            else:
                yield after, matched + 1, bound

    def _note(self, index: int, why: str) -> None:
        if self.dead_end is None or index > self.dead_end.index:
            self.dead_end = Mismatch(index, why)
