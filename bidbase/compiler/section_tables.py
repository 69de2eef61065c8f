"""What hands are looked up by in a section: tables of bit masks, as numbers and bytes alone.

Row *r* has bit *r*. Each table maps a class of values of one feature to the mask of the rows that allow it; the rows
that a hand meets are the AND over the tables, and the first of them is the lowest bit that is set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bidbase.compiler.rows import Row, demands
from bidbase.game.auction import Call
from bidbase.game.features import Feature
from bidbase.language import fields
from bidbase.language.circumstances import Usage
from bidbase.language.ranges import Truth
from bidbase.systems.model import Entry

_SWITCHES = {
    field.name for field in (fields.CONVENTION, fields.USAGE, fields.VULNERABILITY, fields.POSITION, fields.USE_AGAINST)
}
MAX_CLASSES = 1 << 12  # before those that no value is in are left out


@dataclass(frozen=True, slots=True)
class MaskTable:
    """One feature: the class of each of its values, and for each class the mask of the rows that allow it.

    Values that the section cannot tell apart are in one class, so a table of 8,192 holdings is 8 KiB and a few masks.
    """

    feature: Feature
    classes: Sequence[int]
    masks: tuple[int, ...]

    @classmethod
    def of(cls, feature: Feature, rows: Sequence[tuple[int, Truth]], everything: int) -> MaskTable:
        """The table of a feature, with what each of these rows allows of it."""
        classes, count = np.zeros(feature.size, dtype=np.int64), 1
        for _, truth in rows:
            classes, count = classes << 1 | truth, 2 * count
            if count > MAX_CLASSES:
                classes, count = _numbered(classes, count)
        classes, count = _numbered(classes, count)
        one_of = np.zeros(count, dtype=np.int64)
        one_of[classes] = np.arange(feature.size)
        masks = [everything] * count
        for row, truth in rows:
            for number, allowed in enumerate(truth[one_of]):
                if not allowed:
                    masks[number] &= ~(1 << row)
        return cls(feature, bytes(classes.astype(np.uint8)) if count < 256 else tuple(classes.tolist()), tuple(masks))


def _numbered(classes: np.ndarray, count: int) -> tuple[np.ndarray, int]:
    """These classes, numbered anew without the numbers below `count` that no value has, and how many there are."""
    number = (np.bincount(classes, minlength=count) > 0).cumsum() - 1
    return number[classes], int(number[-1]) + 1


@dataclass(frozen=True, slots=True)
class SectionTables:
    """The rows of a section, in the order in which they are tried: their calls, what they are made of, their tables.

    `entries` has the number of the entry that each row is of. The masks of rows are those used after a simulation
    alone, those without a percentage, those drawn less than half of the time, those that close their call to the
    sections asked later, those for use against a convention that the opponents have not bid, and those that nothing
    switches off.
    """

    calls: tuple[Call, ...]
    entries: tuple[int, ...]
    simulated: int
    sure: int
    seldom: int
    closing: int
    ruled_out: int
    always: int
    tables: tuple[MaskTable, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry], rows_of: Sequence[Sequence[Row]]) -> SectionTables:
        """The tables of bound entries, given with the rows of each."""
        rows = [row for of_entry in rows_of for row in of_entry]
        numbers = [number for number, of_entry in enumerate(rows_of) for _ in of_entry]

        def where(holds: Callable[[Usage], bool]) -> int:
            return sum(1 << index for index, row in enumerate(rows) if holds(row.entry.usage))

        return cls(
            tuple(row.call for row in rows),
            tuple(numbers),
            simulated=where(lambda usage: usage.analysis),
            sure=where(lambda usage: usage.percent is None),
            seldom=where(lambda usage: usage.percent is not None and usage.percent < 50),
            closing=where(lambda usage: not (usage.analysis or usage.continues)),
            ruled_out=sum(1 << index for index, number in enumerate(numbers) if _is_ruled_out(entries[number])),
            always=sum(1 << index for index, row in enumerate(rows) if not _SWITCHES.intersection(row.entry.cells)),
            tables=_mask_tables(rows),
        )


def _is_ruled_out(entry: Entry) -> bool:
    against = entry.get(fields.USE_AGAINST)
    return against is not None and not against.holds


def _mask_tables(rows: Sequence[Row]) -> tuple[MaskTable, ...]:
    """A table for each feature of hands that a row asks about."""
    allowed: dict[Feature, list[tuple[int, Truth]]] = {}
    for index, row in enumerate(rows):
        for feature, truth in demands(row).items():
            allowed.setdefault(feature, []).append((index, truth))
    everything = (1 << len(rows)) - 1
    return tuple(MaskTable.of(feature, demanding, everything) for feature, demanding in allowed.items())
