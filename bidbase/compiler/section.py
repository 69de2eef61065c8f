"""A section as it is used: its tables, the lookup, and the entries behind them.

A lookup needs the tables alone. The entries are bound and the rows made when somebody asks why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import and_

import numpy as np

from bidbase.compiler.batch import HandBatch, WordTable, first_rows
from bidbase.compiler.rows import Row, entry_rows
from bidbase.compiler.section_tables import SectionTables
from bidbase.game.auction import Call
from bidbase.game.bits import bits_of
from bidbase.game.cards import Hand
from bidbase.game.features import HoldingFeature, ShapeFeature, TotalFeature
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances
from bidbase.language.field import AnyField
from bidbase.lazy import lazy_property
from bidbase.systems.model import Entry, System

BindEntry = Callable[[Entry], Entry]
"""Gives an entry as it is where it is used, its variables bound and counted in this hand alone."""


class CompiledSection:
    """The entries of one section, ready for lookups.

    `name` is the text of its key, and `written` are its entries as they are written; `bind` gives them as they are
    here. Rows are known by their numbers, in the order in which they are tried. `key` is equal for sections that say
    the same, in whatever process they were compiled.
    """

    def __init__(
        self,
        name: str,
        written: Sequence[Entry],
        system: System,
        tables: SectionTables,
        bind: BindEntry | None = None,
        key: bytes = b"",
    ) -> None:
        self.name = name
        self.key = key
        self.system = system
        self.row_calls = tables.calls
        """Of each row the call that it makes."""
        self.calls: dict[Call, int] = {}
        """The calls that its rows make, each with the mask of those rows."""
        for index, call in enumerate(tables.calls):
            self.calls[call] = self.calls.get(call, 0) | 1 << index
        self.simulated, self.sure, self.seldom = tables.simulated, tables.sure, tables.seldom
        self.closing = tables.closing
        self.tables = tables
        self._written = written
        self._bind = bind
        self._bound: dict[int, Entry] = {}
        self._made: dict[int, list[Row]] = {}
        self._shares: dict[int, dict[str, range]] = {}
        self._in_use: dict[Circumstances, int] = {}
        self._making: dict[int, int] = {}
        self._closed: dict[int, int] = {}
        self._shapes = [
            (table.classes, table.masks) for table in tables.tables if isinstance(table.feature, ShapeFeature)
        ]
        self._holdings = [
            (table.feature.suit, table.classes, table.masks)
            for table in tables.tables
            if isinstance(table.feature, HoldingFeature)
        ]
        totals = [(table.feature, table) for table in tables.tables if isinstance(table.feature, TotalFeature)]
        self._totals = [
            (*feature.columns, table.classes, table.masks) for feature, table in totals if feature.by_shape is None
        ]
        self._shaped_totals = [
            (*feature.columns, feature.by_shape, table.classes, table.masks)
            for feature, table in totals
            if feature.by_shape is not None
        ]

    @classmethod
    def of(
        cls,
        name: str,
        entries: Sequence[Entry],
        system: System,
        written: Sequence[Entry] | None = None,
        key: bytes = b"",
    ) -> CompiledSection:
        """The section compiled from its bound entries; `written` are the same as they are written, if they differ."""
        rows_of = [entry_rows(entry, system.valuations) for entry in entries]
        section = cls(name, written or entries, system, SectionTables.of(entries, rows_of), key=key)
        section._bound.update(enumerate(entries))
        section._rows_of_entries = rows_of
        return section

    @lazy_property
    def entries(self) -> tuple[Entry, ...]:
        """Its entries as they are here."""
        return tuple(map(self.entry, range(len(self._written))))

    def entry(self, number: int) -> Entry:
        """One of its entries as it is here, by its number."""
        entry = self._bound.get(number)
        if entry is None:
            written = self._written[number]
            entry = self._bound.setdefault(number, written if self._bind is None else self._bind(written))
        return entry

    @lazy_property
    def _rows_of_entries(self) -> list[list[Row]]:
        """The rows of each entry.

        Threads that make rows at the same time all use the rows of the first: rows are equal when they are one object.
        """
        made = (entry_rows(entry, self.system.valuations) for entry in self.entries)
        return [self._made.setdefault(number, rows) for number, rows in enumerate(made)]

    @lazy_property
    def rows_of(self) -> dict[str, list[Row]]:
        """By the id of an entry its rows."""
        return {entry.id: rows for entry, rows in zip(self.entries, self._rows_of_entries, strict=True)}

    @lazy_property
    def rows(self) -> list[Row]:
        """All rows, in the order in which they are tried."""
        return [row for rows in self._rows_of_entries for row in rows]

    @lazy_property
    def mask_of(self) -> dict[str, int]:
        """By the id of an entry the mask of its rows."""
        masks = dict.fromkeys((entry.id for entry in self._written), 0)
        for index in range(len(self.row_calls)):
            masks[self.id_of(index)] |= 1 << index
        return masks

    def id_of(self, row: int) -> str:
        """The id of the entry that a row is of."""
        return self._written[self.tables.entries[row]].id

    def entry_of(self, row: int) -> Entry:
        """The entry that a row is of, as it is here."""
        return self.entry(self.tables.entries[row])

    def as_written(self, row: int) -> Entry:
        """The entry that a row is of, as it is written."""
        return self._written[self.tables.entries[row]]

    def why_inactive(self, entry: Entry, circumstances: Circumstances) -> AnyField | None:
        """The field that switches an entry off in these circumstances; None when it is in use."""
        if (field := self._switched_off(entry, circumstances)) is not None:
            return field
        if (against := entry.get(fields.USE_AGAINST)) is not None and not against.holds:
            return fields.USE_AGAINST
        return None

    def _switched_off(self, entry: Entry, circumstances: Circumstances) -> AnyField | None:
        """The field that switches an entry off whatever the opponents' call means; the entry need not be bound."""
        if not self.system.selects(entry, circumstances.user):
            return fields.CONVENTION
        for field in _SWITCHES:
            if field.name in entry.cells and (cell := entry.get(field)) is not None and not cell.holds(circumstances):
                return field
        return None

    def in_use(self, circumstances: Circumstances) -> int:
        """The mask of the rows in use in these circumstances, those for after a simulation included."""
        mask = self._in_use.get(circumstances)
        if mask is None:
            off: dict[int, bool] = {}
            mask = self.tables.always
            for index in bits_of(((1 << len(self.row_calls)) - 1) & ~(mask | self.tables.ruled_out)):
                number = self.tables.entries[index]
                if number not in off:
                    off[number] = self._switched_off(self._written[number], circumstances) is not None
                if not off[number]:
                    mask |= 1 << index
            self._in_use[circumstances] = mask
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
        calls = self._closed.get(allowed)
        if calls is None:
            closing = allowed & self.closing
            calls = self._closed[allowed] = sum(1 << call for call, rows in self.calls.items() if rows & closing)
        return calls

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
        for classes, masks in self._shapes:
            mask &= masks[classes[hand.shape]]
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
        """For each hand the number of the first row it meets of those allowed, -1 for none. Shape (n,), int32."""
        return first_rows(hands, self._word_tables, allowed, len(self.row_calls))

    def any_met(self, hands: HandBatch, rows: int) -> int:
        """The mask of the rows, among these, that at least one of the hands meets."""
        return sum(1 << index for index in bits_of(rows) if (self.first_rows(hands, 1 << index) >= 0).any())

    def sure_or_making(self, call: Call) -> int:
        """The mask of the rows without a percentage, and of those that make this call."""
        return self.sure | self.calls.get(call, 0)

    def shares(self, allowed: int) -> dict[str, range]:
        """By entry id the draws 0 to 99 that use an entry with a percentage, among the rows allowed.

        Entries of one order number follow on: 60 and 40 share them all. One that is not in use takes none.
        """
        if allowed not in self._shares:
            in_use = [entry for entry in self._written if allowed & self.mask_of[entry.id]]
            self._shares[allowed] = _percentages(in_use)
        return self._shares[allowed]

    @lazy_property
    def for_any_hand(self) -> int:
        """The mask of the rows that any hand meets, and whose call is then made."""
        always = (mask for table in self.tables.tables for mask in table.masks)
        return reduce(and_, always, self.sure & ~self.simulated)

    @lazy_property
    def _word_tables(self) -> list[WordTable]:
        return [
            WordTable.of(table.feature, table.classes, table.masks, len(self.row_calls)) for table in self.tables.tables
        ]


_SWITCHES: tuple[AnyField, ...] = (fields.USAGE, fields.VULNERABILITY, fields.POSITION)


def _percentages(entries: Iterable[Entry]) -> dict[str, range]:
    shares: dict[str, range] = {}
    used: dict[str, int] = {}
    for entry in entries:
        if (percent := entry.usage.percent) is not None:
            start = used.get(entry.order, 0)
            used[entry.order] = min(start + percent, 100)
            shares[entry.id] = range(start, used[entry.order])
    return shares
