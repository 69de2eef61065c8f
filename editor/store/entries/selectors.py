"""Reading what the engine does not know of an entry."""

from uuid import UUID

from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.places import GAP


def entry_revision(system: SystemRow, ref: str) -> int | None:
    """The revision in which the system last changed an entry; None where it says what the base says."""
    changed = system.entries.filter(ref=ref, system=system.pk)
    return changed.values_list("since", flat=True).first()


def held_entry(system: SystemRow, identity: UUID) -> EntryRow | None:
    """The entry as the system has it; None where it has it no more."""
    return system.entries.filter(identity=identity).first()


def end_of_section(system: SystemRow, section_key: str) -> tuple[int, str]:
    """The place for a new last entry of a section, and the family of the section, "own" where there is none yet."""
    last = system.entries.filter(section_key=section_key).order_by("-place").first()
    behind = system.entries.order_by("-place").first() if last is None else last
    if behind is None:
        return GAP, "own"
    after = system.entries.filter(place__gt=behind.place).order_by("place").values_list("place", flat=True).first()
    return (behind.place + (after or behind.place + 2 * GAP)) // 2, last.family if last else "own"
