"""The limits between which the hands of a call lie: points, lengths, honors shown and denied, suit quality, losers.

From the agreements alone and never from a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from bidbase.game.cards import SUITS, SUITS_DOWN, Hand, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.features import (
    HCP_TOTAL,
    TOTAL_POINTS,
    dummy_points,
)
from bidbase.game.holdings import HOLDINGS, MAX_HCP
from bidbase.language.disclosures import Strength
from bidbase.language.honors import HONOR_VALUES, code_truth

ANY_HCP = (0, MAX_HCP)
MAX_TOTAL = TOTAL_POINTS.size - 1
MAX_DUMMY = dummy_points(Strain.SPADES).size - 1
USUAL_SHAPE = 3  # distribution points that go without saying
RARE_SHAPE = 3  # points for shape above all high-card points shown that no player speaks of
MAX_LOSERS = 12
CLEARLY = 5  # points by which the expected points must be less than the range to be told beside it
ANY_LOSERS: tuple[float, float] = (0, MAX_LOSERS)
MAX_HONORS = int(HONOR_VALUES.max())
STOPS = ("", "half stopped", "stopped", "stopped twice")
"""The stoppers of the editor text in words, which entries ask for more often than for GIB's."""
QUALITIES = ("", "biddable", "rebiddable", "twice rebiddable", "strong rebiddable", "solid", "solid", "solid")
"""GIB's suit qualities; the last are solid suits of six, of seven and of eight or more cards."""
BID_LENGTH = 5  # cards from which a suit reads as one to play in, not as one that is stopped
STOPS_OF_HOLDING = sum(
    (code_truth(code).astype(np.uint8) for code in ("hstop", "1stop", "2stop")),
    start=np.zeros(len(HOLDINGS), dtype=np.uint8),
)
QUALITY_OF_HOLDING = sum(
    (code_truth(code).astype(np.uint8) for code in ("bid", "rebid", "2rebid", "srebid", "solid6", "solid7", "solid8")),
    start=np.zeros(len(HOLDINGS), dtype=np.uint8),
)
QUALITY_OF_LENGTH = (0, 0, 0, 0, 0, *map(QUALITIES.index, ("biddable", "rebiddable")), *[3] * 7)
"""The quality that a suit has by its length alone, whatever its honors."""
LOSERS = COUNT_BY_NAME["losers"]
_SOLID = QUALITIES.index("solid")
_TOP_HONORS = "AKQJ"
_HONORS = tuple(zip(_TOP_HONORS, (8, 4, 2, 1), strict=True))
_KING, _KING_AND_QUEEN = 4, 6
_TWICE = STOPS.index("stopped twice")


@dataclass(frozen=True, slots=True)
class PointRange:
    """Limits of points, the most that there can be, and what they are called."""

    limits: tuple[int, int]
    most: int
    unit: str

    @property
    def width(self) -> int:
        """From the least to the most."""
        return _width(self.limits, self.most)


