"""What differs between two systems: the entries by id and the conventions by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from bidbase.language.fields import STORED_FIELDS
from bidbase.systems.model import Convention, Entry, System

Record = TypeVar("Record", Entry, Convention)


@dataclass(frozen=True, slots=True)
class BeforeAfter(Generic[Record]):
    """An entry or a convention before and after: `old` is None for one that is added, `new` for one that is removed."""

    old: Record | None
    new: Record | None


@dataclass(frozen=True, slots=True)
class Differences:
    """The changes that make one system of another, by id or name: first those of the old one in its order, then new."""

    entries: Mapping[str, BeforeAfter[Entry]]
    conventions: Mapping[str, BeforeAfter[Convention]]

    @property
    def sections(self) -> set[str]:
        """The names of the sections in which an entry is added, changed or removed."""
        both = (entry for change in self.entries.values() for entry in (change.old, change.new))
        return {entry.section for entry in both if entry is not None}


def differences(old: System, new: System) -> Differences:
    """What is added, changed and removed from one system to another. Their names and titles are left aside."""
    return Differences(_changes(old.by_id, new.by_id), _changes(old.conventions, new.conventions))


def _changes(old: Mapping[str, Record], new: Mapping[str, Record]) -> dict[str, BeforeAfter[Record]]:
    changes = {key: BeforeAfter(record, new.get(key)) for key, record in old.items() if new.get(key) != record}
    changes |= {key: BeforeAfter(None, record) for key, record in new.items() if key not in old}
    return changes


def differing_fields(old: Entry, new: Entry) -> list[str]:
    """The names of the fields whose cells differ, in the order of the form."""
    return [field.name for field in STORED_FIELDS if old.cells.get(field.name) != new.cells.get(field.name)]


def switched_conventions(old: System, new: System) -> set[str]:
    """The names whose selection codes differ; a convention that is not listed counts as one without a code."""
    codes = [
        {(name, convention.use) for name, convention in conventions.items() if convention.use}
        for conventions in (old.conventions, new.conventions)
    ]
    return {name for name, _ in codes[0] ^ codes[1]}
