"""What a hand is worth by the counts that players know: points, losers, winners, quick tricks and others.

A count is what its four suits add up to, and for some what the shape adds, in whole numbers of a stated unit.
So each is a column over the 8,192 holdings and, where the shape counts, one over the 560 shapes.

Where a source lists holdings (winners, losers, quick tricks, stoppers), a holding counts as the best of those
listed that it is card for card at least as good as: `AKJ` as `AQJ`. So a better card never counts less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from bidbase.game.cards import SHAPES, Hand, parse_holding
from bidbase.game.holdings import (
    ACE,
    EIGHT,
    HALF_STOPPERS,
    HCP,
    HOLDINGS,
    INTERMEDIATES,
    JACK,
    KING,
    NINE,
    QUEEN,
    SHORTNESS,
    SOLID,
    STOPPERS,
    TEN,
    at_least_as_good,
)
from bidbase.lazy import lazy_property

Lengths = tuple[int, int, int, int]

_LOW = EIGHT - 1
_ALIKE = [holding & ~_LOW | (1 << (holding & _LOW).bit_count()) - 1 for holding in HOLDINGS]
"""Each holding with its cards below the eight moved down: 896 different ones."""


def _nothing(lengths: Lengths) -> int:
    return 0


@dataclass(frozen=True)
class Count:
    """One way to count a hand. `of_suit` (a holding) and `of_shape` (lengths) are in units of 1 / `scale`.

    What a suit adds is never negative, and its cards below the eight are alike; what the shape adds may be negative.
    """

    name: str
    label: str
    explanation: str
    of_suit: Callable[[int], int]
    scale: int = 1
    of_shape: Callable[[Lengths], int] = _nothing

    @lazy_property
    def column(self) -> tuple[int, ...]:
        """What each of the 8,192 holdings adds."""
        worth = {holding: self.of_suit(holding) for holding in set(_ALIKE)}
        return tuple(worth[alike] for alike in _ALIKE)

    @lazy_property
    def by_shape(self) -> tuple[int, ...]:
        """What each of the 560 shapes adds."""
        return tuple(map(self.of_shape, SHAPES))

    def units(self, hand: Hand) -> int:
        """The count of this hand in units of 1 / `scale`."""
        return sum(map(self.of_suit, hand.holdings)) + self.of_shape(hand.lengths)

    def of(self, hand: Hand) -> float:
        """The count of this hand."""
        return self.units(hand) / self.scale


@dataclass(frozen=True, slots=True)
class Valuation:
    """A valuation system: what a hand is worth in a suit contract and in notrump, by a count for each."""

    name: str
    explanation: str
    suit: Count
    notrump: Count


@dataclass(frozen=True, slots=True)
class HandValue:
    """One count of a hand, for people: `value` is a number as text, `8.65`."""

    name: str
    label: str
    value: str
    explanation: str


def hand_values(hand: Hand) -> list[HandValue]:
    """Every count of this hand, in the order of `COUNTS`."""
    return [HandValue(count.name, count.label, f"{count.of(hand):g}", count.explanation) for count in COUNTS]


def _knr(holding: int) -> int:
    """Twentieths of a point by Kaplan and Rubens (The Bridge World, October 1982).

    The steps are those of Goldsmith's knrsource.c; other texts differ in the long suits and the nine.
    """
    length = holding.bit_count()
    if length == 0:
        return 60
    ace, king, queen, jack, ten, nine, eight = (
        bool(holding & card) for card in (ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT)
    )
    top = ace + king + queen
    quality = 8 * ace + 6 * king + 4 * queen + 2 * jack  # in halves; times length / 10 it is in twentieths
    if length <= 6:
        quality += 2 if ten and (jack or top >= 2) else ten
        quality += nine and (top >= 2 or ten or eight)
    else:
        quality += ten
        if length == 7:
            quality += 0 if queen and jack else 2
        elif length == 8:
            quality += 4 if not queen else 0 if jack else 2
        else:
            quality += 4 * (not queen) + 2 * (not jack)
    value = quality * length + 60 * ace + (10 if length == 1 else 40) * king
    if queen and length > 1:
        value += (20 if length > 2 else 10) if ace or king else (15 if length > 2 else 5)
    value += (0, 5, 10, 0)[top] * jack
    if ten and (top + jack == 2 or (top + jack == 1 and nine)):
        value += 5
    return value + 20 * SHORTNESS[holding]


def _knr_shape(lengths: Lengths) -> int:
    """The first distribution point is taken back, and half a point from 4333, which has none."""
    return -10 if min(lengths) == 3 else -20


def _controls(holding: int) -> int:
    return 2 * bool(holding & ACE) + bool(holding & KING)


def _two_longest(lengths: Lengths) -> int:
    return sum(sorted(lengths)[2:])


def _zar_shape(lengths: Lengths) -> int:
    """The two longest suits, and the longest less the shortest."""
    return _two_longest(lengths) + max(lengths) - min(lengths)


def _gib_total(holding: int) -> int:
    short = SHORTNESS[holding]
    return HCP[holding] + short - bool(short and HCP[holding])


def _losing_tricks(holding: int) -> int:
    wanted = (ACE, KING, QUEEN)[: holding.bit_count()]
    return sum(not holding & card for card in wanted)


def _new_losing_tricks(holding: int) -> int:
    """In halves: a missing ace counts one and a half, a king one, a queen a half."""
    wanted = ((ACE, 3), (KING, 2), (QUEEN, 1))[: holding.bit_count()]
    return sum(halves for card, halves in wanted if not holding & card)


_Listed = list[tuple[int, int]]


def _listed(text: str) -> _Listed:
    """Holdings with what they count, `AQ=1.5 Kx=.5`, read into halves; an x is a low card."""
    pairs = (item.split("=") for item in text.split())
    return [(parse_holding(_low(cards)), round(2 * float(count))) for cards, count in pairs]


def _low(cards: str) -> str:
    return cards.replace("xx", "32").replace("x", "2")


# The lists of the editor text, "# Winners", "Losing Tricks" and "Quick Tricks". AKQ is not among its losers:
# it would count as AKx, one loser, though nothing is left to lose.
_WINNERS = _listed(
    "AKQJ=4 AKQT=3.5 AKJT=3.5 AQJT=3.5 AKQ=3 KQJT=3 AQJ=2.5 AK=2 KQJ=2 QJTx=2 AQ=1.5 A=1 KQ=1 QJT=1 Kx=.5"
)
_LOSERS = _listed(
    "AKQ=0 AKx=1 AK=0 AQx=1 AQ=1 AJT=1 Axx=2 Ax=1 A=0 KQx=2 KQ=1 Kxx=2 Kx=1 K=1 QJT=2 QJx=2 QJ=2 Qxx=2.5 Qx=2 Q=1"
)
_QUICK_TRICKS = _listed("AK=2 AQ=1.5 A=1 KQ=1 Kx=.5")
_STOPPERS = [(parse_holding(cards), 1) for cards in HALF_STOPPERS]
_STOPPERS += [(parse_holding(cards), 2) for cards in STOPPERS]


def _most(holding: int, listed: _Listed) -> int:
    return max((count for pattern, count in listed if at_least_as_good(holding, pattern)), default=0)


def _winners(holding: int) -> int:
    """In halves: the first four cards by the list, and one for each card more."""
    return _most(holding, _WINNERS) + 2 * max(0, holding.bit_count() - 4)


_RUNNING = [parse_holding(cards) for cards in ("AKQJ2", *chain.from_iterable(SOLID.values()))]


def _running_winners(holding: int) -> int:
    """The cards from the ace down without a gap; every card of a suit that runs once they are cashed.

    The editor text says no more than "tricks which you can take immediately". A suit runs if it is solid, or AKQJ with
    a fifth card.
    """
    if any(at_least_as_good(holding, least) for least in _RUNNING):
        return holding.bit_count()
    return next(place for place in range(14) if not holding >> 12 - place & 1)


def _losers(holding: int) -> int:
    """In halves: the first three cards by the list; cards that no listed holding covers lose a trick each."""
    cards = min(3, holding.bit_count())
    covered = (
        count for pattern, count in _LOSERS if pattern.bit_count() == cards and at_least_as_good(holding, pattern)
    )
    return min(covered, default=2 * cards)


def _quick_tricks(holding: int) -> int:
    """In halves: half a trick less in a suit of six or more, which may be ruffed in the second round."""
    most = _most(holding, _QUICK_TRICKS)
    return most - 1 if most and holding.bit_count() >= 6 else most


COUNTS: tuple[Count, ...] = (
    Count("hcp", "HCP", "High-card points: ace 4, king 3, queen 2, jack 1.", HCP.__getitem__),
    Count("distribution", "Distribution points", "Void 3, singleton 2, doubleton 1.", SHORTNESS.__getitem__),
    Count(
        "total_points",
        "Total points",
        "HCP and distribution points.",
        lambda holding: HCP[holding] + SHORTNESS[holding],
    ),
    Count(
        "knr",
        "Kaplan-Rubens",
        "Honours by the company they keep, long suits and short ones; compare with HCP.",
        _knr,
        20,
        _knr_shape,
    ),
    Count(
        "zar",
        "Zar points",
        "HCP, controls, the two longest suits, and the longest less the shortest; an opening has 26.",
        lambda holding: HCP[holding] + _controls(holding),
        of_shape=_zar_shape,
    ),
    Count(
        "gib_total_points",
        "GIB total points",
        "HCP and distribution points, one less for each short suit with an honour that counts.",
        _gib_total,
    ),
    Count(
        "rule_of_20",
        "Rule of 20",
        "HCP and the lengths of the two longest suits; light openings have 20.",
        HCP.__getitem__,
        of_shape=_two_longest,
    ),
    Count("controls", "Controls", "Ace 2, king 1.", _controls),
    Count(
        "winners",
        "Winners",
        "Playing tricks: the first four cards of a suit by their honours, and each card more.",
        _winners,
        2,
    ),
    Count(
        "running_winners",
        "Running winners",
        "Tricks that can be cashed at once: ace, king, queen and so on in order, and all of a suit that runs.",
        _running_winners,
    ),
    Count(
        "quick_tricks",
        "Quick tricks",
        "AK 2, AQ 1½, A or KQ 1, Kx ½; half a trick less in a suit of six or more.",
        _quick_tricks,
        2,
    ),
    Count(
        "losers",
        "BidBase losers",
        "The first three cards of a suit by their honours: KQx loses 2, Qxx 2½.",
        _losers,
        2,
    ),
    Count(
        "losing_tricks",
        "Losing-trick count",
        "Ace, king and queen missing from the first three cards of each suit.",
        _losing_tricks,
    ),
    Count(
        "new_losing_tricks",
        "New losing-trick count",
        "The same, but a missing ace counts 1½ and a missing queen ½.",
        _new_losing_tricks,
        2,
    ),
    Count(
        "suits_stopped",
        "Suits stopped",
        "A stopper counts 1, Qxx or Jxxx ½.",
        lambda holding: _most(holding, _STOPPERS),
        2,
    ),
    Count(
        "intermediates",
        "Intermediates",
        "Tens and nines, and an eight beside one of them.",
        INTERMEDIATES.__getitem__,
    ),
)
"""Every count, points first."""

COUNT_BY_NAME = {count.name: count for count in COUNTS}
