"""Which hands get to a place: those that would have made their own earlier calls, beside what the others have told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.drawing import random_deals
from bidbase.checks.regions import Region, meets
from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.compiler.rows import Condition, Row
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS
from bidbase.language.circumstances import Circumstances
from bidbase.lazy import lazy_property
from bidbase.meaning.disclosure import meaning

SAMPLE_DEALS = 50_000  # each gives four hands
FEW = 1_000  # where fewer hands of the sample get, some are made to order
MADE = 20_000  # made to order, before those that would have called otherwise are left out
MOST_WAYS = 40  # in which the earlier calls may have come about; the likeliest are kept
MOST_KEPT = 100  # batches of hands that are kept


class Hands:
    """The hands that get to the places of one system."""

    def __init__(self, bidder: Bidder) -> None:
        self.bidder = bidder
        self._own: dict[tuple[Call, ...], HandBatch] = {}

    @lazy_property
    def sample(self) -> HandBatch:
        """Random hands, always the same."""
        deals = random_deals(SAMPLE_DEALS, seed=1)
        return HandBatch(deals.transpose(1, 0, 2).reshape(4, -1))

    def there(self, auction: Auction) -> HandBatch:
        """Hands that get there, each about as likely as any other."""
        hands = self._of_the_sample(auction)
        if len(hands) < FEW:
            hands = self.made(auction, ())
        return _those(hands, self._possible(auction, hands))

    def comes_about(self, auction: Auction) -> bool:
        """Whether some entry makes each earlier call of the player whose turn it is, but for passes."""
        return all(call is PASS or place.makers(call) for place, call in self._own_calls(auction))

    def made(self, auction: Auction, conditions: Sequence[Condition]) -> HandBatch:
        """Hands made to order that meet these conditions and would have made their own earlier calls."""
        before = self._own_calls(auction)
        ways = [tuple(conditions)]
        for place, call in before:
            rows = [] if call is PASS else [row for _, row in place.calls.get(call, [])]
            if rows:
                longer = [(*way, *row.conditions) for way in ways for row in rows]
                sizes = sorted(((Region(way).total, at) for at, way in enumerate(longer)), reverse=True)
                ways = [longer[at] for size, at in sizes[:MOST_WAYS] if size]
        hands = drawn_from(ways)
        for place, call in before:
            hands = _those(hands, could_call(place, call, hands))
        return hands

    def _of_the_sample(self, auction: Auction) -> HandBatch:
        """The hands of the sample that would have made their own earlier calls."""
        count = len(auction.calls)
        if count < 4:
            return self.sample
        before = auction.before(count - 4)
        key = auction.calls[: count - 3]
        if key not in self._own:
            hands = self._of_the_sample(before)
            hands = _those(hands, could_call(self._place(before), auction.calls[count - 4], hands))
            if len(self._own) >= MOST_KEPT:
                del self._own[next(iter(self._own))]
            self._own[key] = hands
        return self._own[key]

    def _own_calls(self, auction: Auction) -> list[tuple[Place, Call]]:
        """The earlier calls of the player whose turn it is, with the place in which he made each."""
        own = range(len(auction.calls) % 4, len(auction.calls), 4)
        return [(self._place(auction.before(index)), auction.calls[index]) for index in own]

    def _possible(self, auction: Auction, hands: HandBatch) -> np.ndarray:
        """For each hand whether the least that the others have shown can be held beside it."""
        points, lengths = 0, np.zeros(4, dtype=int)
        for seat in range(1, 4):
            least = self._least_shown(auction, range((len(auction.calls) + seat) % 4, len(auction.calls), 4))
            points, lengths = points + least[0], lengths + least[1:]
        possible = HCP_OF_HOLDING[hands.holdings].sum(axis=0, dtype=int) <= 40 - points
        for suit in SUITS:
            possible &= LENGTH_OF_HOLDING[hands.holdings[suit]] <= 13 - lengths[suit]
        return possible

    def _least_shown(self, auction: Auction, calls: Iterable[int]) -> np.ndarray:
        """The least points and lengths, clubs first, that these calls of one player show."""
        least = np.zeros(5, dtype=int)
        for index in calls:
            told = meaning(self._place(auction.before(index)), auction.calls[index]).summary
            if told is not None:
                least = np.maximum(least, [told.hcp[0], *(low for low, _ in told.lengths)])
        return least

    def _place(self, auction: Auction) -> Place:
        return self.bidder.place(auction, Circumstances.of(auction))


def could_call(place: Place, call: Call, hands: HandBatch) -> np.ndarray:
    """For each hand whether the system could make this call. One without an agreement says nothing."""
    if call is PASS or place.makers(call):
        return place.could_call(hands, call)
    return np.ones(len(hands), dtype=np.bool_)


def drawn_from(ways: Sequence[tuple[Condition, ...]], count: int = MADE) -> HandBatch:
    """Hands that meet all conditions of one of these lists, each as likely as any other."""
    regions = [Region(way) for way in ways]
    total = sum(region.total for region in regions)
    parts = [np.zeros((4, 0), dtype=np.intp)]
    for number, region in enumerate(regions):
        if not region.total:
            continue
        hands = region.draw(max(1, round(count * region.total / total)), seed=number)
        new = meets(region.others, hands)
        for earlier in ways[:number]:
            new &= ~meets(earlier, hands)
        parts.append(hands.holdings[:, new])
    return HandBatch(np.concatenate(parts, axis=1))


def _those(hands: HandBatch, which: np.ndarray) -> HandBatch:
    return hands if which.all() else HandBatch(hands.holdings[:, which])


def rows_in_use(place: Place) -> list[tuple[CompiledSection, int]]:
    """The sections that speak in a place, each with the mask of its rows that may be used there.

    After all of them come those with rows for after a simulation: these are for hands that nothing else fits.
    """
    used = {id(row) for rows in place.calls.values() for _, row in rows}
    masks = [sum(1 << at for at, row in enumerate(one.rows) if id(row) in used) for one in place.sections]
    looked_up = [(one, mask & ~one.simulated) for one, mask in zip(place.sections, masks, strict=True)]
    simulated = [(one, mask & one.simulated) for one, mask in zip(place.sections, masks, strict=True)]
    return looked_up + [(one, mask) for one, mask in simulated if mask]


def first_found(place: Place, hands: HandBatch) -> tuple[list[Row], np.ndarray]:
    """The rows in use in a place, and for each hand the index of the first that it meets, -1 for none.

    Percentages all count as drawn.
    """
    rows: list[Row] = []
    found = np.full(len(hands), -1, dtype=int)
    for section, allowed in rows_in_use(place):
        here = section.first_rows(hands, allowed)
        found = np.where((found < 0) & (here >= 0), here + len(rows), found)
        rows += section.rows  # once more where a section has rows for after a simulation too
    return rows, found
