"""What differs between two systems, or between two revisions of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from editor.systems.models import ConventionRow, EntryRow, Layer, SystemRevision, SystemRow

_ARRANGEMENT = ("place", "family", "ref")
"""Columns that say where a row stands and what it is known by, and nothing of what it means."""


@dataclass(frozen=True)
class Difference:
    """An entry or a convention before and after: None where it was not there, or is there no more."""

    before: EntryRow | ConventionRow | None
    after: EntryRow | ConventionRow | None

    @property
    def row(self) -> EntryRow | ConventionRow:
        """The newer one of the two that is there."""
        row = self.after or self.before
        assert row is not None, "one of both is there"
        return row

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that differ, where both are there."""
        if self.before is None or self.after is None:
            return ()
        names = [name for name in self.row.CONTENT if name not in _ARRANGEMENT]
        return tuple(name for name in names if getattr(self.before, name) != getattr(self.after, name))


def differences(old: SystemRow, new: SystemRow) -> list[Difference]:
    """What of the old system is otherwise in the new one, each at its revision: conventions first, then entries.

    Entries are the same by identity, so this is for systems of one family: two revisions of a system, a system and its
    base, two that stand on the same base. What is only at another place among the others is left out.
    """
    found: list[Difference] = []
    models: tuple[type[ConventionRow], type[EntryRow]] = (ConventionRow, EntryRow)
    for model in models:
        rows = model._default_manager.filter(_touched(old.layers, new.layers)).values("identity")
        before, after = (_by_identity(model, system.layers, rows) for system in (old, new))
        pairs = [Difference(before.get(identity), after.get(identity)) for identity in before | after]
        found += [pair for pair in pairs if pair.before is None or pair.after is None or pair.columns]
    return found


def _by_identity(model: Any, layers: tuple[Layer, ...], identities: Any) -> dict[Any, Any]:
    rows = model._default_manager.holding(layers).filter(identity__in=identities)
    return {row.identity: row for row in rows}


def _touched(old: tuple[Layer, ...], new: tuple[Layer, ...]) -> Q:
    """The condition of the versions that are not common to both."""
    revisions = dict(old), dict(new)
    touched = Q(pk=None)  # no row
    for system in dict(old) | dict(new):
        first, last = (among.get(system) for among in revisions)
        if first is None or last is None:
            touched |= Layer(system, first or last or 0).live
        elif first != last:
            span = sorted((first, last))
            begun, ended = Q(since__gt=span[0], since__lte=span[1]), Q(until__gt=span[0], until__lte=span[1])
            touched |= Q(system=system) & (begun | ended)
    return touched


def versions_of(
    system: SystemRow, row: EntryRow | ConventionRow
) -> list[tuple[EntryRow | ConventionRow, SystemRevision]]:
    """All versions of an entry or a convention up to the revision of the system, the newest first.

    Each comes with the change that made it. The system's own versions come before those of its base.
    """
    versions: list[tuple[EntryRow | ConventionRow, SystemRevision]] = []
    model: Any = type(row)
    for layer in system.layers:
        rows = model._default_manager.filter(identity=row.identity, system=layer.system, since__lte=layer.revision)
        numbers = rows.values_list("since", flat=True)
        made = SystemRevision.objects.filter(system=layer.system, number__in=numbers).select_related("system", "by")
        by_number = {revision.number: revision for revision in made}
        versions += [(version, by_number[version.since]) for version in rows.order_by("-since")]
    return versions
