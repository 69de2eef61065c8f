"""An entry as rows: each row is a list of conditions that must all hold, each a truth table over one feature.

An entry without an X suit is one row. An entry with one becomes a row for each suit that may be chosen, so that every
row knows its suit and its call, and comparisons with the X suit are comparisons with that suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from bidbase.game.arrays import LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.auction import Call
from bidbase.game.cards import SHAPES, SUITS_DOWN, Strain
from bidbase.game.evaluation import Valuation
from bidbase.game.features import (
    COMBINED_BASE,
    SHAPE,
    Feature,
    HoldingFeature,
    TotalFeature,
    combined_hcp,
)
from bidbase.language import fields
from bidbase.language.bids import PriorBids
from bidbase.language.field import AnyField, CountContext
from bidbase.language.ranges import Ranges, Truth
from bidbase.language.shape import Combined
from bidbase.language.strength import DistributionPoints, Hcp
from bidbase.language.suit_honors import ANY_HONORS, Points, Protection
from bidbase.language.suit_lengths import Num, XNum
from bidbase.systems import Entry


@dataclass(frozen=True, slots=True)
class Condition:
    """A truth table over one feature, and the field that it comes from.

    `rival` marks a condition that only says why another suit is not the X suit; it never explains a failure.
    """

    field: AnyField
    feature: Feature
    truth: Truth
    rival: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One way to meet an entry: all conditions hold, the X suit is `chosen`, the call is `call`.

    Rows are equal when they are one object: what is worked out from a row can then be kept under it.
    """

    entry: Entry
    call: Call
    chosen: Strain | None
    conditions: tuple[Condition, ...]


def entry_rows(entry: Entry, valuations: Mapping[str, Valuation]) -> list[Row]:
    """The rows of an entry. At most one of them holds for any hand. `valuations` are what its system knows."""
    prior_bids = entry.key
    assert isinstance(prior_bids, PriorBids), "entries of patterns are bound before they are compiled"
    shared = [*_count_conditions(entry, prior_bids, valuations)]
    protection = protections(prior_bids)
    suits = entry.x_suits()
    if suits_are_taken(entry, suits):
        return []
    if not suits:
        conditions = (*shared, *_suit_conditions(entry, protection, None))
        return [Row(entry, entry.bid.in_suit(None), None, conditions)]
    rows = [
        Row(
            entry,
            entry.bid.in_suit(chosen),
            chosen,
            (*shared, *_suit_conditions(entry, protection, chosen), *choice),
        )
        for chosen in suits
        for choice in _choices(entry, protection, chosen, suits)
    ]
    return [row for row in rows if shapes_of(demands(row)).any()] or rows  # three suits of six are never held


def suits_are_taken(entry: Entry, x_suits: tuple[Strain, ...]) -> bool:
    """Whether the variables of its section have taken the suit that an entry bids, or all that were marked x."""
    if x_suits:
        return entry.bid.call is None and entry.bid.letter != "x"
    return entry.bid.call is None or fields.X_NUM.name in entry.cells or fields.X_POINTS.name in entry.cells


def is_beyond_reach(entry: Entry) -> bool:
    """Whether no hand has the points that an entry asks for, now that partner's are known."""
    cells = (entry.get(fields.HCP), entry.get(fields.DISTRIBUTION))
    return any(isinstance(cell, Hcp | DistributionPoints) and not cell.ranges.alternatives for cell in cells)


def demands(row: Row) -> dict[Feature, Truth]:
    """What a row allows of each feature that it has a condition on, all its conditions taken together."""
    allowed: dict[Feature, Truth] = {}
    for condition in row.conditions:
        before = allowed.get(condition.feature)
        allowed[condition.feature] = condition.truth if before is None else before & condition.truth
    return allowed


def shapes_of(demanded: Mapping[Feature, Truth]) -> Truth:
    """The shapes that these demands leave, those on the holdings of each suit included."""
    shapes = demanded[SHAPE].copy() if SHAPE in demanded else np.ones(len(SHAPES), dtype=bool)
    for feature, truth in demanded.items():
        if isinstance(feature, HoldingFeature):
            possible = np.zeros(14, dtype=bool)
            possible[LENGTH_OF_HOLDING[truth]] = True
            shapes &= possible[LENGTHS_OF_SHAPE[:, feature.suit]]
    return shapes


