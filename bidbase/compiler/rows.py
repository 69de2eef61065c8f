"""An entry as rows: each row is a list of conditions that must all hold, each a truth table over one feature.

An entry without an X suit is one row. An entry with one becomes a row for each suit that may be chosen, so that every
row knows its suit and its call, and comparisons with the X suit are comparisons with that suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from bidbase.compiler.features import (
    HCP_TOTAL,
    INTERMEDIATES_TOTAL,
    SHAPE,
    SHORTNESS_TOTAL,
    TOTAL_POINTS,
    Feature,
    HoldingFeature,
    TotalFeature,
    combined_hcp,
    custom_points,
    total_of,
)
from bidbase.game.auction import Call
from bidbase.game.cards import SHAPES, SUITS_DOWN, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.holdings import LENGTH
from bidbase.language.bids import PriorBids
from bidbase.language.fields import CARD_VALUES
from bidbase.language.ranges import Ranges, Truth
from bidbase.language.shape import Combined
from bidbase.language.suits import LENGTHS, Num, Points, Protection, XNum
from bidbase.systems import Entry, Valuation

_LENGTH_OF_HOLDING = np.frombuffer(LENGTH, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Condition:
    """A truth table over one feature, and the field that it comes from.

    `rival` marks a condition that only says why another suit is not the X suit; it never explains a failure.
    """

    field: str
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
    """The rows of an entry. At most one of them holds for any hand. `valuations` are those of its system."""
    prior_bids = entry.key
    assert isinstance(prior_bids, PriorBids), "entries of patterns are bound before they are compiled"
    shared = [*_strength_conditions(entry, prior_bids, valuations)]
    protection = protections(prior_bids)
    suits = entry.x_suits()
    if not suits:
        if entry.bid.call is None or entry.get("x_num") or entry.get("x_points"):
            return []  # the variables of a pattern have taken the cells of all suits that were marked x
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


def is_beyond_reach(entry: Entry) -> bool:
    """Whether no hand has the points that an entry asks for, now that partner's are known."""
    cells = (entry.get("hcp"), entry.get("distribution"))
    return any(cell is not None and not cell.ranges.alternatives for cell in cells)


def demands(row: Row) -> dict[Feature, Truth]:
    """What a row allows of each feature that it speaks of, all its conditions taken together."""
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
            possible[_LENGTH_OF_HOLDING[truth]] = True
            shapes &= possible[LENGTHS[:, feature.suit]]
    return shapes


def protections(prior_bids: PriorBids) -> dict[Strain, Protection]:
    """How the bidding leaves each suit for the next player: bid on his right protected, else on his left exposed."""
    result = dict.fromkeys(SUITS_DOWN, Protection.NEUTRAL)
    turn = len(prior_bids.calls)
    for back, protection in ((3, Protection.EXPOSED), (1, Protection.PROTECTED)):
        for index in range((turn - back) % 4, turn, 4):
            call = prior_bids.calls[index]
            if call.is_bid and call.strain is not Strain.NOTRUMP:
                result[call.strain] = protection
    return result


def partners_suits(prior_bids: PriorBids) -> frozenset[Strain]:
    """The suits that the next player's partner has bid. A conventional bid cannot be told from a natural one here."""
    turn = len(prior_bids.calls)
    calls = prior_bids.calls[(turn - 2) % 4 : turn : 4]
    return frozenset(call.strain for call in calls if call.is_bid and call.strain is not Strain.NOTRUMP)


def _strength_conditions(
    entry: Entry, prior_bids: PriorBids, valuations: Mapping[str, Valuation]
) -> Iterator[Condition]:
    if cell := entry.get("hcp"):
        yield _number("hcp", HCP_TOTAL, cell.ranges)
    if cell := entry.get("distribution"):
        yield _number("distribution", TOTAL_POINTS if cell.total else SHORTNESS_TOTAL, cell.ranges)
    if cell := entry.get("custom_points"):
        values = [entry.get(card).value if entry.get(card) else 0.0 for card in CARD_VALUES]
        feature = custom_points((values[0], values[1], values[2], values[3], values[4]))
        yield _number("custom_points", feature, cell.ranges)
    if cell := entry.get("intermediates"):
        yield _number("intermediates", INTERMEDIATES_TOTAL, cell.ranges)
    if cell := entry.get("knr"):
        yield _number("knr", total_of(COUNT_BY_NAME["knr"]), cell)
    if cell := entry.get("suit_value"):
        yield _number("suit_value", total_of(valuations[entry.text("valuation")].suit), cell)
    if cell := entry.get("notrump_value"):
        yield _number("notrump_value", total_of(valuations[entry.text("valuation")].notrump), cell)
    if cell := entry.get("winners"):
        yield _number("winners", total_of(COUNT_BY_NAME["running_winners" if cell.running else "winners"]), cell.ranges)
    for name in ("losers", "quick_tricks"):
        if cell := entry.get(name):
            yield _number(name, total_of(COUNT_BY_NAME[name]), cell.ranges)
    if cell := entry.get("suits_stopped"):
        feature = total_of(COUNT_BY_NAME["suits_stopped"], partners_suits(prior_bids))
        yield _number("suits_stopped", feature, cell.ranges)


