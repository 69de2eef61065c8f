"""Writing the chapters of the notes as HTML. Some hundred entries take more time than a page has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.template.loader import render_to_string

from bidbase.language import fields
from bidbase.language.bids import Key, PatternKey, PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import Calls, NameOfLast, PatternSearch
from bidbase.language.situation_words import situation_words
from bidbase.language.situations import SituationKey
from bidbase.systems import Entry
from bidbase.systems.notes import NoteSubject
from editor.read.booklet.selectors import chapters, conventions_with_notes, entries_of_chapter
from editor.read.booklet.titles import chapter_title
from editor.read.notes.presenters import ShownNote, shown_notes
from editor.read.notes.selectors import notes_of
from editor.store.entries.presenters import entry_words
from editor.store.systems.models import NoteRow, SystemRow
from editor.store.systems.selectors import bidder_for

MOST_TRIES = 1_000  # calls whose names are read in search of an example; most are found within a hundred


@dataclass(frozen=True)
class WrittenCall:
    """Entries that follow each other, make the same bid and disclose the same: with what each asks of a hand."""

    entry: Entry
    alert: str
    hands: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class WrittenSection:
    """A section of a chapter, with the names of the notes that serve it or its entries.

    `title` is an auction that it serves. Where it serves many, `of_many` tells which: a situation in words, and
    `pattern` as it is written.
    """

    title: str
    pattern: str
    of_many: str
    calls: tuple[WrittenCall, ...]
    notes: tuple[str, ...]


def chapter_html(system: SystemRow, family: str) -> str:
    """One chapter."""
    sections = tuple(_sections(entries_of_chapter(system, family), notes_of(system), _names_in(system)))
    context = {"title": chapter_title(family), "name": family, "sections": sections}
    return render_to_string("editor/read/booklet/chapter.html", context)


def conventions_html(system: SystemRow) -> str:
    """The chapter of the conventions with their notes."""
    return render_to_string("editor/read/booklet/conventions.html", {"conventions": conventions_with_notes(system)})


def notes_html(system: SystemRow) -> str:
    """The chapter of the notes; nothing where the system has none."""
    notes: list[ShownNote] = shown_notes(system, notes_of(system))
    return render_to_string("editor/read/booklet/notes.html", {"notes": notes}) if notes else ""


def chapters_html(system: SystemRow) -> list[Callable[[], str]]:
    """What writes each of the chapters, in order."""
    families = (partial(chapter_html, system, family) for family, _ in chapters(system))
    return [partial(conventions_html, system), partial(notes_html, system), *families]


def _names_in(system: SystemRow) -> NameOfLast:
    """Reads names of calls in a system, whose bidder is made when the first is asked for."""
    return lambda auction: bidder_for(system).turn(auction, Circumstances.of(auction)).disclosure.names[-1]


def _sections(entries: Sequence[Entry], notes: Sequence[NoteRow], name_of_last: NameOfLast) -> Iterator[WrittenSection]:
    serves = [(note.name, set(note.subjects)) for note in notes]
    for _, group in groupby(entries, key=lambda entry: entry.section):
        section = list(group)
        subjects = {NoteSubject.section(section[0].section), *(NoteSubject.entry(entry.id) for entry in section)}
        named = tuple(name for name, served in serves if not served.isdisjoint(subjects))
        yield _written(section, named, name_of_last)


def _written(section: Sequence[Entry], notes: tuple[str, ...], name_of_last: NameOfLast) -> WrittenSection:
    key, calls = section[0].key, tuple(_calls(section))
    if isinstance(key, PriorBids):
        return WrittenSection(key.words() if key.calls else "the opening", "", "", calls, notes)
    of_many = situation_words(key) if isinstance(key, SituationKey) else ""
    pattern = str(key) if isinstance(key, PatternKey) else ""
    example = _example(key, section, name_of_last)
    if example is None:
        return WrittenSection(key.words(), "", of_many, calls, notes)
    return WrittenSection(f"{example.words()}, and auctions like it", pattern, of_many, calls, notes)


def _example(key: Key, section: Sequence[Entry], name_of_last: NameOfLast) -> PriorBids | None:
    """An auction that a section serves: one in which an entry is tested, or else the first that fits its pattern.

    Where the pattern asks for the name of a call, it is the first in which the system gives this name to one. None
    where no call has it and the calls do not tell it either.
    """
    tested = next(filter(None, (entry.get(fields.TEST_AUCTION) for entry in section)), None)
    if tested is not None or not isinstance(key, PatternKey):
        return tested
    named = PatternSearch(key.pattern, name_of_last, MOST_TRIES) if key.reads_names else ()
    found: Calls | None = next(iter(named), None)
    elements = key.pattern.alternatives[0].elements
    told = all(element.name is None or element.level is not None or len(element.calls) == 1 for element in elements)
    if found is None and told:
        found = next(iter(PatternSearch(key.pattern)), None)
    return None if found is None else PriorBids(found)


def _calls(section: Sequence[Entry]) -> Iterator[WrittenCall]:
    for (_, _, alert), group in groupby(section, key=lambda entry: (entry.bid, entry.disclosure, entry.text("alert"))):
        entries = list(group)
        hands = tuple(dict.fromkeys(map(entry_words, entries)))
        notes = tuple(filter(None, dict.fromkeys(entry.text("notes") for entry in entries)))
        yield WrittenCall(entries[0], "" if alert == "none" else alert, hands, notes)