def protections(prior_bids: PriorBids) -> dict[Strain, Protection]:
    """How the bidding leaves each suit for the next player: bid on the right protected, else on the left exposed."""
    result = dict.fromkeys(SUITS_DOWN, Protection.NEUTRAL)
    turn = len(prior_bids.calls)
    for back, protection in ((3, Protection.EXPOSED), (1, Protection.PROTECTED)):
        for index in range((turn - back) % 4, turn, 4):
            call = prior_bids.calls[index]
            if call.is_bid and call.strain is not Strain.NOTRUMP:
                result[call.strain] = protection
    return result


def _count_conditions(entry: Entry, prior_bids: PriorBids, valuations: Mapping[str, Valuation]) -> Iterator[Condition]:
    """What a hand must meet by counting it."""
    context = CountContext(entry.cells, valuations)
    for field, count in fields.COUNTED_FIELDS:
        if (cell := entry.get(field)) is not None:
            yield _number(field, count.feature(cell, context), count.ranges(cell))


def _number(field: AnyField, feature: TotalFeature, ranges: Ranges) -> Condition:
    return Condition(field, feature, ranges.truth(feature.size, feature.scale, feature.offset))


def _suit_conditions(entry: Entry, protection: dict[Strain, Protection], chosen: Strain | None) -> Iterator[Condition]:
    """What all suits must meet that are not marked x, and the sums over suits, when the X suit is `chosen`."""
    if shape := entry.get(fields.SHAPE):
        yield Condition(fields.SHAPE, SHAPE, shape.truth())
    for suit in SUITS_DOWN:
        num, points = _cells(entry, suit)
        if num and not num.x:
            yield Condition(fields.NUM[suit], SHAPE, num.truth(suit, chosen))
        if points and not points.x and points.alternatives != (ANY_HONORS,):
            yield Condition(fields.POINTS[suit], HoldingFeature(suit), points.truth(protection[suit]))
    if sums := entry.get(fields.COMBINED_NUM):
        yield Condition(fields.COMBINED_NUM, SHAPE, _sum_of_lengths(sums, chosen))
    if sums := entry.get(fields.COMBINED_POINTS):
        yield _sum_of_points(sums, chosen)


def _cells(entry: Entry, suit: Strain) -> tuple[Num | None, Points | None]:
    return entry.get(fields.NUM[suit]), entry.get(fields.POINTS[suit])


def _sum_of_lengths(cell: Combined, chosen: Strain | None) -> Truth:
    truth = np.zeros(len(SHAPES), dtype=bool)
    for part in cell.alternatives:
        total = LENGTHS_OF_SHAPE[:, [*_together(part.suits, part.x, chosen)]].sum(axis=1)
        truth |= Ranges((part.range,)).truth(14)[total]
    return truth


def _sum_of_points(cell: Combined, chosen: Strain | None) -> Condition:
    """Sums over different suits are read from one number: they are its digits."""
    suits = [_together(part.suits, part.x, chosen) for part in cell.alternatives]
    sums = tuple(dict.fromkeys(suits))
    feature = combined_hcp(sums)
    values, truth = np.arange(feature.size), np.zeros(feature.size, dtype=bool)
    for part, together in zip(cell.alternatives, suits, strict=True):
        digit = values // COMBINED_BASE ** sums.index(together) % COMBINED_BASE
        truth |= Ranges((part.range,)).truth(COMBINED_BASE)[digit]
    return Condition(fields.COMBINED_POINTS, feature, truth)


def _together(suits: tuple[Strain, ...], x: bool, chosen: Strain | None) -> frozenset[Strain]:
    return frozenset(suits) | ({chosen} if x and chosen is not None else frozenset())


def _choices(
    entry: Entry, protection: dict[Strain, Protection], chosen: Strain, suits: tuple[Strain, ...]
) -> Iterator[list[Condition]]:
    """The ways in which `chosen` is the X suit: it meets the X spec, and no other suit that does comes before it.

    Whether another suit meets the spec by its length alone is a matter of shape. Where honors come in, a row is made
    for each set of the others that meet it.
    """
    x = _XSpec(entry, protection)
    rivals = [suit for suit in suits if suit is not chosen]
    if x.by_length:
        yield [*x.met(chosen), *(x.second(rival, chosen) for rival in rivals)]
        return
    for meets in product((True, False), repeat=len(rivals)):
        conditions = [*x.met(chosen)]
        for rival, meeting in zip(rivals, meets, strict=True):
            conditions += x.met_but_behind(rival, chosen) if meeting else x.not_met(rival, chosen)
        yield conditions


