"""The hands that reach a place: hands that fit the earlier calls of the player and what the others have shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from bidbase.bidding.drawing import random_deals
from bidbase.bidding.estimates import Share
from bidbase.checks.regions import Region, meets
from bidbase.checks.turns import WatchedTurns
from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.compiler.rows import Condition, Row
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS
from bidbase.kept import Kept
from bidbase.language.circumstances import Circumstances

SAMPLE_DEALS = 50_000  # random deals in the sample; each gives four hands
FEW_HANDS = 1_000  # if fewer hands of the sample reach a place, hands are made to order
MADE_TO_ORDER = (
    20_000  # hands made to order, before those with which the player would have called otherwise are removed
)
MAX_ALTERNATIVES = 40  # combinations of rows by which the earlier calls may have been made; the likeliest are kept
MAX_BATCHES = 100  # batches of hands that are kept
MAX_AUCTIONS = 2_000  # auctions of which is kept in which deals they come up


class HandSupply:
    """Supplies hands that reach the places of one system."""

    def __init__(self, turns: WatchedTurns) -> None:
        self._turns = turns
        self._sample_after: dict[Auction, HandBatch] = {}
        self._deals_with: Kept[Auction, np.ndarray] = Kept(MAX_AUCTIONS)

    @property
    def sample(self) -> HandBatch:
        """Random hands, the same ones every time."""
        return _random_hands()

    def reaching(self, auction: Auction) -> HandBatch:
        """Hands that reach the end of this auction, each about as likely as any other."""
        hands = self._sample_reaching(auction)
        if len(hands) < FEW_HANDS:
            hands = self.made_to_order(auction, ())
        return _selected(hands, self._leaves_room(auction, hands))

    def can_occur(self, auction: Auction) -> bool:
        """Whether some entry makes each earlier call of the player whose turn it is; passes need none."""
        return all(call is PASS or place.makes(call) for place, call in self.own_earlier_calls(auction))

    def made_to_order(self, auction: Auction, conditions: Sequence[Condition]) -> HandBatch:
        """Hands made to meet these conditions, as far as the player makes the earlier calls with them."""
        return self.meeting(auction, [tuple(conditions)])

    def meeting(
        self, auction: Auction, alternatives: Sequence[tuple[Condition, ...]], count: int = MADE_TO_ORDER
    ) -> HandBatch:
        """At most `count` hands that meet all conditions of an alternative, and make the player's earlier calls."""
        earlier_calls = self.own_earlier_calls(auction)
        for place, call in earlier_calls:
            rows = [] if call is PASS else [row for _, row in place.rows_making(call)]
            if rows:
                combined = [(*alternative, *row.conditions) for alternative in alternatives for row in rows]
                sizes = [(Region(combination).total, index) for index, combination in enumerate(combined)]
                largest = sorted(sizes, reverse=True)[:MAX_ALTERNATIVES]
                alternatives = [combined[index] for size, index in largest if size]
        hands = draw_hands(alternatives, count)
        for place, call in earlier_calls:
            hands = _selected(hands, could_call(place, call, hands))
        return hands

    def _sample_reaching(self, auction: Auction) -> HandBatch:
        """The hands of the sample with which the player makes the earlier calls."""
        count = len(auction.calls)
        if count < 4:
            return self.sample
        before = auction.before(count - 4)
        place, key = self._place(before), auction.before(count - 3)
        if key not in self._sample_after:
            hands = self._sample_reaching(before)
            hands = _selected(hands, could_call(place, auction.calls[count - 4], hands))
            if len(self._sample_after) >= MAX_BATCHES:
                del self._sample_after[next(iter(self._sample_after))]
            self._sample_after[key] = hands
        return self._sample_after[key]

    def share_of_deals(self, auction: Auction) -> Share | None:
        """The share of the sample's deals in which this auction comes up: all four could make their calls in it.

        None where some call is a bid or a double that no entry makes, so that nobody can tell who makes it.
        """
        calls = enumerate(auction.calls)
        agreed = all(call is PASS or self._place(auction.before(count)).makes(call) for count, call in calls)
        return Share(len(self._deals_reaching(auction)), SAMPLE_DEALS) if agreed else None

    def _deals_reaching(self, auction: Auction) -> np.ndarray:
        """The indices of the sample's deals in which all four could make the calls of an auction."""
        if not auction.calls:
            return np.arange(SAMPLE_DEALS)
        deals = self._deals_with.get(auction)
        if deals is None:
            count = len(auction.calls) - 1
            before = auction.before(count)
            deals = self._deals_reaching(before)
            hands = self.sample.where(count % 4 * SAMPLE_DEALS + deals)
            deals = deals[self._place(before).could_call(hands, auction.calls[count])]
            self._deals_with.keep(auction, deals)
        return deals

    def own_earlier_calls(self, auction: Auction) -> list[tuple[Place, Call]]:
        """The earlier calls of the player whose turn it is, each with the place in which it was made."""
        indexes = range(len(auction.calls) % 4, len(auction.calls), 4)
        return [(self._place(auction.before(index)), auction.calls[index]) for index in indexes]

    def _leaves_room(self, auction: Auction, hands: HandBatch) -> np.ndarray:
        """For each hand whether the others can hold the least that they have shown beside it: bool, shape (n,)."""
        points, lengths = 0, np.zeros(4, dtype=int)
        for seat in range(1, 4):
            least = self._least_shown(auction, range((len(auction.calls) + seat) % 4, len(auction.calls), 4))
            points, lengths = points + least[0], lengths + least[1:]
        leaves_room = HCP_OF_HOLDING[hands.holdings].sum(axis=0, dtype=int) <= 40 - points
        for suit in SUITS:
            leaves_room &= LENGTH_OF_HOLDING[hands.holdings[suit]] <= 13 - lengths[suit]
        return leaves_room

    def _least_shown(self, auction: Auction, indexes: Iterable[int]) -> np.ndarray:
        """The fewest points and the shortest lengths, clubs first, that these calls of a player show: shape (5,)."""
        least = np.zeros(5, dtype=int)
        for index in indexes:
            shown = self._turns.meaning(self._place(auction.before(index)), auction.calls[index]).summary
            if shown is not None:
                least = np.maximum(least, [shown.hcp[0], *(low for low, _ in shown.lengths)])
        return least

    def _place(self, auction: Auction) -> Place:
        return self._turns.place(auction, Circumstances.of(auction))