def _number(field: str, feature: TotalFeature, ranges: Ranges) -> Condition:
    return Condition(field, feature, ranges.truth(feature.size, feature.scale, feature.offset))


def _suit_conditions(entry: Entry, protection: dict[Strain, Protection], chosen: Strain | None) -> Iterator[Condition]:
    """What all suits must meet that are not marked x, and the sums over suits, when the X suit is `chosen`."""
    if cell := entry.get("shape"):
        yield Condition("shape", SHAPE, cell.truth())
    for suit in SUITS_DOWN:
        num, points = _cells(entry, suit)
        if num and not num.x:
            yield Condition(f"{suit.title}_num", SHAPE, num.truth(suit, chosen))
        if points and not points.x:
            yield Condition(f"{suit.title}_points", HoldingFeature(suit), points.truth(protection[suit]))
    if cell := entry.get("combined_num"):
        yield Condition("combined_num", SHAPE, _sum_of_lengths(cell, chosen))
    if cell := entry.get("combined_points"):
        yield _sum_of_points(cell, chosen)


def _cells(entry: Entry, suit: Strain) -> tuple[Num | None, Points | None]:
    return entry.get(f"{suit.title}_num"), entry.get(f"{suit.title}_points")


def _sum_of_lengths(cell: Combined, chosen: Strain | None) -> Truth:
    truth = np.zeros(len(SHAPES), dtype=bool)
    for part in cell.alternatives:
        total = LENGTHS[:, [*_together(part.suits, part.x, chosen)]].sum(axis=1)
        truth |= Ranges((part.range,)).truth(14)[total]
    return truth


def _sum_of_points(cell: Combined, chosen: Strain | None) -> Condition:
    """Alternatives must be about the same suits: sums over different suits have no table in common."""
    suits = {_together(part.suits, part.x, chosen) for part in cell.alternatives}
    feature = combined_hcp(suits.pop())
    return _number("combined_points", feature, Ranges(tuple(part.range for part in cell.alternatives)))


def _together(suits: tuple[Strain, ...], x: bool, chosen: Strain | None) -> frozenset[Strain]:
    return frozenset(suits) | ({chosen} if x and chosen is not None else frozenset())


def _choices(
    entry: Entry, protection: dict[Strain, Protection], chosen: Strain, suits: tuple[Strain, ...]
) -> Iterator[list[Condition]]:
    """The ways in which `chosen` is the X suit: it meets the X spec, and no other suit that does comes before it.

    Whether another suit meets the spec by its length alone is a matter of shape. Where honours come in, a row is made
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
        self.num: XNum | None = entry.get("x_num")
        self.points: Points | None = entry.get("x_points")
        self.field = "x_num" if self.num is not None else "x_points"  # names what is told of rivals
        alternatives = [points.alternatives for _, points in self._all_cells() if points and points.x]
        self.by_length = self.points is None and not any(alternatives)

    def _all_cells(self) -> Iterator[tuple[Num | None, Points | None]]:
        return (_cells(self.entry, suit) for suit in self.entry.x_suits())

    def _long_enough(self, suit: Strain) -> Truth:
        """Over shapes: whether the suit's length meets X Num."""
        if self.num is None:
            return np.ones(len(SHAPES), dtype=bool)
        return self.num.ranges.truth(14)[LENGTHS[:, suit]]

    def _good_enough(self, suit: Strain) -> Truth:
        """Over holdings: whether the suit meets X Num and X Points."""
        truth = np.ones(len(_LENGTH_OF_HOLDING), dtype=bool)
        if self.num is not None:
            truth &= self.num.ranges.truth(14)[_LENGTH_OF_HOLDING]
        if self.points is not None:
            truth &= self.points.truth(self.protection[suit])
        return truth

    def _behind(self, rival: Strain, chosen: Strain) -> Truth:
        """Over shapes: whether the rival comes after the chosen suit: it is shorter, or as long and loses the tie."""
        upward = self.num is not None and self.num.upward
        loses_ties = (rival > chosen) if upward else (rival < chosen)
        difference = LENGTHS[:, rival] - LENGTHS[:, chosen]
        return (difference < 0) | ((difference == 0) & loses_ties)

    def met(self, suit: Strain) -> Iterator[Condition]:
        """The suit meets the X spec."""
        if self.num is not None:
            yield Condition("x_num", SHAPE, self._long_enough(suit))
        if self.points is not None:
            yield Condition("x_points", HoldingFeature(suit), self.points.truth(self.protection[suit]))

    def second(self, rival: Strain, chosen: Strain) -> Condition:
        """By shape alone: the rival meets the spec and comes behind, or misses it and meets its alternative if any."""
        meets = self._long_enough(rival)
        num, _ = _cells(self.entry, rival)
        alternative = ~meets
        if num and num.alternatives:
            alternative &= num.truth(rival, chosen)
        field = self.field if num is None else f"{rival.title}_num"
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
            conditions.append(Condition(f"{rival.title}_num", SHAPE, num.truth(rival, chosen)))
        if points and points.x and points.alternatives:
            truth = points.truth(self.protection[rival])
            conditions.append(Condition(f"{rival.title}_points", HoldingFeature(rival), truth))
        return conditions
