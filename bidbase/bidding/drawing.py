"""Drawing the deals that an auction still allows, and the picture that they give of each seat.

Random deals are kept where every call could have been made. Where few are, the deals are drawn in stages: first the
hand of the seat that has shown the most, then for each such hand new hands of the others, and so on. A hand is kept as
often as the later stages fit it, so that the shares stay true; texts on rare events call this "multilevel splitting".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from bidbase.compiler import HandBatch, Place
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SEATS, SUITS, Deal, Hand, Seat, Strain
from bidbase.language.auction_state import BID_SUIT
from bidbase.meaning.disclosure import meaning

_CHUNK = 20_000  # deals dealt together: some 30 milliseconds, and small enough for the processor's cache
_CARDS = np.arange(52)  # suit by suit, clubs first, and in each from the two to the ace

Judge = Callable[[HandBatch], np.ndarray]
"""Says of each hand whether it is wanted: whether its player could have made a call, or has what a question needs."""


class PlaceSource(Protocol):
    """Knows what the player whose turn it is has agreed, as a table does."""

    def place(self, auction: Auction) -> Place:
        """What the system says to the player whose turn it is."""


def random_deals(count: int, seed: int) -> np.ndarray:
    """`count` deals, the same ones for the same seed: holdings of shape (4 seats, 4 suits, count), clubs first."""
    return _deal_out(np.zeros((count, 52), dtype=np.int64), SEATS, seed)


def redealt(deals: np.ndarray, kept: Collection[Seat], seed: int) -> np.ndarray:
    """Deals in which these seats keep their hands, and the other cards are dealt anew to the others."""
    seats = (*kept, *(seat for seat in SEATS if seat not in kept))
    order = np.full((deals.shape[2], 52), len(kept), dtype=np.int64)
    for number, seat in enumerate(kept):
        order[(deals[seat].T[:, _CARDS // 13] >> _CARDS % 13 & 1).astype(bool)] = number
    return _deal_out(order, seats, seed)


def _deal_out(order: np.ndarray, seats: Collection[Seat], seed: int) -> np.ndarray:
    """Deal the cards in this order, those of the same number at random: thirteen to each of the seats in turn."""
    count = len(order)
    keys = np.random.default_rng(seed).integers(0, 1 << 48, (count, 52), dtype=np.int64)
    keys = (order << 54) | (keys << 6) | _CARDS
    keys.sort(axis=1)
    cards = keys & 63
    place = np.arange(count)[:, None] * 16 + np.array(seats).repeat(13) * 4 + cards // 13  # deal, seat, suit
    sums = np.bincount(place.ravel(), weights=(1 << cards % 13).ravel(), minlength=count * 16)
    return sums.astype(np.intp).reshape(count, 4, 4).transpose(1, 2, 0)


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How often each number occurs: `shares[n]` is the share of n, and all shares add up to 1."""

    shares: tuple[float, ...]

    @classmethod
    def of(cls, numbers: np.ndarray) -> Frequencies:
        """The distribution of these numbers, of which there is at least one."""
        return cls(tuple((np.bincount(numbers) / len(numbers)).tolist()))

    @property
    def mean(self) -> float:
        """The average."""
        return sum(number * share for number, share in enumerate(self.shares))

    def most(self, part: float) -> tuple[int, int]:
        """The narrowest range that holds this part of all; of several the one that holds most."""
        ends = [(low, high) for high in range(len(self.shares)) for low in range(high + 1)]
        held = {(low, high): sum(self.shares[low : high + 1]) for low, high in ends}
        enough = [span for span in ends if held[span] >= part - 1e-9]
        return min(enough, key=lambda span: (span[1] - span[0], -held[span]))

    def __str__(self) -> str:
        """The share of each number in percent: `15: 42  16: 33  17: 25`."""
        return "  ".join(f"{number}: {100 * share:.0f}" for number, share in enumerate(self.shares) if share)


@dataclass(frozen=True, slots=True)
class Picture:
    """What one seat holds in the deals that were drawn: its high-card points, and its length in each suit."""

    points: Frequencies
    lengths: tuple[Frequencies, ...]


@dataclass(frozen=True)
class SampledDeals:
    """Deals that fit an auction: holdings of shape (4 seats, 4 suits, deals).

    `tried` deals were dealt for them, and about this `share` of all deals fits.
    """

    holdings: np.ndarray
    tried: int
    share: float

    def __len__(self) -> int:
        return int(self.holdings.shape[2])

    def deals(self) -> Iterator[Deal]:
        """The deals, one by one."""
        for index in range(len(self)):
            yield Deal(HandBatch(self.holdings[seat, :, index : index + 1]).hand(0) for seat in SEATS)

    @property
    def variety(self) -> int:
        """How many different hands the seat with the fewest has: what the shares can be trusted by."""
        bits = np.array([1, 1 << 13, 1 << 26, 1 << 39])
        return min(len(np.unique(bits @ self.holdings[seat])) for seat in SEATS)

    def points(self, seat: Seat) -> np.ndarray:
        """High-card points of a seat in each deal."""
        return HCP_OF_HOLDING[self.holdings[seat]].sum(axis=0, dtype=int)

    def lengths(self, seat: Seat, suit: Strain) -> np.ndarray:
        """Cards of a seat in a suit in each deal."""
        return LENGTH_OF_HOLDING[self.holdings[seat, suit]].astype(int)

    def picture(self, seat: Seat) -> Picture:
        """The picture of a seat; there must be a deal."""
        return Picture(
            Frequencies.of(self.points(seat)),
            tuple(Frequencies.of(self.lengths(seat, suit)) for suit in SUITS),
        )


