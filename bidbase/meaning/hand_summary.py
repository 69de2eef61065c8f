"""The limits between which the hands of a call lie: points, lengths, honors shown and denied, suit quality, losers.

From the agreements alone and never from a hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np

from bidbase.compiler.rows import Row, demands, shapes_of
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.cards import SHAPES, SUITS, SUITS_DOWN, Hand, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS, HoldingFeature, added_by_shape
from bidbase.game.holdings import HOLDINGS, MAX_HCP
from bidbase.language import fields
from bidbase.language.disclosures import Strength
from bidbase.language.honors import HONOR_VALUES, code_truth
from bidbase.language.ranges import Minimum, Range, Ranges
from bidbase.language.shape import Shape
from bidbase.language.shows import TOTAL, Shows
from bidbase.meaning.inference import NegativeInference

MAX_TOTAL = TOTAL_POINTS.size - 1
USUAL_SHAPE = 3  # distribution points that go without saying
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
_QUALITY_OF_LENGTH = (0, 0, 0, 0, 0, *map(QUALITIES.index, ("biddable", "rebiddable")), *[3] * 7)
"""The quality that a suit has by its length alone, whatever its honors."""
_LOSERS = COUNT_BY_NAME["losers"]
_SOLID = QUALITIES.index("solid")
_TOP_HONORS = "AKQJ"
_HONORS = tuple(zip(_TOP_HONORS, (8, 4, 2, 1), strict=True))
_KING, _KING_AND_QUEEN = 4, 6
_TWICE = STOPS.index("stopped twice")
_SHORTNESS_OF_SHAPE = np.array([sum((3, 2, 1)[length] for length in shape if length < 3) for shape in SHAPES])
_BALANCED = Shape(("balanced",)).truth()


@dataclass(frozen=True, slots=True)
class HandSummary:
    """Limits between which every hand of a meaning lies: GIB's one-line summary (its bid descriptions).

    Over the ways to make a call the least of each feature counts (`|`), over the calls of a player the most (`&`).
    Suits stand clubs first. `honors` count 8-4-2-1, so that a low limit says what is held at the least and a high one
    what is denied; `stops` are the least stoppers, 0 to 3 as in `STOPS`, `qualities` the least suit qualities, 0 to 7
    as in `QUALITIES`. `losers` are counted as in the field Losers.
    """

    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]
    balanced: bool
    total: tuple[int, int] = (0, MAX_TOTAL)
    honors: tuple[tuple[int, int], ...] = ((0, MAX_HONORS),) * 4
    stops: tuple[int, ...] = (0,) * 4
    qualities: tuple[int, ...] = (0,) * 4
    losers: tuple[float, float] = ANY_LOSERS

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
        )

    def __and__(self, other: HandSummary) -> HandSummary | None:
        """What both allow; None where nothing is left."""
        hcp, total = _inside(self.hcp, other.hcp), _inside(self.total, other.total)
        lengths = tuple(map(_inside, self.lengths, other.lengths))
        honors = tuple(map(_inside, self.honors, other.honors))
        losers = _inside(self.losers, other.losers)
        if any(low > high for low, high in (hcp, total, losers, *lengths, *honors)):
            return None
        stops = tuple(map(max, self.stops, other.stops))
        qualities = tuple(map(max, self.qualities, other.qualities))
        return HandSummary(hcp, lengths, self.balanced or other.balanced, total, honors, stops, qualities, losers)

    def narrowed_by(self, held: HandSummary) -> HandSummary | None:
        """The same of a player who has shown `held`: narrowed in what it speaks of, None where both cannot be.

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
            lengths=tuple(
                narrowed if self._speaks_of_length(own) else own
                for own, narrowed in zip(self.lengths, both.lengths, strict=True)
            ),
        )

    @property
    def _speaks_of_total(self) -> bool:
        return self.total[0] > self.hcp[0] or self.total[1] < MAX_TOTAL

    @property
    def says_total(self) -> bool:
        """Whether total points say more than high-card points and the few points that most hands have for shape."""
        narrower = not self.balanced and _width(self.total, MAX_TOTAL) < _width(self.hcp, MAX_HCP)
        return narrower or self.total[0] > self.hcp[0] + USUAL_SHAPE or self.total[1] < self.hcp[1]

    def _speaks_of_length(self, length: tuple[int, int]) -> bool:
        low, high = length
        return low >= (4 if self.balanced else 3) or high <= (3 if self.balanced else 2)

    def holds(self, hand: Hand) -> bool:
        """Whether a hand lies inside."""
        return (
            self.hcp[0] <= HCP_TOTAL.of(hand) <= self.hcp[1]
            and self.total[0] <= TOTAL_POINTS.of(hand) <= self.total[1]
            and all(low <= length <= high for length, (low, high) in zip(hand.lengths, self.lengths, strict=True))
            and (self.losers == ANY_LOSERS or self.losers[0] <= _LOSERS.of(hand) <= self.losers[1])
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
        """`15–17 HCP`, `12+ total points`, `up to 6 losers`, `balanced`: one range, or two that each say something."""
        says_total = self.says_total
        if self.hcp != (0, MAX_HCP) and not (says_total and _width(self.hcp, MAX_HCP) >= _width(self.total, MAX_TOTAL)):
            yield f"{_span(self.hcp, MAX_HCP)} HCP"
        if says_total:
            yield f"{_span(self.total, MAX_TOTAL)} total points"
        if self.losers != ANY_LOSERS:
            yield f"{_span(self.losers, MAX_LOSERS) if self.losers[0] else f'up to {self.losers[1]:g}'} losers"
        if self.balanced:
            yield "balanced"

    def length_words(self, suits: Collection[Strain] = SUITS) -> Iterator[str]:
        """`5+♠`, `0–2♣`, `2+♥` of these suits; where no length is named but every suit has a card or two, `no void`."""
        least, named = min(low for low, _ in self.lengths), False
        for suit in SUITS_DOWN:
            low, high = self.lengths[suit]
            by_honors = self.honors[suit][0] or self.stops[suit]  # two cards go without saying
            says_two = low == 2 > least and not self.balanced and not by_honors
            if suit in suits and (says_two or self._speaks_of_length((low, high))):
                named = True
                yield f"{_span((low, high), 13, wide=7)}{suit.symbol}"
        if least and not named and not self.balanced and len(suits) == len(SUITS):
            yield "no void" if least == 1 else "no singleton"

    def suit_words(self) -> Iterator[str]:
        """`♦A`, `♠KQ+` (or better), `no ♣A`, `♥ stopped`, `solid ♠`; a long suit needs no stopper."""
        for suit in SUITS_DOWN:
            low, stops, quality = self.honors[suit][0], STOPS[self.stops[suit]], self.qualities[suit]
            says_more = self.stops[suit] == _TWICE and low < _KING_AND_QUEEN and self.lengths[suit][0] < BID_LENGTH
            if quality >= _SOLID or (low < _KING and quality > _QUALITY_OF_LENGTH[self.lengths[suit][0]]):
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


def _inside(first: Limits, second: Limits) -> Limits:
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
    if around and around.says_total:
        return ""
    low, high = _inside(points, true)
    if low <= high and (low, high) != true:
        return _points_words(low, high) if _clearly_less((low, high), true) else ""
    inside = strength is not None and _inside(strength.points, true) == strength.points
    return strength.words() if strength and inside and _clearly_less(strength.points, true) else ""


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


def shown_summary(row: Row, denied: tuple[NegativeInference, ...] = ()) -> HandSummary:
    """What the call of a row shows: what its hands are, or what its entry states, widened to what its hands are."""
    true = row_summary(row, denied)
    return true if (shows := row.entry.get(fields.SHOWS)) is None else stated_summary(shows) | true


def stated_summary(shows: Shows) -> HandSummary:
    """The range that an entry states in its field Shows."""
    return HandSummary(
        _whole(shows.range_of(None), MAX_HCP),
        tuple(_whole(shows.range_of(suit), 13) for suit in SUITS),
        shows.balanced,
        _whole(shows.range_of(TOTAL), MAX_TOTAL),
    )


def _whole(numbers: Range, top: int) -> tuple[int, int]:
    ranges = Ranges((numbers,))
    most = ranges.most()
    return ranges.least(), top if most is None else most


@lru_cache(maxsize=1 << 16)
def row_summary(row: Row, denied: tuple[NegativeInference, ...] = ()) -> HandSummary:
    """The limits between which every hand lies that meets a row, and what it denies by passing over calls.

    Never too narrow; it may be too wide.
    """
    demanded = demands(row)
    shapes = shapes_of(demanded)
    if not shapes.any():
        shapes[:] = True
    points = demanded.get(HCP_TOTAL, _ANY_POINTS).copy()
    holdings = {f.suit: truth for f, truth in demanded.items() if isinstance(f, HoldingFeature)}
    for denial in denied:
        holdings[denial.suit] = holdings.get(denial.suit, _ANY_HOLDING) & ~denial.holdings
    totals = demanded.get(TOTAL_POINTS, _ANY_TOTAL)
    if TOTAL_POINTS in demanded:
        points &= _hcp_of_totals(totals, _SHORTNESS_OF_SHAPE, shapes)
    for feature, truth in demanded.items():
        if (added := added_by_shape(feature)) is not None:
            points &= _hcp_of_totals(truth, added, shapes)
            totals = totals & _totals_of_dummys(truth, added, shapes, points)
    points[: sum(int(HCP_OF_HOLDING[truth].min(initial=10)) for truth in holdings.values())] = False
    held = np.flatnonzero(points)
    hcp = (int(held[0]), int(held[-1])) if len(held) else (0, MAX_HCP)
    held_lengths = LENGTHS_OF_SHAPE[shapes]
    lengths = tuple(zip(held_lengths.min(axis=0).tolist(), held_lengths.max(axis=0).tolist(), strict=True))
    worth = [_worth(holdings.get(suit), lengths[suit]) for suit in SUITS]
    return HandSummary(
        hcp,
        lengths,
        bool(_BALANCED[shapes].all()),
        _inside(_limits(np.flatnonzero(totals)), (hcp[0], MAX_TOTAL)) if totals.any() else (0, MAX_TOTAL),
        tuple(honors for honors, _, _ in worth),
        tuple(stops for _, stops, _ in worth),
        tuple(quality for _, _, quality in worth),
        _losers(row.entry.get(fields.LOSERS)),
    )


_ANY_POINTS = np.ones(MAX_HCP + 1, dtype=np.bool_)
_ANY_TOTAL = np.ones(MAX_TOTAL + 1, dtype=np.bool_)
_ANY_HOLDING = np.ones(len(HOLDINGS), dtype=np.bool_)
_ANY_HONORS = (0, MAX_HONORS)


def _limits(values: np.ndarray) -> tuple[int, int]:
    return int(values.min()), int(values.max())


def _worth(holdings: np.ndarray | None, length: tuple[int, int]) -> tuple[tuple[int, int], int, int]:
    """Of such a holding, None for any: what its honors count 8-4-2-1, its least stoppers, its least quality."""
    low, high = length
    by_length = _ANY_HONORS, 0, _QUALITY_OF_LENGTH[low]
    if holdings is None:
        return by_length
    allowed = holdings & (low <= LENGTH_OF_HOLDING) & (high >= LENGTH_OF_HOLDING)
    if not allowed.any():
        return by_length
    stops, quality = (int(table[allowed].min()) for table in (STOPS_OF_HOLDING, QUALITY_OF_HOLDING))
    return _limits(HONOR_VALUES[allowed]), stops, quality


def _losers(demanded: Minimum | None) -> tuple[float, float]:
    if demanded is None:
        return ANY_LOSERS
    low, high = _limits(np.flatnonzero(demanded.ranges.truth(MAX_LOSERS * _LOSERS.scale + 1, _LOSERS.scale)))
    return low / _LOSERS.scale, high / _LOSERS.scale


def _hcp_of_totals(totals: np.ndarray, added: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Which high-card points are possible with an allowed total in one of these shapes, each of which adds a number."""
    possible = np.zeros(MAX_HCP + 1, dtype=np.bool_)
    for shape_adds in np.unique(added[shapes]):
        possible |= totals[shape_adds : shape_adds + MAX_HCP + 1]
    return possible


def _totals_of_dummys(truth: np.ndarray, added: np.ndarray, shapes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Which total points are possible with allowed dummy points in one of these shapes, and with these points."""
    possible = np.zeros(MAX_TOTAL + 1, dtype=np.bool_)
    for shape_adds, short in np.unique(np.column_stack((added, _SHORTNESS_OF_SHAPE))[shapes], axis=0):
        possible[short : short + MAX_HCP + 1] |= truth[shape_adds : shape_adds + MAX_HCP + 1] & points
    return possible
