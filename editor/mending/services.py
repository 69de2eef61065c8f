"""Making a mend: all that it changes in one revision."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from django.contrib.auth.models import AbstractBaseUser

from bidbase.language import fields
from editor.entries.services import written_row
from editor.mending.definition import TriedMend
from editor.systems.models import EntryRow, SystemRow
from editor.systems.services import Change, change_system


def make_mend(
    *, system: SystemRow, mend: TriedMend, rows: Mapping[str, EntryRow], why: str, by: AbstractBaseUser
) -> SystemRow:
    """Make the changes of a mend, and return the system with them. `rows` are the entries that it changes, by ref.

    Raises `Conflict` where one of them has been changed since, and `EntryError` where a convention is gone.
    """
    today = {fields.SAVED.name: datetime.now(UTC).date().isoformat()}
    changes = []
    for step in mend.steps:
        seen = rows[step.ref] if step.ref else None
        if step.cells is None and seen is not None:
            changes.append(Change.removing(seen))
        elif step.cells is not None:
            changes.append(Change(written_row(system, {**step.cells, **today}, seen), seen.pk if seen else None))
    return change_system(system=system, changes=changes, summary=mend.words, by=by, why=why)
