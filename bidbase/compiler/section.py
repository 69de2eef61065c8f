"""A section as tables of bit masks, and the lookup.

Row *r* has bit *r*. Each table maps a class of values of one feature to the mask of the rows that allow it; the rows
that a hand meets are the AND over the tables, and the first of them is the lowest bit that is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

import numpy as np

from bidbase.compiler.batch import HandBatch, WordTable, first_rows
from bidbase.compiler.rows import Row, demands, entry_rows
from bidbase.game.auction import Call
from bidbase.game.bits import bits_of
from bidbase.game.cards import Hand
from bidbase.game.features import SHAPE, Feature, HoldingFeature, TotalFeature
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances, Usage
from bidbase.language.field import AnyField
from bidbase.language.ranges import Truth
from bidbase.lazy import lazy_property
from bidbase.systems.model import Entry, System

MAX_CLASSES = 1 << 12  # before those that no value is in are left out


class MaskTable:
    """One feature: the class of each of its values, and for each class the mask of the rows that allow it.

    Values that the section cannot tell apart are in one class, so a table of 8,192 holdings is 8 KiB and a few masks.
    """

    def __init__(self, feature: Feature, rows: list[tuple[int, Truth]], everything: int) -> None:
        self.feature = feature
        classes, count = np.zeros(feature.size, dtype=np.int64), 1
        for _, truth in rows:
            classes, count = classes << 1 | truth, 2 * count
            if count > MAX_CLASSES:
                classes, count = _numbered(classes, count)
        classes, count = _numbered(classes, count)
        one_of = np.zeros(count, dtype=np.int64)
        one_of[classes] = np.arange(feature.size)
        self.masks = [everything] * count
        for row, truth in rows:
            for number, allowed in enumerate(truth[one_of]):
                if not allowed:
                    self.masks[number] &= ~(1 << row)
        self.classes: Sequence[int] = _shared(bytes(classes.astype(np.uint8))) if count < 256 else classes.tolist()


def _numbered(classes: np.ndarray, count: int) -> tuple[np.ndarray, int]:
    """The same classes, numbered without the numbers below `count` that no value has, and how many there are."""
    number = (np.bincount(classes, minlength=count) > 0).cumsum() - 1
    return number[classes], int(number[-1]) + 1


_SHARED: dict[bytes, bytes] = {}


def _shared(classes: bytes) -> bytes:
    """One object for equal tables: many sections tell holdings apart in the same way."""
    return _SHARED.setdefault(classes, classes)


class CompiledSection:
    """The entries of one section, ready for lookups.

    `name` is the text of its key; the entries of a pattern are bound. `rows` are in the order in which they are tried,
    `rows_of` by the id of their entry.
    """

    def __init__(self, name: str, entries: tuple[Entry, ...], system: System) -> None:
        self.name = name
        self.literal = all(entry.section == name for entry in entries)
        self.entries = entries
        self.system = system
        self.rows_of = {entry.id: entry_rows(entry, system.valuations) for entry in entries}
        self.rows: list[Row] = [row for entry in entries for row in self.rows_of[entry.id]]
        self.calls: dict[Call, int] = {}
        """The calls that its rows make, each with the mask of those rows."""
        self.mask_of = dict.fromkeys(self.rows_of, 0)
        """By the id of an entry the mask of its rows."""
        for index, row in enumerate(self.rows):
            self.calls[row.call] = self.calls.get(row.call, 0) | 1 << index
            self.mask_of[row.entry.id] |= 1 << index
        self._shares: dict[int, dict[str, range]] = {}
        self.simulated = self._rows_where(lambda usage: usage.analysis)
        """The mask of the rows that are used after a simulation alone."""
        self.sure = self._rows_where(lambda usage: usage.percent is None)
        """The mask of the rows without a percentage."""
        self.seldom = self._rows_where(lambda usage: usage.percent is not None and usage.percent < 50)
        """The mask of the rows that are drawn less than half of the time."""
        self.closing = self._rows_where(lambda usage: not (usage.analysis or usage.continues))
        """The mask of the rows that close their call to the sections that are asked later."""
        self._in_use: dict[Circumstances, int] = {}
        self._making: dict[int, int] = {}
        self._tables = _mask_tables(self.rows)
        self._shapes = self._tables.get(SHAPE)
        self._holdings = [
            (feature.suit, table.classes, table.masks)
            for feature, table in self._tables.items()
            if isinstance(feature, HoldingFeature)
        ]
        totals = [(feature, table) for feature, table in self._tables.items() if isinstance(feature, TotalFeature)]
        self._totals = [
            (*feature.columns, table.classes, table.masks) for feature, table in totals if feature.by_shape is None
        ]
        self._shaped_totals = [
            (*feature.columns, feature.by_shape, table.classes, table.masks)
            for feature, table in totals
            if feature.by_shape is not None
        ]

    def _rows_where(self, holds: Callable[[Usage], bool]) -> int:
        """The mask of the rows whose usage is of this kind."""
        return sum(1 << index for index, row in enumerate(self.rows) if holds(row.entry.usage))

    def why_inactive(self, entry: Entry, circumstances: Circumstances) -> AnyField | None:
        """The field that switches an entry off in these circumstances; None when it is in use."""
        if not self.system.selects(entry, circumstances.user):
            return fields.CONVENTION
        switches: tuple[AnyField, ...] = (fields.USAGE, fields.VULNERABILITY, fields.POSITION)
        for field in switches:
            if (cell := entry.get(field)) is not None and not cell.holds(circumstances):
                return field
        if (against := entry.get(fields.USE_AGAINST)) is not None and not against.holds:
            return fields.USE_AGAINST
        return None

    def in_use(self, circumstances: Circumstances) -> int:
        """The mask of the rows in use in these circumstances, those for after a simulation included."""
        mask = self._in_use.get(circumstances)
        if mask is None:
            used = (entry for entry in self.entries if self.why_inactive(entry, circumstances) is None)
            mask = self._in_use[circumstances] = reduce(or_, (self.mask_of[entry.id] for entry in used), 0)
        return mask

    def active(self, circumstances: Circumstances) -> int:
        """The mask of the rows that a hand is looked up in, in these circumstances."""
        return self.in_use(circumstances) & ~self.simulated

    def making_any(self, calls: int) -> int:
        """The mask of the rows that make one of these calls, given as a set of bits."""
        mask = self._making.get(calls)
        if mask is None:
            mask = self._making[calls] = sum(rows for call, rows in self.calls.items() if calls >> call & 1)
        return mask

    def closed(self, allowed: int) -> int:
        """The calls, as a set of bits, that the rows allowed close to the sections that are asked later."""
        closing = allowed & self.closing
        return sum(1 << call for call, rows in self.calls.items() if rows & closing)

    def rows_in(self, mask: int) -> list[Row]:
        """The rows of a mask, in order."""
        return [self.rows[index] for index in bits_of(mask)]

    def making(self, call: Call, allowed: int) -> Iterator[tuple[int, Row]]:
        """The rows, of those allowed, that make this call, each with its index, in order."""
        for index in bits_of(allowed & self.calls.get(call, 0)):
            yield index, self.rows[index]

    def fitting(self, hand: Hand, allowed: int) -> int:
        """The mask of the rows, of those allowed, that this hand meets."""
        mask = allowed
        if self._shapes:
            mask &= self._shapes.masks[self._shapes.classes[hand.shape]]
        holdings = hand.holdings
        for suit, classes, masks in self._holdings:
            mask &= masks[classes[holdings[suit]]]
        c, d, h, s = holdings
        for clubs, diamonds, hearts, spades, classes, masks in self._totals:
            mask &= masks[classes[clubs[c] + diamonds[d] + hearts[h] + spades[s]]]
        for clubs, diamonds, hearts, spades, shapes, classes, masks in self._shaped_totals:
            mask &= masks[classes[clubs[c] + diamonds[d] + hearts[h] + spades[s] + shapes[hand.shape]]]
        return mask

    def matches(self, hand: Hand, allowed: int) -> Iterator[Row]:
        """The rows, of those allowed, that this hand meets, in order, leaving percentages aside."""
        for index in bits_of(self.fitting(hand, allowed)):
            yield self.rows[index]

    def first_rows(self, hands: HandBatch, allowed: int) -> np.ndarray:
        """For each hand the index in `rows` of the first it meets of those allowed, -1 for none. Shape (n,), int32."""
        return first_rows(hands, self._word_tables, allowed, len(self.rows))

    def any_met(self, hands: HandBatch, rows: int) -> int:
        """The mask of those of these rows that one of the hands meets."""
        return sum(1 << index for index in bits_of(rows) if (self.first_rows(hands, 1 << index) >= 0).any())

    def sure_or_making(self, call: Call) -> int:
        """The mask of the rows without a percentage, and of those that make this call."""
        return self.sure | self.calls.get(call, 0)

    def shares(self, allowed: int) -> dict[str, range]:
        """By entry id the draws 0 to 99 that use an entry with a percentage, among the rows allowed.

        Entries of one order number follow on: 60 and 40 share them all. One that is not in use takes none.
        """
        if allowed not in self._shares:
            in_use = {row.entry.id for index, row in enumerate(self.rows) if allowed >> index & 1}
            self._shares[allowed] = _percentages(entry for entry in self.entries if entry.id in in_use)
        return self._shares[allowed]

    @lazy_property
    def _word_tables(self) -> list[WordTable]:
        return [
            WordTable.of(table.feature, table.classes, table.masks, len(self.rows)) for table in self._tables.values()
        ]


def _mask_tables(rows: Sequence[Row]) -> dict[Feature, MaskTable]:
    """A table for each feature of hands that a row asks about."""
    allowed: dict[Feature, list[tuple[int, Truth]]] = {}
    for index, row in enumerate(rows):
        for feature, truth in demands(row).items():
            allowed.setdefault(feature, []).append((index, truth))
    everything = (1 << len(rows)) - 1
    return {feature: MaskTable(feature, demanding, everything) for feature, demanding in allowed.items()}


def _percentages(entries: Iterable[Entry]) -> dict[str, range]:
    shares: dict[str, range] = {}
    used: dict[str, int] = {}
    for entry in entries:
        if (percent := entry.usage.percent) is not None:
            start = used.get(entry.order, 0)
            used[entry.order] = min(start + percent, 100)
            shares[entry.id] = range(start, used[entry.order])
    return shares