@dataclass(frozen=True, slots=True)
class HandSummary:
    """Limits between which every hand of a meaning lies: GIB's one-line summary (its bid descriptions).

    Over the ways to make a call the least of each feature counts (`|`), over the calls of a player the most (`&`).
    Suits stand clubs first. `honors` count 8-4-2-1, so that a low limit says what is held at the least and a high one
    what is denied; `stops` are the least stoppers, 0 to 3 as in `STOPS`, `qualities` the least suit qualities, 0 to 7
    as in `QUALITIES`. `losers` are counted as in the field Losers, `dummy` points as with the suit `trumps`; without
    that nothing is known of them.
    """

    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]
    balanced: bool
    total: tuple[int, int] = (0, MAX_TOTAL)
    honors: tuple[tuple[int, int], ...] = ((0, MAX_HONORS),) * 4
    stops: tuple[int, ...] = (0,) * 4
    qualities: tuple[int, ...] = (0,) * 4
    losers: tuple[float, float] = ANY_LOSERS
    trumps: Strain | None = None
    dummy: tuple[int, int] = (0, MAX_DUMMY)

    def __or__(self, other: HandSummary) -> HandSummary:
        """The smallest range around both."""
        return HandSummary(
            _around(self.hcp, other.hcp),
            tuple(map(_around, self.lengths, other.lengths)),
            self.balanced and other.balanced,
            _around(self.total, other.total),
            tuple(map(_around, self.honors, other.honors)),
            tuple(map(min, self.stops, other.stops)),
            tuple(map(min, self.qualities, other.qualities)),
            _around(self.losers, other.losers),
            *self._dummy_with(other, _around),
        )

    def __and__(self, other: HandSummary) -> HandSummary | None:
        """What both allow; None where nothing is left."""
        hcp, total = overlap(self.hcp, other.hcp), overlap(self.total, other.total)
        lengths = tuple(map(overlap, self.lengths, other.lengths))
        honors = tuple(map(overlap, self.honors, other.honors))
        losers = overlap(self.losers, other.losers)
        if any(low > high for low, high in (hcp, total, losers, *lengths, *honors)):
            return None
        stops = tuple(map(max, self.stops, other.stops))
        qualities = tuple(map(max, self.qualities, other.qualities))
        trumps, dummy = self._dummy_with(other, overlap)
        if dummy[0] > dummy[1]:
            return None
        balanced = self.balanced or other.balanced
        return HandSummary(hcp, lengths, balanced, total, honors, stops, qualities, losers, trumps, dummy)

    def _dummy_with(
        self, other: HandSummary, combine: Callable[[tuple[int, int], tuple[int, int]], tuple[int, int]]
    ) -> tuple[Strain | None, tuple[int, int]]:
        """The trumps and the dummy points of both together; nothing where they are counted with two suits."""
        trumps = {summary.trumps for summary in (self, other)} - {None}
        if len(trumps) != 1:
            return None, (0, MAX_DUMMY)
        return trumps.pop(), combine(self.dummy_limits, other.dummy_limits)

    @property
    def dummy_limits(self) -> tuple[int, int]:
        """The least and the most dummy points. No hand has fewer than its high-card points, whatever is trumps."""
        return max(self.dummy[0], self.hcp[0]), self.dummy[1]

    def narrowed_by(self, held: HandSummary) -> HandSummary | None:
        """What is left when the player has shown `held`: narrowed in what it speaks of, None where both cannot be.

        "Accepts, 16+ HCP" is 16–17 of one who opened a notrump of 15 to 17. What only `held` says is left out.
        """
        both = self & held
        if both is None:
            return None
        hcp = both.hcp if self.hcp != (0, MAX_HCP) else self.hcp
        return replace(
            self,
            hcp=hcp,
            total=both.total if self._speaks_of_total else (hcp[0], MAX_TOTAL),
            dummy=both.dummy if self.trumps is not None and both.trumps is self.trumps else self.dummy,
            lengths=tuple(
                narrowed if self._speaks_of_length(own) else own
                for own, narrowed in zip(self.lengths, both.lengths, strict=True)
            ),
        )

    def with_points(self, hcp: tuple[int, int]) -> HandSummary:
        """These limits with closer ones of high-card points; total points are never fewer than those."""
        if hcp == self.hcp:
            return self
        total = self.total if self._speaks_of_total else (hcp[0], MAX_TOTAL)
        return replace(self, hcp=hcp, total=(max(total[0], hcp[0]), total[1]))

    @property
    def _speaks_of_total(self) -> bool:
        return self.total[0] > self.hcp[0] or self.total[1] < MAX_TOTAL

    @property
    def points(self) -> tuple[PointRange, ...]:
        """The points that say something: one range, or two that each say something."""
        high_cards, with_shape = PointRange(self.hcp, MAX_HCP, "HCP"), self.points_with_shape
        says_hcp = self.hcp != (0, MAX_HCP) and not (with_shape and high_cards.width >= with_shape.width)
        return (*([high_cards] if says_hcp else []), *([with_shape] if with_shape else []))

    @property
    def points_with_shape(self) -> PointRange | None:
        """Points for high cards and shape, where they say more than high-card points do; None where they do not.

        Those of a hand with trumps for partner go first. The few points that most hands have for shape say nothing.
        Total points far above the high-card points that the player can have are a by-product, and no agreement.
        """
        narrow = _width(self.hcp, MAX_HCP)
        low, high = self.dummy_limits
        if self.trumps is not None and (
            _width((low, high), MAX_DUMMY) < narrow or low >= self.hcp[0] + USUAL_SHAPE or high < self.hcp[1]
        ):
            return PointRange((low, high), MAX_DUMMY, "points with short suits")
        low, high = self.total
        narrower = not self.balanced and _width(self.total, MAX_TOTAL) < narrow
        if low >= self.hcp[1] + RARE_SHAPE:
            return None
        if narrower or low > self.hcp[0] + USUAL_SHAPE or high < self.hcp[1]:
            return PointRange(self.total, MAX_TOTAL, "total points")
        return None

    def _speaks_of_length(self, length: tuple[int, int]) -> bool:
        low, high = length
        return low >= (4 if self.balanced else 3) or high <= (3 if self.balanced else 2)

    def holds(self, hand: Hand) -> bool:
        """Whether a hand lies inside."""
        return (
            self.hcp[0] <= HCP_TOTAL.of(hand) <= self.hcp[1]
            and self.total[0] <= TOTAL_POINTS.of(hand) <= self.total[1]
            and all(low <= length <= high for length, (low, high) in zip(hand.lengths, self.lengths, strict=True))
            and (self.losers == ANY_LOSERS or self.losers[0] <= LOSERS.of(hand) <= self.losers[1])
            and (self.trumps is None or self.dummy[0] <= dummy_points(self.trumps).of(hand) <= self.dummy[1])
            and all(
                low <= HONOR_VALUES[holding] <= high
                and STOPS_OF_HOLDING[holding] >= stops
                and QUALITY_OF_HOLDING[holding] >= quality
                for holding, (low, high), stops, quality in zip(
                    hand.holdings, self.honors, self.stops, self.qualities, strict=True
                )
            )
        )

    def words(self) -> str:
        """`15–17 HCP, balanced`, `11–21 HCP, 5+♠, ♦A, no ♣A`: only what says something."""
        return ", ".join((*self.strength_words(), *self.length_words(), *self.suit_words()))

    def strength_words(self) -> Iterator[str]:
        """`15–17 HCP`, `12+ total points`, `up to 6 losers`, `balanced`."""
        yield from (f"{_span(points.limits, points.most)} {points.unit}" for points in self.points)
        if self.losers != ANY_LOSERS:
            yield f"{_span(self.losers, MAX_LOSERS) if self.losers[0] else f'up to {self.losers[1]:g}'} losers"
        if self.balanced:
            yield "balanced"

    def length_words(self, suits: Collection[Strain] = SUITS) -> Iterator[str]:
        """`5+♠`, `0–2♣`, `2+♥` of these suits; where no length is named but every suit has a card or two, `no void`.

        Two cards in each of three suits are not told: that hand has support for them, which its text says.
        """
        least, named = min(low for low, _ in self.lengths), False
        supports = sum(low >= 2 for low, _ in self.lengths) == len(SUITS) - 1
        for suit in SUITS_DOWN:
            low, high = self.lengths[suit]
            by_honors = self.honors[suit][0] or self.stops[suit]  # two cards go without saying
            says_two = low == 2 > least and not self.balanced and not by_honors and not supports
            if suit in suits and (says_two or self._speaks_of_length((low, high))):
                named = True
                yield f"{_span((low, high), 13, wide=7 if low >= BID_LENGTH else 6)}{suit.symbol}"
        if least and not named and not self.balanced and len(suits) == len(SUITS):
            yield "no void" if least == 1 else "no singleton"

    def suit_words(self) -> Iterator[str]:
        """`♦A`, `♠KQ+` (or better), `no ♣A`, `♥ stopped`, `solid ♠`; a long suit needs no stopper."""
        for suit in SUITS_DOWN:
            low, stops, quality = self.honors[suit][0], STOPS[self.stops[suit]], self.qualities[suit]
            says_more = self.stops[suit] == _TWICE and low < _KING_AND_QUEEN and self.lengths[suit][0] < BID_LENGTH
            if quality >= _SOLID or (low < _KING and quality > QUALITY_OF_LENGTH[self.lengths[suit][0]]):
                yield f"{QUALITIES[quality]} {suit.symbol}"
            elif low >= _KING and not says_more:
                held = "".join(letter for letter, value in _HONORS if low & value)
                yield f"{suit.symbol}{held}{'' if _TOP_HONORS.startswith(held) else '+'}"
            elif stops and self.lengths[suit][0] < BID_LENGTH:
                yield f"{suit.symbol} {stops}"
        for suit in SUITS_DOWN:
            denied = [letter for letter, value in _HONORS if self.honors[suit][1] < value]
            if denied and self.lengths[suit][1]:
                yield f"no {suit.symbol}{' or '.join(denied)}"


