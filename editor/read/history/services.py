"""Taking back what a revision changed, as a new change."""

from __future__ import annotations

import copy
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from editor.store.systems.models import VERSIONED, SystemRow
from editor.store.systems.services import Change, Conflict, change_system


def undo_revision(*, system: SystemRow, number: int, by: AbstractBaseUser | None, why: str = "") -> SystemRow:
    """Bring back what a revision of the system changed, and return the system with this change.

    Raises `Conflict` where something of it has been changed again since. The first revision cannot be taken back.
    """
    if not 1 < number <= system.revision:
        raise ValueError(f"revision {number} cannot be taken back")
    now, then, before = (SystemRow.objects.get(pk=system.pk), system.as_of(number), system.as_of(number - 1))
    base_revision = None
    if then.base_revision != before.base_revision:
        if now.base_revision != then.base_revision:
            raise Conflict({})
        base_revision = before.base_revision
    changes = [change for model in VERSIONED for change in _back(model, then, before)]
    summary = f"Revision {number} taken back"
    return change_system(system=system, changes=changes, summary=summary, by=by, why=why, base_revision=base_revision)


def _back(model: Any, then: SystemRow, before: SystemRow) -> list[Change]:
    """The changes from a revision back to the one before, of what the system itself changed there."""
    changed = Q(since=then.revision) | Q(until=then.revision)
    identities = set(model._default_manager.filter(changed, system=then.pk).values_list("identity", flat=True))
    seen, wanted = (
        {row.identity: row for row in system.rows_of(model).filter(identity__in=identities)}
        for system in (then, before)
    )
    changes = []
    for identity in identities:
        if identity in wanted:
            changes.append(Change(copy.copy(wanted[identity]), seen[identity].pk if identity in seen else None))
        elif identity in seen:
            changes.append(Change.removing(seen[identity]))
    return changes
