"""Writing the chapters of the notes as HTML. Some hundred entries take more time than a page has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string

from bidbase.language.bids import Key
from bidbase.systems import Entry
from bidbase.systems.notes import NoteSubject
from editor.booklet.selectors import chapters, conventions_with_notes, entries_of_chapter
from editor.booklet.titles import chapter_title
from editor.entries.presenters import entry_words
from editor.notes.presenters import ShownNote, shown_notes
from editor.notes.selectors import notes_of
from editor.systems.models import NoteRow, SystemRow


@dataclass(frozen=True)
class WrittenCall:
    """Entries that follow each other, make the same bid and disclose the same: with what each asks of a hand."""

    entry: Entry
    alert: str
    hands: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class WrittenSection:
    """A section of a chapter, with the names of the notes that serve it or its entries."""

    key: Key
    calls: tuple[WrittenCall, ...]
    notes: tuple[str, ...]


def chapter_html(system: SystemRow, family: str) -> str:
    """One chapter."""
    sections = tuple(_sections(entries_of_chapter(system, family), notes_of(system)))
    context = {"title": chapter_title(family), "name": family, "sections": sections}
    return render_to_string("editor/booklet/chapter.html", context)


def conventions_html(system: SystemRow) -> str:
    """The chapter of the conventions with their notes."""
    return render_to_string("editor/booklet/conventions.html", {"conventions": conventions_with_notes(system)})


def notes_html(system: SystemRow) -> str:
    """The chapter of the notes; nothing where the system has none."""
    notes: list[ShownNote] = shown_notes(system, notes_of(system))
    return render_to_string("editor/booklet/notes.html", {"notes": notes}) if notes else ""


def booklet_html(system: SystemRow) -> Iterator[str]:
    """All chapters one after the other."""
    yield conventions_html(system)
    yield notes_html(system)
    for family, _ in chapters(system):
        yield chapter_html(system, family)


def _sections(entries: Sequence[Entry], notes: Sequence[NoteRow]) -> Iterator[WrittenSection]:
    serves = [(note.name, set(note.subjects)) for note in notes]
    for _, group in groupby(entries, key=lambda entry: entry.section):
        section = list(group)
        subjects = {NoteSubject.section(section[0].section), *(NoteSubject.entry(entry.id) for entry in section)}
        named = tuple(name for name, served in serves if not served.isdisjoint(subjects))
        yield WrittenSection(section[0].key, tuple(_calls(section)), named)


def _calls(section: Sequence[Entry]) -> Iterator[WrittenCall]:
    for (_, _, alert), group in groupby(section, key=lambda entry: (entry.bid, entry.disclosure, entry.text("alert"))):
        entries = list(group)
        hands = tuple(dict.fromkeys(map(entry_words, entries)))
        notes = tuple(filter(None, dict.fromkeys(entry.text("notes") for entry in entries)))
        yield WrittenCall(entries[0], "" if alert == "none" else alert, hands, notes)
