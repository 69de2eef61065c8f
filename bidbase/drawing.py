"""Drawing the deals that an auction still allows: random deals, kept where every call could have been made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bidbase.auction import PASS, Auction, Call
from bidbase.cards import SEATS, Deal, Seat, Strain
from bidbase.compiler import HandBatch
from bidbase.holdings import HCP, LENGTH
from bidbase.robots import Table

_HCP = np.frombuffer(HCP, dtype=np.uint8)
_LENGTH = np.frombuffer(LENGTH, dtype=np.uint8)
_CHUNK = 200_000  # deals dealt together: a quarter of a second, some 60 MB


def random_deals(count: int, seed: int) -> np.ndarray:
    """`count` deals, the same ones for the same seed: holdings of shape (4 seats, 4 suits, count), clubs first."""
    keys = np.random.default_rng(seed).integers(0, 1 << 56, (count, 52), dtype=np.int64)
    keys = (keys << 6) | np.arange(52)
    keys.sort(axis=1)
    cards = keys & 63
    place = np.arange(count * 4).repeat(13).reshape(count, 52) * 4 + cards // 13  # deal, seat, suit
    sums = np.bincount(place.ravel(), weights=(1 << cards % 13).ravel(), minlength=count * 16)
    return sums.astype(np.intp).reshape(count, 4, 4).transpose(1, 2, 0)


@dataclass(frozen=True)
class Drawn:
    """Deals that fit an auction, out of so many `tried`: holdings of shape (4 seats, 4 suits, deals)."""

    holdings: np.ndarray
    tried: int

    def __len__(self) -> int:
        return int(self.holdings.shape[2])

    def deals(self) -> Iterator[Deal]:
        """The deals, one by one."""
        for index in range(len(self)):
            yield Deal(HandBatch(self.holdings[seat, :, index : index + 1]).hand(0) for seat in SEATS)

    def points(self, seat: Seat) -> np.ndarray:
        """High-card points of a seat in each deal."""
        return _HCP[self.holdings[seat]].sum(axis=0, dtype=int)

    def lengths(self, seat: Seat, suit: Strain) -> np.ndarray:
        """Cards of a seat in a suit in each deal."""
        return _LENGTH[self.holdings[seat, suit]].astype(int)


def draw_deals(table: Table, auction: Auction, wanted: int, most: int, seed: int = 0) -> Drawn:
    """Up to `wanted` deals in which every call of the auction could have been made, out of `most` random ones."""
    kept: list[np.ndarray] = []
    tried = found = 0
    while found < wanted and tried < most:
        count = min(_CHUNK, most - tried)
        deals = random_deals(count, seed + tried)
        tried += count
        fitting = deals[:, :, _fitting(table, auction, deals)]
        kept.append(fitting)
        found += fitting.shape[2]
    holdings = np.concatenate(kept, axis=2) if kept else np.zeros((4, 4, 0), dtype=int)
    return Drawn(holdings[:, :, :wanted], tried)


def _fitting(table: Table, auction: Auction, deals: np.ndarray) -> np.ndarray:
    """The indices of the deals in which each call could have been made."""
    left = np.arange(deals.shape[2])
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        left = left[_could_call(table, before, call, HandBatch(deals[before.turn][:, left]))]
    return left


def _could_call(table: Table, auction: Auction, call: Call, hands: HandBatch) -> np.ndarray:
    """For each hand whether the system could make this call; one without an agreement is read naturally."""
    place = table.place(auction)
    if call is PASS or call in place.calls:
        return place.could_call(hands, call)
    return _naturally(call, hands)


def _naturally(call: Call, hands: HandBatch) -> np.ndarray:
    """What a call without an agreement shows: four cards of the suit, in notrump no singleton or void."""
    if not call.is_bid:
        return np.ones(len(hands), dtype=bool)
    if call.strain is Strain.NOTRUMP:
        return _LENGTH[hands.holdings].min(axis=0) >= 2
    return _LENGTH[hands.holdings[call.strain]] >= 4
