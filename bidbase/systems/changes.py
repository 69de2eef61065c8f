"""A system that differs from its base in some entries: it holds these, and reads all else from the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    from bidbase.systems.model import Entry, System

Key = TypeVar("Key")
Value = TypeVar("Value")


class Overlay(Mapping[Key, Value]):
    """A mapping with changes: a value for each key that is changed or added, None for each that is removed.

    The keys keep the order of the base, and new ones come last.
    """

    def __init__(self, base: Mapping[Key, Value], changes: Mapping[Key, Value | None]) -> None:
        self._base = base
        self._changes = changes
        self._length = len(base) + sum((value is not None) - (key in base) for key, value in changes.items())

    def __getitem__(self, key: Key) -> Value:
        value = self._changes[key] if key in self._changes else self._base[key]
        if value is None:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[Key]:
        yield from (key for key in self._base if key not in self._changes or self._changes[key] is not None)
        yield from (key for key, value in self._changes.items() if value is not None and key not in self._base)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return repr(dict(self))


class ChangedSections(Overlay[str, tuple["Entry", ...]]):
    """The sections of a system with changed entries, in the order of the files.

    `moved` are the names of those that are new, that are gone, or whose first entry in the files is another one.
    """

    def __init__(self, system: System, base: System, changes: Mapping[str, tuple[Entry, ...] | None]) -> None:
        super().__init__(base.sections, changes)
        self._system = system
        self.base = base
        self.moved = frozenset(
            name
            for name, section in changes.items()
            if _first_place(section or (), system.places) != _first_place(base.sections.get(name, ()), base.places)
        )

    def __iter__(self) -> Iterator[str]:
        names = super().__iter__()
        return iter(sorted(names, key=self._system.place_of)) if self.moved else names


class ChangedEntries(Sequence["Entry"]):
    """The entries of a system with changes, by id: those changed keep their places, and new ones come last."""

    def __init__(self, base: System, changes: Mapping[str, Entry | None]) -> None:
        self.base = base
        self.changes = changes

    def __iter__(self) -> Iterator[Entry]:
        known = (self.changes.get(entry.id, entry) for entry in self.base.entries)
        yield from (entry for entry in known if entry is not None)
        yield from (entry for entry in self.changed if entry.id not in self.base.by_id)

    def __len__(self) -> int:
        return len(self.by_id)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))

    @property
    def changed(self) -> list[Entry]:
        """The entries that are changed or new."""
        return [entry for entry in self.changes.values() if entry is not None]

    @property
    def by_id(self) -> Overlay[str, Entry]:
        """All entries by id."""
        return Overlay(self.base.by_id, self.changes)

    @property
    def places(self) -> Overlay[str, int]:
        """By the id of an entry a number that grows along the list."""
        known, end = self.base.places, max(self.base.places.values(), default=-1) + 1
        numbered = enumerate(self.changes.items(), start=end)
        return Overlay(
            known, {key: None if entry is None else known.get(key, number) for number, (key, entry) in numbered}
        )

    def sections_of(self, system: System) -> ChangedSections:
        """The sections of a system with these entries: the sections of the base, but what may differ is sorted anew."""
        base, places = self.base, system.places
        differing: dict[str, list[Entry]] = {name: [] for name in self._differing(system)}
        for name, section in differing.items():
            section += [entry for entry in base.sections.get(name, ()) if entry.id not in self.changes]
        for entry in self.changed:
            differing[entry.section].append(entry)
        for section in differing.values():
            section.sort(key=lambda entry: (system.order_of(entry), places[entry.id]))
        return ChangedSections(system, base, {name: tuple(section) or None for name, section in differing.items()})

    def _differing(self, system: System) -> set[str]:
        """The names of the sections in which an entry differs, or in which the name of the system counts."""
        base, own_names = self.base, {self.base.name, self.base.title} ^ {system.name, system.title}
        before = (base.by_id[key] for key in self.changes if key in base.by_id)
        named = (base.sections_by_root.get(name, ()) for name in own_names)
        return {entry.section for entry in (*before, *self.changed)}.union(*named)


def _first_place(section: Sequence[Entry], places: Mapping[str, int]) -> int:
    """The place of the entry of a section that comes first in the files; -1 where there is none."""
    return min((places[entry.id] for entry in section), default=-1)
