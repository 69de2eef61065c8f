"""Reading the entries that mends change."""

from __future__ import annotations

from collections.abc import Sequence

from editor.mending.definition import TriedMend
from editor.systems.models import EntryRow, SystemRow


def rows_of(system: SystemRow, mends: Sequence[TriedMend]) -> dict[str, EntryRow]:
    """The entries of a system that mends change or remove, by ref."""
    refs = {step.ref for mend in mends for step in mend.steps}
    return {row.ref: row for row in system.entries.filter(ref__in=refs)}
