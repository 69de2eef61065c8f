"""Reading what is needed to teach a system."""

from __future__ import annotations

from collections.abc import Iterable

from editor.systems.models import EntryRow, Reader, SystemRow
from editor.teaching.definition import FoundMend


def rows_of(system: SystemRow, found: Iterable[FoundMend]) -> dict[str, EntryRow]:
    """The entries of a system that these mends change, by ref."""
    refs = {step.ref for mend in found for step in mend.steps}
    return {row.ref: row for row in system.entries.filter(ref__in=refs)}


def own_copies(system: SystemRow, reader: Reader) -> list[SystemRow]:
    """The systems that stand on this one and that the reader may change, those changed last first."""
    return list(SystemRow.objects.writable_by(reader).filter(base=system).order_by("-updated"))