def could_call(place: Place, call: Call, hands: HandBatch) -> np.ndarray:
    """For each hand whether the system could make this call: bool, shape (n,). Without an agreement any hand could."""
    if call is PASS or place.makes(call):
        return place.could_call(hands, call)
    return np.ones(len(hands), dtype=np.bool_)


def draw_hands(alternatives: Sequence[tuple[Condition, ...]], count: int = MADE_TO_ORDER) -> HandBatch:
    """About `count` hands that meet all conditions of at least one alternative, each as likely as any other."""
    regions = [Region(conditions) for conditions in alternatives]
    total = sum(region.total for region in regions)
    parts = [np.zeros((4, 0), dtype=np.intp)]
    for number, region in enumerate(regions):
        if not region.total:
            continue
        hands = region.draw(max(1, round(count * region.total / total)), seed=number)
        new = meets(region.uncounted, hands)
        for conditions in alternatives[:number]:
            new &= ~meets(conditions, hands)
        parts.append(hands.holdings[:, new])
    return HandBatch(np.concatenate(parts, axis=1))


@cache
def _random_hands() -> HandBatch:
    """The sample, which all supplies share."""
    deals = random_deals(SAMPLE_DEALS, seed=1)
    return HandBatch(deals.transpose(1, 0, 2).reshape(4, -1))


def _selected(hands: HandBatch, mask: np.ndarray) -> HandBatch:
    return hands if mask.all() else hands.where(mask)


def rows_in_use(place: Place) -> Iterator[tuple[CompiledSection, int]]:
    """The sections that apply in a place, each with the mask of its rows in use there, looked for when asked for.

    Sections with rows for after a simulation come once more at the end with these rows, which are for hands that no
    other row fits.
    """
    for section, mask in place.in_use():
        yield section, mask & ~section.simulated
    for section, mask in place.in_use():
        if mask & section.simulated:
            yield section, mask & section.simulated


def first_matches(place: Place, hands: HandBatch) -> tuple[list[Row], np.ndarray]:
    """The rows of a place, and for each hand the index of the first row that it meets: shape (n,), -1 for none.

    Rows with a percentage count as drawn. A section that comes twice in `rows_in_use` has its rows twice. Sections that
    no hand gets to are left out.
    """
    rows: list[Row] = []
    first = np.full(len(hands), -1, dtype=int)
    for section, allowed in rows_in_use(place):
        if (first >= 0).all():
            break
        in_section = section.first_rows(hands, allowed)
        first = np.where((first < 0) & (in_section >= 0), in_section + len(rows), first)
        rows += section.rows
    return rows, first
