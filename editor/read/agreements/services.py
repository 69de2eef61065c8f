"""Saving agreements that were settled: one revision with all that follows from them."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction

from bidbase.language import fields
from bidbase.language.fields import parse_cell
from bidbase.systems import Entry, System
from bidbase.systems.settling import settled_entries
from editor.store.systems.models import SystemRow
from editor.store.systems.rows import entry_row
from editor.store.systems.selectors import entries_by_ref
from editor.store.systems.services import Change, Conflict, change_system
from editor.store.systems.versions import Version


@dataclass(frozen=True)
class SettledSystem:
    """A system `before` and `after` agreements were settled, and the new test hands of entries, by their refs."""

    before: System
    after: System
    hands: Mapping[str, str]

    @property
    def entries(self) -> dict[str, Entry]:
        """The entries that say something else, or have another test hand."""
        changed = settled_entries(self.before, self.after)
        for ref, hand in self.hands.items():
            entry, name = self.after.by_id[ref], fields.TEST_HAND.name
            cell = parse_cell(name, hand)
            assert cell is not None, "a hand is no blank"
            changed[ref] = replace(entry, cells={**entry.cells, name: cell})
        return changed


def save_settled(*, system: SystemRow, settled: SettledSystem, by: int, why: str, said: str) -> SystemRow:
    """Make the revision of agreements that were settled in the system as it was seen, and return the system at it.

    Raises `Conflict` where anything has changed since.
    """
    with transaction.atomic():
        held = SystemRow.objects.select_for_update().get(pk=system.pk)
        if held.revision != system.revision:
            raise Conflict({})
        changes = [*_changes(held, settled)]
        return change_system(system=held, changes=changes, summary=said, by=User.objects.filter(pk=by).first(), why=why)


def _changes(system: SystemRow, settled: SettledSystem) -> Iterator[Change]:
    for convention in system.conventions:
        use = settled.after.conventions[convention.name].use
        if use != convention.use:
            yield _with(convention, use=use)
    for agreement in system.agreements:
        plays = settled.after.agreements[agreement.name].plays
        if plays != agreement.plays:
            yield _with(agreement, plays=plays)
    entries = settled.entries
    for ref, seen in entries_by_ref(system, entries).items():
        new = entry_row(entries[ref])
        new.identity, new.place, new.family, new.ref = seen.identity, seen.place, seen.family, ref
        yield Change(new, seen.pk)


def _with(row: Version, **columns: str) -> Change:
    new = copy.copy(row)
    for name, value in columns.items():
        setattr(new, name, value)
    return Change(new, row.pk)
