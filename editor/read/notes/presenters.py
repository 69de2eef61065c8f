"""Notes as pages show them: the text, and what it serves as links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bidbase.language.bids import parse_key
from bidbase.systems.notes import NoteSubject, SubjectKind
from editor.store.systems.addresses import convention_url, entry_url, section_url
from editor.store.systems.models import NoteRow, SystemRow


@dataclass(frozen=True)
class ShownSubject:
    """What a note serves: its name for people, and the page that shows it."""

    words: str
    address: str


@dataclass(frozen=True)
class ShownNote:
    """A note with what it serves."""

    row: NoteRow
    serves: tuple[ShownSubject, ...]


def shown_notes(system: SystemRow, notes: Iterable[NoteRow]) -> list[ShownNote]:
    """Notes as pages show them."""
    return [ShownNote(note, tuple(_shown(system, subject) for subject in note.subjects)) for note in notes]


def _shown(system: SystemRow, subject: NoteSubject) -> ShownSubject:
    if subject.kind is SubjectKind.SECTION:
        words = f"after {parse_key(subject.name).words()}" if subject.name else "the opening"
        return ShownSubject(words, section_url(system, subject.name))
    if subject.kind is SubjectKind.ENTRY:
        return ShownSubject(f"entry {subject.name}", entry_url(system, subject.name))
    return ShownSubject(subject.name, convention_url(system, subject.name))


def notes_by_convention(system: SystemRow, notes: Iterable[NoteRow]) -> dict[str, list[ShownNote]]:
    """Notes as pages show them, by the names of the conventions that they serve."""
    by_name: dict[str, list[ShownNote]] = {}
    for shown in shown_notes(system, notes):
        for subject in shown.row.subjects:
            if subject.kind is SubjectKind.CONVENTION:
                by_name.setdefault(subject.name, []).append(shown)
    return by_name
