"""Reading the notes of a system."""

from __future__ import annotations

from bidbase.systems.notes import NoteSubject
from editor.store.systems.models import NoteRow, SystemRow
from editor.store.systems.places import GAP

MOST_OFFERED = 500  # sections that complete what is typed


def notes_of(system: SystemRow) -> list[NoteRow]:
    """All notes of a system, in its order."""
    return list(system.notes)


def notes_on(system: SystemRow, *subjects: NoteSubject) -> list[NoteRow]:
    """The notes that serve any of these subjects, in the order of the system."""
    return [note for note in system.notes if not set(subjects).isdisjoint(note.subjects)]


def note_named(system: SystemRow, name: str) -> NoteRow | None:
    """The note of this name, as the system has it."""
    return None if "\0" in name else system.notes.filter(name=name).first()


def end_of_notes(system: SystemRow) -> int:
    """The place for a new note, behind all others."""
    last = system.notes.order_by("-place").values_list("place", flat=True).first()
    return (last or 0) + GAP


def subjects_offered(system: SystemRow) -> list[str]:
    """The conventions of a system and its first sections, to complete what a note serves."""
    conventions = system.conventions.values_list("name", flat=True)
    sections = system.entries.order_by("section_key").values_list("prior_bids", flat=True).distinct()[:MOST_OFFERED]
    return [*map(str, map(NoteSubject.convention, conventions)), *map(str, map(NoteSubject.section, sections))]
