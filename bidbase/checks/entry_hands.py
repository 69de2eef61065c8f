"""The hands of one entry in a place: how often it comes up, who takes its hands, examples, the weakest of them, and one
that another system calls otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bidbase.bidding.random_hands import random_hands
from bidbase.checks.hands import HandSupply, could_call
from bidbase.checks.reachability import reachability_in
from bidbase.checks.regions import Region, meets
from bidbase.compiler import HandBatch, Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.bits import bits_of
from bidbase.game.cards import SUITS, Hand
from bidbase.game.features import HCP_TOTAL
from bidbase.systems import Entry

HANDS = 1_500  # hands that meet an entry, made to order
EXAMPLES = 8
MIN_HANDS = 100  # random hands that must get to a place for a share of them to be believed
DRAWN = 400  # hands that are tried for each number of points, in search of the weakest
DRAWN_FOR_COUNTS = 6_000  # where the hands that are drawn may fail a spec, such as custom points
HONORS = 0b1_1111_0000_0000  # of a holding: ace to ten


@dataclass(frozen=True)
class EntryHands:
    """What becomes of the hands that meet an entry in a place.

    `examples` come to it. `taken` has by entry id the share of the hands that earlier entries take, those that take
    most first. `instead` has the share of the hands of this entry that would make each call without it. `frequency` is
    the share of the hands at this turn that come to the entry, None where too few random hands get there.
    """

    examples: tuple[Hand, ...]
    taken: Mapping[str, float]
    instead: Mapping[Call, float]
    frequency: float | None


def entry_hands(supply: HandSupply, auction: Auction, place: Place, entry: Entry, without: Place) -> EntryHands:
    """The hands of an entry that is in use in a place, which stands at the end of an auction.

    `without` is the same place in the system without the entry.
    """
    rows = _rows_in_use(place, entry)
    meeting = supply.meeting(auction, [row.conditions for row in rows], HANDS)
    ids = _first_entries(place, meeting)
    own = ids == entry.id
    taken = Counter(id_ for id_ in ids[~own].tolist() if id_)
    left = meeting.where(own)
    calls = Counter(_calls(without, left))
    return EntryHands(
        tuple(left.hand(index) for index in range(min(EXAMPLES, len(left)))),
        {id_: count / len(ids) for id_, count in taken.most_common()},
        {call: count / len(left) for call, count in calls.most_common()},
        _frequency(supply, auction, place, entry),
    )


def _frequency(supply: HandSupply, auction: Auction, place: Place, entry: Entry) -> float | None:
    hands = random_hands()
    for earlier, call in supply.own_earlier_calls(auction):
        hands = hands.where(could_call(earlier, call, hands))
    if len(hands) < MIN_HANDS:
        return None
    return float((_first_entries(place, hands) == entry.id).mean())


def _first_entries(place: Place, hands: HandBatch) -> np.ndarray:
    """For each hand the id of the entry that makes its call, blank for none: shape (n,)."""
    rows, first = place.first_rows(hands)
    found: np.ndarray = np.array([*(row.entry.id for row in rows), ""], dtype=object)[first]
    return found


def _calls(place: Place, hands: HandBatch) -> list[Call]:
    rows, first = place.first_rows(hands)
    calls = [*(row.call for row in rows), PASS]
    return [calls[index] for index in first]


def _rows_in_use(place: Place, entry: Entry) -> list[Row]:
    section, allowed = place.section_of(entry)
    return section.rows_in(allowed & section.mask_of[entry.id])


def hand_called_otherwise(
    supply: HandSupply, auction: Auction, place: Place, entry: Entry, other: Place
) -> tuple[Hand, Call, Call] | None:
    """A hand that comes to an entry in use, its call, and another call that it makes in the same place of a system
    that differs: `other`. None where no such hand is found.
    """
    meeting = supply.meeting(auction, [row.conditions for row in _rows_in_use(place, entry)], HANDS)
    own = meeting.where(_first_entries(place, meeting) == entry.id)
    pairs = enumerate(zip(_calls(place, own), _calls(other, own), strict=True))
    return next(((own.hand(index), call, there) for index, (call, there) in pairs if call is not there), None)


@dataclass(frozen=True)
class Weakest:
    """The weakest hand that comes out with an entry; or why none is known, where there is no `hand`."""

    hand: Hand | None
    why: str = ""


def weakest_hand(supply: HandSupply, auction: Auction, place: Place, entry: Entry) -> Weakest:
    """The hand with the fewest points, and the plainest shape and cards, that comes out with an entry in use.

    Its X suit is the highest of those that may be it, where such a hand comes out. Hands with which the player would
    have made the earlier calls come first.
    """
    if not entry.usage.analysis:
        for earlier in (supply.own_earlier_calls(auction), []):
            for row in _rows_in_use(place, entry):
                if (hand := _weakest_of(place, row, earlier)) is not None:
                    return Weakest(hand)
            if not earlier:
                break
    found = reachability_in(place, entry)
    return Weakest(found.witness, found.why)


def _weakest_of(place: Place, row: Row, earlier: Sequence[tuple[Place, Call]]) -> Hand | None:
    region = Region(row.conditions)
    count = DRAWN_FOR_COUNTS if region.uncounted else DRAWN
    for points in np.flatnonzero(region.cells.sum(axis=0)):
        cells = np.zeros(region.cells.shape, dtype=bool)
        cells[:, points] = True
        hands = region.draw(count, int(points), cells)
        hands = hands.where(meets(region.uncounted, hands))
        for before, call in earlier:
            hands = hands.where(could_call(before, call, hands))
        rows, first = place.first_rows(hands)
        own = [index for index, other in enumerate(rows) if other is row]
        found = [hands.hand(int(index)) for index in np.flatnonzero(np.isin(first, own))]
        if found:
            tidied = {_with_low_cards(hand) for hand in found}
            plain = [hand for hand in tidied if _comes_out(place, row, hand, earlier)]
            return min(plain or found, key=_plainness)
    return None


def _comes_out(place: Place, row: Row, hand: Hand, earlier: Sequence[tuple[Place, Call]]) -> bool:
    reached = all(before.may_call(hand, call) for before, call in earlier)
    return reached and next((match for _, match in place.matches(hand)), None) is row


def _with_low_cards(hand: Hand) -> Hand:
    """The hand with its honors, from the ten up, and the lowest cards beside them."""
    holdings = []
    for holding in hand.holdings:
        honors = holding & HONORS
        holdings.append(honors | (1 << (holding & ~honors).bit_count()) - 1)
    return Hand(holdings)


def _plainness(hand: Hand) -> tuple[object, ...]:
    """Sorts hands: fewest points, most even lengths, fewest tens, then those with their honors in the long suits."""
    lengths = hand.lengths
    tens = sum(1 for holding in hand.holdings if holding >> 8 & 1)
    in_length = -sum(lengths[suit] * len([*bits_of(hand.holdings[suit] & HONORS)]) for suit in SUITS)
    return HCP_TOTAL.of(hand), sum(length**2 for length in lengths), tens, in_length, str(hand)