Limits = TypeVar("Limits", tuple[int, int], tuple[float, float])


def _around(first: Limits, second: Limits) -> Limits:
    return min(first[0], second[0]), max(first[1], second[1])


def overlap(first: Limits, second: Limits) -> Limits:
    return max(first[0], second[0]), min(first[1], second[1])


def _span(limits: tuple[float, float], top: int, wide: int | None = None) -> str:
    low, high = limits
    if low == high:
        return f"{low:g}"
    if high >= (wide or top) and low:
        return f"{low:g}+"
    return f"{low:g}–{high:g}"


def _width(limits: tuple[int, int], top: int) -> int:
    """From the least to the most; what has no upper limit is wider than anything."""
    return limits[1] - limits[0] if limits[1] < top else MAX_TOTAL


def expectation(points: tuple[int, int], around: HandSummary | None, strength: Strength | None = None) -> str:
    """What partner plays for, `12–16 HCP` or a class of strength: as far as it is true and clearly less than the range.

    So nobody expects what the range beside it rules out, or reads nearly the same twice.
    """
    true = around.hcp if around else (0, MAX_HCP)
    if around and around.points_with_shape:
        return ""
    low, high = overlap(points, true)
    if low <= high and (low, high) != true:
        return _points_words(low, high) if _clearly_less((low, high), true) else ""
    possible = strength is not None and overlap(strength.points, true) == strength.points
    return strength.words() if strength and possible and _clearly_less(strength.points, true) else ""


def _points_words(low: int, high: int) -> str:
    return f"{_span((low, high), MAX_HCP)} HCP" if low else f"up to {high} HCP"


def _clearly_less(points: tuple[int, int], true: tuple[int, int]) -> bool:
    """Whether points are clearly less than a range; where that is open above, partner hopes for no more than it."""
    if true == (0, MAX_HCP):
        return points != true
    return points[0] - true[0] >= CLEARLY or (true[1] - points[1] >= CLEARLY and true[1] < MAX_HCP)


def expected_lengths(
    least: tuple[int, int, int, int], around: HandSummary | None, suits: Collection[Strain] = SUITS
) -> Iterator[str]:
    """The cards of these suits that partner plays for, `5♠`, where they are more than the range says."""
    for suit in SUITS_DOWN:
        if suit in suits and least[suit] > (around.lengths[suit][0] if around else 0):
            yield f"{least[suit]}{suit.symbol}"
