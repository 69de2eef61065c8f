"""Notes of systems, written without a browser."""

from bidbase.systems.notes import NoteSubject
from editor.models import SystemRow
from editor.read.notes.services import save_note
from editor.store.entries.services import save_entry
from editor.store.systems.rows import FIELD_NAMES

ONE_NOTRUMP, STAYMAN = NoteSubject.section("1N-P"), NoteSubject.convention("Stayman")
TO_PLAY = NoteSubject.entry("1N-P/Z00000")


def written(system: SystemRow, name: str, serves: list[NoteSubject], text: str = "Words") -> SystemRow:
    """The system with a new note."""
    return save_note(system=system, name=name, serves=serves, text=text, seen=None, by=None)


def serves(system: SystemRow, name: str = "Our notrump") -> list[str]:
    """What a note serves."""
    return list(map(str, system.notes.get(name=name).subjects))


def moved(system: SystemRow, ref: str, **texts: str) -> SystemRow:
    """The system with these cells in an entry: its place among them."""
    row = system.entries.get(ref=ref)
    cells = {name: getattr(row, name) for name in FIELD_NAMES} | texts
    return save_entry(system=system, texts=cells, seen=row, by=None)[0]
