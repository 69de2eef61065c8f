"""Reading what is needed to teach a system."""

from __future__ import annotations

from collections.abc import Iterable

from editor.store.systems.models import EntryRow, Reader, SystemRow
from editor.store.systems.selectors import entries_by_ref
from editor.write.teach.found_mends import FoundMend


def rows_of(system: SystemRow, found: Iterable[FoundMend]) -> dict[str, EntryRow]:
    """The entries of a system that these mends change, by ref."""
    return entries_by_ref(system, (step.ref for mend in found for step in mend.steps))


def own_copies(system: SystemRow, reader: Reader) -> list[SystemRow]:
    """The systems that stand on this one and that the reader may change, those changed last first."""
    return list(SystemRow.objects.writable_by(reader).filter(base=system).order_by("-updated"))
