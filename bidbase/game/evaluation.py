"""Hand evaluation by the counts that players use: points, losers, winners, quick tricks and others.

A count adds up what each of the four suits is worth and, for some counts, what the shape is worth, in whole numbers of
a stated unit. So a count is a column over the 8,192 holdings and, where the shape counts, a column over the 560 shapes.

Some sources list holdings (winners, losers, quick tricks, stoppers). A holding that is not listed counts as the best of
the listed holdings that it is card for card at least as good as: `AKJ` counts as `AQJ`. So a better card never counts
less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from bidbase.game.cards import SHAPES, SUITS_DOWN, Hand, parse_holding
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

SuitLengths = tuple[int, int, int, int]

_LOW_CARDS = EIGHT - 1
_WITH_LOWEST_CARDS = [holding & ~_LOW_CARDS | (1 << (holding & _LOW_CARDS).bit_count()) - 1 for holding in HOLDINGS]
"""Each holding with its cards below the eight replaced by the lowest possible ones, which leaves 896 holdings."""


def _nothing(lengths: SuitLengths) -> int:
    return 0


@dataclass(frozen=True)
class Count:
    """One way to count a hand.

    `of_suit` gives what a holding adds, `of_shape` what the lengths add (clubs first), both in units of 1 / `scale`.
    A suit never adds a negative number, and its cards below the eight all count the same; a shape may add a negative
    number.
    """

    name: str
    label: str
    explanation: str
    of_suit: Callable[[int], int]
    scale: int = 1
    of_shape: Callable[[SuitLengths], int] = _nothing

    @lazy_property
    def column(self) -> tuple[int, ...]:
        """What each of the 8,192 holdings adds, in units."""
        added = {holding: self.of_suit(holding) for holding in set(_WITH_LOWEST_CARDS)}
        return tuple(added[holding] for holding in _WITH_LOWEST_CARDS)

    @lazy_property
    def by_shape(self) -> tuple[int, ...]:
        """What each of the 560 shapes adds, in units."""
        return tuple(map(self.of_shape, SHAPES))

    def units(self, hand: Hand) -> int:
        """The count of this hand in units of 1 / `scale`."""
        return sum(map(self.of_suit, hand.holdings)) + self.of_shape(hand.lengths)

    def of(self, hand: Hand) -> float:
        """The count of this hand."""
        return self.units(hand) / self.scale


@dataclass(frozen=True, slots=True)
class Valuation:
    """A valuation system: a count for suit contracts and a count for notrump."""

    name: str
    explanation: str
    suit: Count
    notrump: Count


@dataclass(frozen=True, slots=True)
class HandValue:
    """One count of a hand for display.

    `value` is the number as text, such as `8.65`; `suits` is what each suit adds to it, spades first, and `shape` what
    the lengths add.
    """

    name: str
    label: str
    value: str
    explanation: str
    suits: tuple[float, ...]
    shape: float


def hand_values(hand: Hand) -> list[HandValue]:
    """Every count of this hand, in the order of `COUNTS`."""
    return [
        HandValue(
            count.name,
            count.label,
            f"{count.of(hand):g}",
            count.explanation,
            tuple(count.of_suit(hand.holdings[suit]) / count.scale for suit in SUITS_DOWN),
            count.of_shape(hand.lengths) / count.scale,
        )
        for count in COUNTS
    ]


def _knr(holding: int) -> int:
    """The count of Kaplan and Rubens in twentieths of a point (The Bridge World, October 1982).

    The steps follow Goldsmith's knrsource.c; other texts differ on long suits and on the nine.
    """
    length = holding.bit_count()
    if length == 0:
        return 60
    ace, king, queen, jack, ten, nine, eight = (
        bool(holding & card) for card in (ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT)
    )
    top = ace + king + queen
    quality = 8 * ace + 6 * king + 4 * queen + 2 * jack  # in halves of a point; times the length it is in twentieths
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


def _knr_shape(lengths: SuitLengths) -> int:
    """The first distribution point does not count; 4-3-3-3, which has none, loses half a point."""
    return -10 if min(lengths) == 3 else -20


def _controls(holding: int) -> int:
    return 2 * bool(holding & ACE) + bool(holding & KING)


def _two_longest(lengths: SuitLengths) -> int:
    return sum(sorted(lengths)[2:])


def _zar_shape(lengths: SuitLengths) -> int:
    """The sum of the two longest suits, and the longest less the shortest."""
    return _two_longest(lengths) + max(lengths) - min(lengths)


def _gib_total(holding: int) -> int:
    short = SHORTNESS[holding]
    return HCP[holding] + short - bool(short and HCP[holding])


def _losing_tricks(holding: int) -> int:
    honors = (ACE, KING, QUEEN)[: holding.bit_count()]
    return sum(not holding & card for card in honors)


def _new_losing_tricks(holding: int) -> int:
    """In halves: a missing ace counts one and a half, a missing king one and a missing queen a half."""
    honors = ((ACE, 3), (KING, 2), (QUEEN, 1))[: holding.bit_count()]
    return sum(halves for card, halves in honors if not holding & card)


_Listed = list[tuple[int, int]]


def _listed(text: str) -> _Listed:
    """Read holdings with their counts, as in `AQ=1.5 Kx=.5`, into halves; an x is a low card."""
    pairs = (item.split("=") for item in text.split())
    return [(parse_holding(_with_low_cards(cards)), round(2 * float(count))) for cards, count in pairs]


def _with_low_cards(cards: str) -> str:
    return cards.replace("xx", "32").replace("x", "2")


# The lists of the editor text, "# Winners", "Losing Tricks" and "Quick Tricks". Only AKQ is added to its losers: it
# would count as AKx, one loser, though it has none.
_WINNERS = _listed(
    "AKQJ=4 AKQT=3.5 AKJT=3.5 AQJT=3.5 AKQ=3 KQJT=3 AQJ=2.5 AK=2 KQJ=2 QJTx=2 AQ=1.5 A=1 KQ=1 QJT=1 Kx=.5"
)
_LOSERS = _listed(
    "AKQ=0 AKx=1 AK=0 AQx=1 AQ=1 AJT=1 Axx=2 Ax=1 A=0 KQx=2 KQ=1 Kxx=2 Kx=1 K=1 QJT=2 QJx=2 QJ=2 Qxx=2.5 Qx=2 Q=1"
)
_QUICK_TRICKS = _listed("AK=2 AQ=1.5 A=1 KQ=1 Kx=.5")
_STOPPERS = [(parse_holding(cards), 1) for cards in HALF_STOPPERS]
_STOPPERS += [(parse_holding(cards), 2) for cards in STOPPERS]


def _best_listed(holding: int, listed: _Listed) -> int:
    return max((count for pattern, count in listed if at_least_as_good(holding, pattern)), default=0)


def _winners(holding: int) -> int:
    """In halves: the first four cards by the list, and a winner for each further card."""
    return _best_listed(holding, _WINNERS) + 2 * max(0, holding.bit_count() - 4)


_RUNNING = [parse_holding(cards) for cards in ("AKQJ2", *chain.from_iterable(SOLID.values()))]


def _running_winners(holding: int) -> int:
    """The cards in sequence from the ace down; in a running suit, all of its cards.

    The editor text says only "tricks which you can take immediately". A suit runs if it is solid, or if it is AKQJ with
    a fifth card.
    """
    if any(at_least_as_good(holding, weakest) for weakest in _RUNNING):
        return holding.bit_count()
    return next(count for count in range(14) if not holding >> 12 - count & 1)


def _losers(holding: int) -> int:
    """In halves: the first three cards by the list; each counts as a loser if no listed holding covers them."""
    cards = min(3, holding.bit_count())
    covered = (
        count for pattern, count in _LOSERS if pattern.bit_count() == cards and at_least_as_good(holding, pattern)
    )
    return min(covered, default=2 * cards)


def _quick_tricks(holding: int) -> int:
    """In halves: half a trick less in a suit of six or more cards, which may be ruffed in the second round."""
    halves = _best_listed(holding, _QUICK_TRICKS)
    return halves - 1 if halves and holding.bit_count() >= 6 else halves


COUNTS: tuple[Count, ...] = (
    Count("hcp", "HCP", "High-card points: ace 4, king 3, queen 2, jack 1.", HCP.__getitem__),
    Count("distribution", "Distribution points", "Void 3, singleton 2, doubleton 1.", SHORTNESS.__getitem__),
    Count(
        "total_points",
        "Total points",
        "HCP plus distribution points.",
        lambda holding: HCP[holding] + SHORTNESS[holding],
    ),
    Count(
        "knr",
        "Kaplan-Rubens",
        "Values honors by the cards beside them, long suits and short suits, on the scale of HCP.",
        _knr,
        20,
        _knr_shape,
    ),
    Count(
        "zar",
        "Zar points",
        "HCP, controls, the lengths of the two longest suits, and the longest less the shortest; 26 make an opening.",
        lambda holding: HCP[holding] + _controls(holding),
        of_shape=_zar_shape,
    ),
    Count(
        "gib_total_points",
        "GIB total points",
        "HCP plus distribution points, less one for each short suit that holds high-card points.",
        _gib_total,
    ),
    Count(
        "rule_of_20",
        "Rule of 20",
        "HCP plus the lengths of the two longest suits; 20 make a light opening.",
        HCP.__getitem__,
        of_shape=_two_longest,
    ),
    Count("controls", "Controls", "Ace 2, king 1.", _controls),
    Count(
        "winners",
        "Winners",
        "Playing tricks: the first four cards of each suit by their honors, and every further card.",
        _winners,
        2,
    ),
    Count(
        "running_winners",
        "Running winners",
        "Tricks that can be cashed at once: the cards in sequence from the ace down, and every card of a running suit.",
        _running_winners,
    ),
    Count(
        "quick_tricks",
        "Quick tricks",
        "AK 2, AQ 1½, A or KQ 1, Kx ½; half a trick less in a suit of six or more cards.",
        _quick_tricks,
        2,
    ),
    Count(
        "losers",
        "BidBase losers",
        "Losers among the first three cards of each suit, by their honors: KQx has 2, Qxx 2½.",
        _losers,
        2,
    ),
    Count(
        "losing_tricks",
        "Losing-trick count",
        "The ace, king and queen that are missing from the first three cards of each suit.",
        _losing_tricks,
    ),
    Count(
        "new_losing_tricks",
        "New losing-trick count",
        "The losing-trick count in which a missing ace counts 1½ and a missing queen ½.",
        _new_losing_tricks,
        2,
    ),
    Count(
        "suits_stopped",
        "Suits stopped",
        "A stopper counts 1, Qxx or Jxxx ½.",
        lambda holding: _best_listed(holding, _STOPPERS),
        2,
    ),
    Count(
        "intermediates",
        "Intermediates",
        "Tens and nines, and an eight beside one of them.",
        INTERMEDIATES.__getitem__,
    ),
)
"""Every count; those in points come first."""

COUNT_BY_NAME = {count.name: count for count in COUNTS}