def sample_deals(
    table: PlaceSource,
    auction: Auction,
    wanted: int,
    most: int,
    seed: int = 0,
    silent: Collection[Seat] = (),
    known: Mapping[Seat, Hand] = MappingProxyType({}),
    asked: Mapping[Seat, Judge] = MappingProxyType({}),
) -> SampledDeals:
    """Up to `wanted` deals in which every call of the auction could have been made, out of `most` random ones.

    The passes of `silent` seats show nothing, since these seats always pass. The `known` hands are in every deal,
    whatever their seats have called; `share` is then that of the deals with these hands. `asked` judges the hands of
    seats beside their calls.
    """
    judges = _judges(table, auction, {*silent}, {*known})
    judges += asked.items()
    holders = np.zeros((4, 4, 1), dtype=np.intp)
    for seat, hand in known.items():
        holders[seat, :, 0] = hand.holdings
    fixed = list(known)
    sample = _next_deals(holders, fixed, min(_CHUNK, most), seed)
    stages = _stages(judges, sample, fixed, wanted, most)
    deals, tried, share = holders, 0, 1.0
    for number, (kept, judged) in enumerate(stages, start=1):
        begun, limit, found = tried, most * number // len(stages), [np.zeros((4, 4, 0), dtype=np.intp)]
        while tried < limit and sum(part.shape[2] for part in found) < wanted:
            dealt = _next_deals(deals, [*fixed, *kept], min(_CHUNK, limit - tried), seed + tried)
            tried += dealt.shape[2]
            found.append(dealt[:, :, _fitting(judges, judged, dealt)])
        deals = np.concatenate(found, axis=2)
        share *= deals.shape[2] / max(tried - begun, 1)
        if not deals.shape[2]:
            break
    return SampledDeals(deals[:, :, :wanted], tried, share)


def _stages(
    judges: list[tuple[Seat, Judge]], sample: np.ndarray, fixed: Collection[Seat], wanted: int, most: int
) -> list[tuple[list[Seat], list[Seat]]]:
    """How to come by deals that fit: for each stage the seats whose hands stay, and those whose calls are judged.

    One stage is enough where by the sample as many as are wanted will fit among the most that are dealt. Otherwise the
    seats with the rarest hands come first, one by one, and the last two are dealt together.
    """
    fitting = {seat: len(_fitting(judges, (seat,), sample)) for seat in SEATS}
    rarest = sorted((seat for seat in SEATS if seat not in fixed), key=lambda seat: fitting[seat])
    if len(_fitting(judges, SEATS, sample)) * most >= wanted * sample.shape[2]:
        return [([], rarest)]
    stages = [(rarest[:done], rarest[done : done + 1]) for done in range(len(rarest) - 2)]
    return [*stages, (rarest[:-2], rarest[-2:])]


def _next_deals(deals: np.ndarray, kept: Collection[Seat], count: int, seed: int) -> np.ndarray:
    """`count` random deals, in which the seats that are kept have hands as in these deals."""
    if not kept:
        return random_deals(count, seed)
    chosen = np.random.default_rng(seed).integers(0, deals.shape[2], count)
    return redealt(deals[:, :, chosen], kept, seed)


def _judges(table: PlaceSource, auction: Auction, silent: set[Seat], known: set[Seat]) -> list[tuple[Seat, Judge]]:
    """What each call of the auction asks of the hand of its seat."""
    judges = []
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        if before.turn not in known and not (call is PASS and before.turn in silent):
            judges.append((before.turn, judge_of_call(table.place(before), call)))
    return judges


def _fitting(judges: list[tuple[Seat, Judge]], seats: Collection[Seat], deals: np.ndarray) -> np.ndarray:
    """The indices of the deals in which each call of these seats could have been made."""
    left = np.arange(deals.shape[2])
    for seat, judge in judges:
        if seat in seats:
            left = left[judge(HandBatch(deals[seat][:, left]))]
    return left


def judge_of_call(place: Place, call: Call) -> Judge:
    """Whether the system could make this call.

    One without an agreement is read naturally; but nobody has promised more than a suit that can be bid.
    """
    if call is PASS or call in place.calls:
        return lambda hands: place.could_call(hands, call)
    least = [min(cards, BID_SUIT) for cards in meaning(place, call).expected.least]
    return lambda hands: _long_enough(least, hands)


def _long_enough(least: Sequence[int], hands: HandBatch) -> np.ndarray:
    """For each hand whether it has at least these lengths, clubs first."""
    held: np.ndarray = LENGTH_OF_HOLDING[hands.holdings]
    return np.logical_and.reduce(held >= np.array(least)[:, None])
