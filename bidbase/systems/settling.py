"""Settling an agreement: its conventions are switched, and what follows its parameters says something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bidbase.errors import SystemFileError
from bidbase.language import fields
from bidbase.language.parameters import Parameters
from bidbase.systems.agreements import Agreement, Choice
from bidbase.systems.model import Entry, EntryError, System


def settled(system: System, choices: Iterable[tuple[Agreement, Choice]]) -> System:
    """The system with these choices of its agreements played, made of its conventions, entries and agreements.

    Raises `SystemFileError` where an entry cannot say what it would have to.
    """
    uses: dict[str, str] = {}
    agreements: dict[str, Agreement] = {}
    for agreement, choice in choices:
        uses |= agreement.switched(choice, system.conventions)
        if agreement.parameters:
            agreements[agreement.name] = replace(agreement, plays=choice.label)
    values = {name: value for each in agreements.values() for name, value in each.settled.items()}
    changed = {name for name, value in values.items() if value != system.parameters[name]}
    return system.changed(
        conventions={name: replace(system.conventions[name], use=use) for name, use in uses.items()},
        agreements=agreements,
        entries={entry.id: entry for entry in _following(system, changed, {**system.parameters, **values})},
    )


def settled_entries(before: System, after: System) -> dict[str, Entry]:
    """The entries that say something else once agreements are settled, by id."""
    return {entry.id: entry for entry in after.entries if entry != before.by_id[entry.id]}


def _following(system: System, changed: set[str], parameters: Parameters) -> Iterator[Entry]:
    """The entries that follow one of the changed parameters, as they say it then."""
    faults = []
    for entry in system.entries:
        follows = entry.get(fields.FOLLOWS)
        if follows is None or changed.isdisjoint(follows.names):
            continue
        try:
            yield followed(entry, parameters, system)
        except EntryError as error:
            faults.append(f"{entry.id}: {error}")
    if faults:
        raise SystemFileError(faults)


def followed(entry: Entry, parameters: Parameters, system: System) -> Entry:
    """The entry with these values in place of the parameters that it is written with. Raises `EntryError`."""
    texts: Mapping[str, str] = {name: entry.written(name) for name in entry.filled_in - {fields.FOLLOWS.name}}
    return replace(Entry.of(texts, entry.family, system.valuations, parameters), id=entry.id)
