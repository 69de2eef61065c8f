"""Why a hand is not one that a call shows, in the words of players: points first, then lengths, balance and suits.

The hand is held against all kinds of hands that make the call together, never against one entry. Where they agree on
a limit the reason is plain: "1♥ promises 12 or more HCP; you have 11". Where the limit depends on the rest of the hand
the reason says on what: "With 12 HCP, double promises three or more hearts; you have two".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

import numpy as np

from bidbase.compiler import Place
from bidbase.compiler.rows import demands, shapes_of
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Hand, Strain, holding_text
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS, Feature, HoldingFeature, dummy_points
from bidbase.game.holdings import ACE, KING, MAX_HCP, QUEEN
from bidbase.language.honors import HONOR_VALUES
from bidbase.language.ranges import Truth
from bidbase.language.shape import Shape
from bidbase.meaning.hand_summary import (
    LOSERS,
    MAX_DUMMY,
    MAX_LOSERS,
    MAX_TOTAL,
    QUALITY_OF_HOLDING,
    STOPS_OF_HOLDING,
    HandSummary,
)
from bidbase.meaning.inference import negative_inferences, rows_told
from bidbase.meaning.row_summary import shown_summary

MOST_REASONS = 2
NARROW = 5  # a range of points that is no wider is named with both its ends
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", *map(str, (11, 12, 13)))
CARD = 2  # points that a card too few or too many stands for
LONG = 5  # cards of a suit that is to be good
_TOP_HONORS = ACE | KING | QUEEN
_BALANCED = Shape(("balanced",)).truth()

Limits = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class HandKind:
    """One of the kinds of hands that make a call: their limits, all that is asked of them by feature, and the entry."""

    summary: HandSummary
    demands: Mapping[Feature, Truth] = field(default_factory=dict)
    entry: str = ""

    def has_shape_of(self, hand: Hand) -> bool:
        """Whether a hand has one of its shapes."""
        return bool(shapes_of(self.demands)[hand.shape]) and all(map(_inside, hand.lengths, self.summary.lengths))

    def has_worth_of(self, hand: Hand) -> bool:
        """Whether a hand has the points and the losers for it."""
        return all(_inside(count.of(hand), count.limits(self.summary)) for count in _counts([self.summary]))

    def asks_more_of(self, suit: Strain, holding: int) -> bool:
        """Whether a suit would be good enough if it had its top honors, and is not as it is."""
        truth = self.demands.get(HoldingFeature(suit))
        return truth is not None and not truth[holding] and bool(truth[holding | _TOP_HONORS])


def hand_kinds(place: Place, call: Call) -> tuple[HandKind, ...]:
    """The kinds of hands that make a call in this place, as far as people are told of them; empty without agreement."""
    return tuple(
        HandKind(shown_summary(row, negative_inferences(section, index, allowed)), demands(row), row.entry.id)
        for section, index, allowed, row in rows_told(place, call)
    )


@dataclass(frozen=True, slots=True)
class WhyNot:
    """One thing that a call shows and a hand has not: `With 9 HCP`, `promises`, `four spades`, `three`.

    `given` is what of the hand the limit depends on, nothing where it holds for every hand of the call. `lacks` tells
    of any hand whether it is outside the limit too. `soft` marks what is not the limit of all kinds, or a fine point of
    a suit: where most hands of the call have a plainer limit, that is the better reason. `miss` says by how much the
    hand is outside, in points; a card stands for two. `suit` is the one whose length it is about, if it is, and `least`
    the fewest points that would do, if it is about too few.
    """

    given: str
    verb: str
    what: str
    have: str
    lacks: Callable[[Hand], bool]
    soft: bool = False
    miss: float = 0
    suit: Strain | None = None
    least: float | None = None

    def words(self, call: Call) -> str:
        """`1♥ promises five or more hearts; you have four.`"""
        return self.words_of(f"With {self.given}, {named(call)}" if self.given else call.title)

    def words_of(self, subject: str) -> str:
        """The reason about what an earlier sentence has named: `It also promises ...`."""
        if self.given and subject.startswith("It"):
            subject = f"With {self.given}, {subject[0].lower()}{subject[1:]}"
        return f"{subject} {self.verb} {self.what}; you have {self.have}."


def named(call: Call) -> str:
    """A call as it stands inside a sentence: `1NT`, `double`."""
    return call.title if call.is_bid else call.title.lower()


def reasons(kinds: Sequence[HandKind], hand: Hand, shares: Mapping[str, float] | None = None) -> tuple[WhyNot, ...]:
    """At most two reasons why a hand is none of these kinds; none where it may be, or nothing plain can be said.

    `shares` has for each entry its part of the hands that make the call, 0 to 1, where that is known. What the usual
    hands show is said before what a rare one has: who doubles without support has not too few points for it.
    """
    if not kinds:
        return ()
    plain = (*_worth_reasons(kinds, hand), *_shape_reasons(kinds, hand), *_suit_reasons(kinds, hand))
    if plain:
        return tuple(sorted(plain, key=lambda reason: -reason.miss)[:MOST_REASONS])
    of_shape = [kind for kind in kinds if kind.has_shape_of(hand)]
    of_worth = [kind for kind in kinds if kind.has_worth_of(hand)]
    both = [kind for kind in of_shape if kind.has_worth_of(hand)]
    if both:
        found = _suit_reasons(both, hand, "this shape" if len(both) == len(of_shape) else _given_points(hand))
    elif of_shape and not _is_rare(of_shape, of_worth, hand, shares):
        found = _worth_reasons(of_shape, hand, "your shape")
    else:
        found = _shape_reasons(of_worth, hand, _given_points(hand))
    return tuple(islice(found, 1))


def _is_rare(
    of_shape: Sequence[HandKind], of_worth: Sequence[HandKind], hand: Hand, shares: Mapping[str, float] | None
) -> bool:
    """Whether hands of this shape make the call seldom, while usual hands of these points do.

    Where they need a point more it is the point all the same.
    """
    miss = min((reason.miss for reason in _worth_reasons(of_shape, hand)), default=0)
    return miss > 1 and _part(of_worth, shares) > _part(of_shape, shares)


def _part(kinds: Iterable[HandKind], shares: Mapping[str, float] | None) -> float:
    """The part of the hands that make the call of which these kinds are; nobody knows without shares."""
    return sum((shares or {}).get(entry, 0) for entry in {kind.entry for kind in kinds})


def _given_points(hand: Hand) -> str:
    return f"{HCP_TOTAL.of(hand)} HCP"


def _inside(value: float, limits: Limits) -> bool:
    return limits[0] <= value <= limits[1]


# --- Points and losers ---


@dataclass(frozen=True, slots=True)
class _HandCount:
    """Something that is counted of a hand, and the limits that a summary sets."""

    unit: str
    most: float
    of: Callable[[Hand], float]
    limits: Callable[[HandSummary], Limits]


LOSERS_UNIT = "losers"
COUNTS = (
    _HandCount("HCP", MAX_HCP, HCP_TOTAL.of, lambda summary: summary.hcp),
    _HandCount("total points", MAX_TOTAL, TOTAL_POINTS.of, lambda summary: summary.total),
    _HandCount(LOSERS_UNIT, MAX_LOSERS, LOSERS.of, lambda summary: summary.losers),
)


def _counts(summaries: Iterable[HandSummary]) -> tuple[_HandCount, ...]:
    """What is counted of a hand for these. Points for a fit go first, since they are what is told of a raise."""
    trumps = {summary.trumps for summary in summaries if summary.trumps is not None}
    return (*map(_dummy_count, trumps if len(trumps) == 1 else ()), *COUNTS)


def _dummy_count(trumps: Strain) -> _HandCount:
    of = dummy_points(trumps).of
    return _HandCount("points with short suits", MAX_DUMMY, of, lambda summary: summary.dummy_limits)


def _worth_reasons(kinds: Sequence[HandKind], hand: Hand, given: str = "") -> Iterator[WhyNot]:
    """The count that is outside the limits of every kind. Total points are named where high-card points are right."""
    for count in _counts(kind.summary for kind in kinds):
        value = count.of(hand)
        spans = together(count.limits(kind.summary) for kind in kinds)
        if not any(_inside(value, span) for span in spans):
            promised = value < spans[0][0] and spans[0][1] - spans[0][0] >= NARROW
            yield WhyNot(
                given,
                "promises" if promised else "shows",
                _spans_words(_nearest(spans, value), value, count),
                f"{value:g}",
                partial(_outside, count, spans),
                miss=min(max(low - value, value - high) for low, high in spans),
                least=spans[0][0] if value < spans[0][0] and count.unit != LOSERS_UNIT else None,
            )
            return


def _outside(count: _HandCount, spans: Sequence[Limits], hand: Hand) -> bool:
    return not any(_inside(count.of(hand), span) for span in spans)


def together(ranges: Iterable[Limits]) -> list[Limits]:
    """Ranges of whole numbers with those joined that overlap or touch, in order."""
    joined: list[Limits] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    return joined


def _nearest(spans: Sequence[Limits], value: float) -> list[Limits]:
    """The range next below a value and the range next above it."""
    below = [span for span in spans if span[1] < value][-1:]
    return below + [span for span in spans if span[0] > value][:1]


def _spans_words(spans: Sequence[Limits], value: float, count: _HandCount) -> str:
    """`15 to 17 HCP`, `at most 9 HCP or 16 or more`."""
    first, *others = (_span_words(span, value, count.most) for span in spans)
    return " or ".join((f"{first} {count.unit}", *others))


def _span_words(span: Limits, value: float, most: float) -> str:
    """`12 or more`, `at most 9`, `15 to 17`: of a wide range the end that the value misses."""
    low, high = span
    if high - low < NARROW:
        return limits_words(span, most)
    return limits_words((low, most) if value < low else (0, high), most)


def limits_words(limits: Limits, most: float) -> str:
    """`12 or more`, `at most 9`, `15 to 17`, `8`."""
    low, high = limits
    if low == high:
        return f"{low:g}"
    if high >= most:
        return f"{low:g} or more"
    return f"{low:g} to {high:g}" if low else f"at most {high:g}"


# --- Shape ---


def _shape_reasons(kinds: Sequence[HandKind], hand: Hand, given: str = "") -> Iterator[WhyNot]:
    """What of the shape is outside the limits of every kind: the balance or lengths, those promised first.

    Where kinds promise different suits all of them are named: four or more hearts or spades.
    """
    if not kinds:
        return
    if all(kind.summary.balanced for kind in kinds) and not _BALANCED[hand.shape]:
        yield WhyNot(given, "promises", "a balanced hand", _unbalanced(hand), lambda other: not _BALANCED[other.shape])
        return
    if min(hand.lengths) < 2 <= min(low for kind in kinds for low, _ in kind.summary.lengths):
        yield WhyNot(given, "denies", "a singleton or void", _unbalanced(hand), lambda other: min(other.lengths) < 2)
        return
    around = {suit: _hull(kind.summary.lengths[suit] for kind in kinds) for suit in SUITS_DOWN}
    outside = [suit for suit in SUITS_DOWN if not _inside(hand.lengths[suit], around[suit])]
    if outside:
        outside.sort(key=lambda suit: (hand.lengths[suit] > around[suit][1], -around[suit][0]))
        yield from (_length_reason(suit, around[suit], hand, given) for suit in outside)
    elif all(_too_short(kind, hand) for kind in kinds):
        yield from _choice_of_suits(list(filter(None, (_too_short(kind, hand) for kind in kinds))), hand, given)


def _unbalanced(hand: Hand) -> str:
    least = min(hand.lengths)
    if least < 2:
        return "a void" if least == 0 else "a singleton"
    return "-".join(map(str, sorted(hand.lengths, reverse=True)))


def _hull(ranges: Iterable[Limits]) -> Limits:
    lows, highs = zip(*ranges, strict=True)
    return min(lows), max(highs)


def _length_reason(suit: Strain, limits: Limits, hand: Hand, given: str) -> WhyNot:
    low, high = map(int, limits)
    length = hand.lengths[suit]
    if length < low:
        verb, what = "promises", number_of_cards(low, suit, or_more=low < high)
    elif low == high:
        verb, what = "shows", number_of_cards(low, suit) if low else f"a void in {suit.title}"
    elif high == 1 or low >= 3:
        verb, what = "shows", f"at most {number_of_cards(high, suit)}"
    else:
        verb, what = "denies", number_of_cards(high + 1, suit)
    return WhyNot(
        given,
        verb,
        what,
        NUMBERS[length] if length else "none",
        lambda other: not _inside(other.lengths[suit], (low, high)),
        miss=CARD * max(low - length, length - high),
        suit=suit,
    )


def _too_short(kind: HandKind, hand: Hand) -> tuple[Strain, int] | None:
    """The suit that a kind promises most of, with its length, among those in which a hand is too short."""
    missed = [
        (low, suit) for suit, (low, _) in zip(SUITS, kind.summary.lengths, strict=True) if hand.lengths[suit] < low
    ]
    return (max(missed)[1], max(missed)[0]) if missed else None


def _choice_of_suits(missed: Sequence[tuple[Strain, int]], hand: Hand, given: str) -> Iterator[WhyNot]:
    """`four or more hearts or spades` where two or three suits are promised alike; else what most kinds promise."""
    least: dict[Strain, int] = {}
    for suit, low in missed:
        least[suit] = min(low, least.get(suit, low))
    if len(set(least.values())) == 1 and 1 < len(least) < len(SUITS):
        low, suits = next(iter(least.values())), sorted(least)
        what = f"{NUMBERS[low]} or more {' or '.join(suit.title for suit in suits)}"
        have = "neither" if len(suits) == 2 else "none of these"
        yield WhyNot(given, "promises", what, have, partial(_all_shorter, low, suits), soft=True)
        return
    suit, kinds = Counter(suit for suit, _ in missed).most_common(1)[0]
    if kinds > len(missed) / 2:
        yield replace(_length_reason(suit, (least[suit], 13), hand, ""), verb="usually promises", soft=True)


def _all_shorter(low: int, suits: Collection[Strain], hand: Hand) -> bool:
    return all(hand.lengths[suit] < low for suit in suits)


def number_of_cards(number: int, suit: Strain, or_more: bool = False) -> str:
    """`four hearts`, `three or more spades`, `one club`."""
    return f"{NUMBERS[number]}{' or more' if or_more else ''} {suit.title if number != 1 else suit.title[:-1]}"


# --- Honors, stoppers and quality of suits ---


def _suit_reasons(kinds: Sequence[HandKind], hand: Hand, given: str = "") -> Iterator[WhyNot]:
    """What every kind asks of the cards of a suit, where a hand has them not."""
    summaries = [kind.summary for kind in kinds]
    for suit in SUITS_DOWN:
        holding, length, name = hand.holdings[suit], hand.lengths[suit], suit.title
        quality = min(summary.qualities[suit] for summary in summaries)
        stops = min(summary.stops[suit] for summary in summaries)
        low, high = _hull(summary.honors[suit] for summary in summaries)
        if length < min(summary.lengths[suit][0] for summary in summaries):
            continue  # too short a suit is reason enough
        have = f"{suit.symbol}{holding_text(holding)}" if holding else "none"
        if QUALITY_OF_HOLDING[holding] < quality or (
            length >= LONG and all(k.asks_more_of(suit, holding) for k in kinds)
        ):
            what = f"a better {name[:-1]} suit"
            yield WhyNot(given, "promises", what, have, partial(_has_no_better, kinds, suit))
        elif STOPS_OF_HOLDING[holding] < stops:
            what = ("half a stopper", "a stopper", "two stoppers")[stops - 1]
            yield WhyNot(given, "promises", f"{what} in {name}", have, _below(STOPS_OF_HOLDING, suit, stops))
        elif HONOR_VALUES[holding] < low:
            yield WhyNot(given, "promises", f"better honors in {name}", have, _below(HONOR_VALUES, suit, low))
        elif HONOR_VALUES[holding] > high:
            what = f"such good {name}" if high else f"an honor in {name}"
            if high < HONOR_VALUES[KING] and holding & (ACE | KING):
                what = f"the ace or king of {name}"
            yield WhyNot(given, "denies", what, have, _above(HONOR_VALUES, suit, high), soft=True)


def _has_no_better(kinds: Sequence[HandKind], suit: Strain, hand: Hand) -> bool:
    holding = hand.holdings[suit]
    return all(
        kind.asks_more_of(suit, holding) or QUALITY_OF_HOLDING[holding] < kind.summary.qualities[suit] for kind in kinds
    )


def _below(table: np.ndarray, suit: Strain, least: float) -> Callable[[Hand], bool]:
    return lambda other: bool(table[other.holdings[suit]] < least)


def _above(table: np.ndarray, suit: Strain, most: float) -> Callable[[Hand], bool]:
    return lambda other: bool(table[other.holdings[suit]] > most)
