"""Meanings on the shelf, under the calls and the rows that they follow from. Entries stay with their sections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bidbase.compiler import CompiledSection
from bidbase.game.auction import Call
from bidbase.meaning.disclosure import Meaning, Told
from bidbase.packing import packed, unpacked
from bidbase.shelf import Shelf, key_of

Makers = tuple[tuple[CompiledSection, int], ...]
"""The sections with an entry in use for a call, each with the mask of its rows in use."""
Record = TypeVar("Record", Meaning, Told)


def shelved(shelf: Shelf, kind: type[Record], call: Call, makers: Makers, work_out: Callable[[], Record]) -> Record:
    """What the shelf has of a call that these sections make, or what is worked out, kept from then on."""
    sections = [(section.key, allowed) for section, allowed in makers]
    key = key_of(kind.__name__, int(call), sections)
    if (content := shelf.get(key)) is not None:
        found = unpacked(content, lambda place: makers[place[0]][0].entry(place[1]))
        if isinstance(found, kind):
            return found
    record = work_out()
    shelf.keep(key, lambda: _packed(record, makers))
    return record


def _packed(record: Record, makers: Makers) -> bytes:
    """A record as bytes, with an entry by the number of its section and its own number there."""
    places = {
        id(entry): (number, place)
        for number, (section, _) in enumerate(makers)
        for place, entry in enumerate(section.entries)
    }
    return packed(record, lambda part: places.get(id(part)))
