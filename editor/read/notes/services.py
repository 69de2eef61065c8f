"""Writing notes: each change of one makes a revision of its system."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from bidbase.systems.notes import NoteSubject, serves_text
from editor.read.notes.selectors import end_of_notes
from editor.store.systems.models import NoteRow, SystemRow
from editor.store.systems.services import Change, change_system


def save_note(
    *,
    system: SystemRow,
    name: str,
    serves: Iterable[NoteSubject],
    text: str,
    seen: NoteRow | None,
    by: AbstractBaseUser | None,
    why: str = "",
) -> SystemRow:
    """Add a note, or let the one that somebody has `seen` say this from now on. Raises `Conflict` and `NameTaken`."""
    row = NoteRow(name=name, serves=serves_text(serves), text=text)
    if seen is None:
        row.place, summary = end_of_notes(system), f"Added the note {name}"
    else:
        row.identity, row.place = seen.identity, seen.place
        summary = f"Changed the note {name}" if name == seen.name else f"The note {seen.name} is called {name}"
    change = Change(row, seen.pk if seen else None)
    return change_system(system=system, changes=[change], summary=summary, by=by, why=why)


def remove_note(*, system: SystemRow, seen: NoteRow, by: AbstractBaseUser | None, why: str = "") -> SystemRow:
    """Remove a note that somebody has `seen`. Raises `Conflict`."""
    summary = f"Removed the note {seen.name}"
    return change_system(system=system, changes=[Change.removing(seen)], summary=summary, by=by, why=why)
