"""Making a mend: all that it changes in one revision."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser

from editor.entries.services import save_entries
from editor.mending.definition import TriedMend
from editor.systems.models import EntryRow, SystemRow


def make_mend(
    *, system: SystemRow, mend: TriedMend, rows: Mapping[str, EntryRow], why: str, by: AbstractBaseUser
) -> SystemRow:
    """Make the changes of a mend, and return the system with them. `rows` are the entries that it changes, by ref.

    Raises `Conflict` where one of them has been changed since, and `EntryError` where a convention is gone.
    """
    written = [(rows[step.ref] if step.ref else None, step.cells) for step in mend.steps]
    return save_entries(system=system, written=written, summary=mend.words, by=by, why=why)
