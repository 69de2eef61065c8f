"""Taking a new revision of the base."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Set
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from editor.store.systems.differences import Difference
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.services import Change, Conflict, change_system
from editor.write.release.selectors import clashes_with, release_for


def take_release(
    *, system: SystemRow, base_revision: int, theirs: Set[UUID], by: AbstractBaseUser, why: str = ""
) -> SystemRow:
    """Let a system stand on the newest revision of its base.

    Where both have changed the system keeps what it says, but for the identities in `theirs`. The two are compared
    before anything is locked. Raises `Conflict` where the system or its base has another revision than the one that
    somebody has seen, or the system gets another one meanwhile; what a revision of the base says never changes.
    """
    held = SystemRow.objects.select_related("base").get(pk=system.pk)
    release = release_for(held)
    if release is None or release.base.revision != base_revision or held.revision != system.revision:
        raise Conflict({})
    wanted = [pair for pair in release.disputed if pair.row.identity in theirs]
    changes = {change.row.identity: change for change in _own_names(held, release.base)}
    changes |= {pair.row.identity: _taking(pair) for pair in wanted}
    with transaction.atomic():
        if SystemRow.objects.select_for_update().get(pk=system.pk).revision != held.revision:
            raise Conflict({})
        return change_system(
            system=held,
            changes=[*changes.values()],
            summary=f"Revision {base_revision} of {release.base.title} taken",
            by=by,
            why=why,
            base_revision=base_revision,
        )


def _taking(pair: Difference[Any]) -> Change:
    """The change of what the system says to what the other one says."""
    if pair.after is None:
        assert pair.before is not None, "one of both is there"
        return Change.removing(pair.before)
    return Change(copy.copy(pair.after), pair.before.pk if pair.before else None)


def _own_names(system: SystemRow, base: SystemRow) -> Iterator[Change]:
    """What becomes of own entries, conventions and notes whose names the base has now for others.

    An entry gets another ref. Of two conventions of one name ours takes the place of the other: entries name it, and it
    says the same as before. The same goes for notes.
    """
    clashes: list[tuple[Any, Any]] = clashes_with(system, base)
    for ours, theirs in clashes:
        row = copy.copy(ours)
        if isinstance(ours, EntryRow):
            row.ref = ""
            yield Change(row, ours.pk)
        else:
            row.identity = theirs.identity
            yield Change(row, None)
            yield Change.removing(ours)
