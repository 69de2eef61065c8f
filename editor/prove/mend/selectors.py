"""Reading the entries that mends change."""

from __future__ import annotations

from collections.abc import Sequence

from editor.prove.mend.tried_mends import TriedMend
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import entries_by_ref


def rows_of(system: SystemRow, mends: Sequence[TriedMend]) -> dict[str, EntryRow]:
    """The entries of a system that mends change or remove, by ref."""
    return entries_by_ref(system, (step.ref for mend in mends for step in mend.steps))