class _XSpec:
    """The X spec of one entry, judged for one suit at a time."""

    def __init__(self, entry: Entry, protection: dict[Strain, Protection]) -> None:
        self.entry = entry
        self.protection = protection
        self.num: XNum | None = entry.get(fields.X_NUM)
        self.points: Points | None = entry.get(fields.X_POINTS)
        self.field: AnyField = (
            fields.X_NUM if self.num is not None else fields.X_POINTS
        )  # the field that conditions on rivals come from
        alternatives = [points.alternatives for _, points in self._all_cells() if points and points.x]
        self.by_length = self.points is None and not any(alternatives)

    def _all_cells(self) -> Iterator[tuple[Num | None, Points | None]]:
        return (_cells(self.entry, suit) for suit in self.entry.x_suits())

    def _long_enough(self, suit: Strain) -> Truth:
        """Over shapes: whether the suit's length meets X length."""
        if self.num is None:
            return np.ones(len(SHAPES), dtype=bool)
        return self.num.ranges.truth(14)[LENGTHS_OF_SHAPE[:, suit]]

    def _good_enough(self, suit: Strain) -> Truth:
        """Over holdings: whether the suit meets X length and X honors."""
        truth = np.ones(len(LENGTH_OF_HOLDING), dtype=bool)
        if self.num is not None:
            truth &= self.num.ranges.truth(14)[LENGTH_OF_HOLDING]
        if self.points is not None:
            truth &= self.points.truth(self.protection[suit])
        return truth

    def _behind(self, rival: Strain, chosen: Strain) -> Truth:
        """Over shapes: whether the rival comes after the chosen suit: it is shorter, or as long and loses the tie."""
        upward = self.num is not None and self.num.upward
        loses_ties = (rival > chosen) if upward else (rival < chosen)
        difference = LENGTHS_OF_SHAPE[:, rival] - LENGTHS_OF_SHAPE[:, chosen]
        return (difference < 0) | ((difference == 0) & loses_ties)

    def met(self, suit: Strain) -> Iterator[Condition]:
        """The suit meets the X spec."""
        if self.num is not None:
            yield Condition(fields.X_NUM, SHAPE, self._long_enough(suit))
        if self.points is not None:
            yield Condition(fields.X_POINTS, HoldingFeature(suit), self.points.truth(self.protection[suit]))

    def second(self, rival: Strain, chosen: Strain) -> Condition:
        """By shape alone: the rival meets the spec and comes behind, or misses it and meets its alternative if any."""
        meets = self._long_enough(rival)
        num, _ = _cells(self.entry, rival)
        alternative = ~meets
        if num and num.alternatives:
            alternative &= num.truth(rival, chosen)
        field = self.field if num is None else fields.NUM[rival]
        return Condition(field, SHAPE, (meets & self._behind(rival, chosen)) | alternative, rival=True)

    def met_but_behind(self, rival: Strain, chosen: Strain) -> list[Condition]:
        """The rival meets the spec too, and comes behind."""
        return [
            Condition(self.field, HoldingFeature(rival), self._good_enough(rival), rival=True),
            Condition(self.field, SHAPE, self._behind(rival, chosen), rival=True),
        ]

    def not_met(self, rival: Strain, chosen: Strain) -> list[Condition]:
        """The rival misses the spec, and meets the alternatives in its own cells if it has some."""
        conditions = [Condition(self.field, HoldingFeature(rival), ~self._good_enough(rival), rival=True)]
        num, points = _cells(self.entry, rival)
        if num and num.x and num.alternatives:
            conditions.append(Condition(fields.NUM[rival], SHAPE, num.truth(rival, chosen)))
        if points and points.x and points.alternatives:
            truth = points.truth(self.protection[rival])
            conditions.append(Condition(fields.POINTS[rival], HoldingFeature(rival), truth))
        return conditions
