"""The steps by which the limits of an entry may move: one point, card or trick more or less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bidbase.language.field import AnyField
from bidbase.language.fields import STORED_FIELDS
from bidbase.language.ranges import Range
from bidbase.mends.limits import limits_of, with_limits
from bidbase.systems import Entry, EntryError


@dataclass(frozen=True)
class LimitStep:
    """An entry, and the same entry with one limit of a field moved by one."""

    field: AnyField
    before: Entry
    after: Entry

    def words(self) -> str:
        """`1S-P/200000 2♠, HCP: 6 to 9 becomes 6 to 10`."""
        was, becomes = (self.field.say(entry.get(self.field)) for entry in (self.before, self.after))
        return f"{self.before.id} {self.before.bid.words()}, {self.field.label}: {was} becomes {becomes}"


def steps_of(entry: Entry) -> Iterator[LimitStep]:
    """The steps of all limits of an entry. Left out are those after which its cells do not go together."""
    for field in STORED_FIELDS:
        cell = entry.get(field)
        if cell is None or not field.judges_hand:
            continue
        for index, held in enumerate(limits_of(cell)):
            for moved in _moved(held) if held is not None else ():
                texts = {name: str(other) for name, other in entry.cells.items()}
                texts[field.name] = str(with_limits(cell, index, moved))
                try:
                    after = replace(Entry.of(texts, entry.family), id=entry.id)
                except EntryError:
                    continue
                yield LimitStep(field, entry, after)


def _moved(held: Range) -> Iterator[Range]:
    """The range with one of its limits moved by one, where a value is left in it. A lower limit of 0 is none."""
    if held.low:
        yield replace(held, low=max(held.low - 1, 0))
        if held.high is None or held.low + 1 <= held.high:
            yield replace(held, low=held.low + 1)
    if held.high is not None:
        yield replace(held, high=held.high + 1)
        if held.high - 1 - held.strict >= (held.low or 0):
            yield replace(held, high=held.high - 1)
