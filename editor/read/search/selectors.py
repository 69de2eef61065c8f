"""Searching the rows of a system."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Case, Count, F, IntegerField, Q, When

from bidbase.systems import Entry
from editor.store.systems.models import ConventionRow, NoteRow, SystemRow
from editor.store.systems.rows import engine_entry
from editor.store.systems.versions import Row, VersionQuerySet

MOST_CONVENTIONS, MOST_NOTES, MOST_SECTIONS, MOST_ENTRIES = 5, 5, 5, 20
CONVENTION_COLUMNS = ("name", "notes")
NOTE_COLUMNS = ("name", "text")
ENTRY_COLUMNS = ("disclosure", "notes", "reference", "convention", "ref")


def conventions_with(system: SystemRow, words: Sequence[str]) -> list[ConventionRow]:
    """The conventions with all of these words in name and notes; those that are named so come first."""
    return _named_first(system.conventions, words, CONVENTION_COLUMNS, MOST_CONVENTIONS)


def notes_with(system: SystemRow, words: Sequence[str]) -> list[NoteRow]:
    """The notes with all of these words in name and text; those that are named so come first."""
    return _named_first(system.notes, words, NOTE_COLUMNS, MOST_NOTES)


def _named_first(rows: VersionQuerySet[Row], words: Sequence[str], columns: Sequence[str], most: int) -> list[Row]:
    named = Case(When(_somewhere(words, ("name",)), then=0), default=1, output_field=IntegerField())
    return list(rows.filter(_somewhere(words, columns)).order_by(named, "place")[:most])


def sections_like(system: SystemRow, text: str, key: str | None) -> list[tuple[str, int]]:
    """The sections that are written so or begin so, each with its number of entries, as auctions go.

    `key` is the text as the engine writes it, None where it is no section at all.
    """
    like = Q(prior_bids__istartswith=text)
    if key:
        like |= Q(prior_bids=key) | Q(prior_bids__startswith=f"{key}-")
    found = system.entries.exclude(prior_bids="").filter(like).order_by()
    counted = found.values_list("prior_bids").annotate(Count("pk"), first=F("section_key"))
    return [(name, count) for name, count, _ in counted.order_by("section_key")[:MOST_SECTIONS]]


def entries_with(system: SystemRow, words: Sequence[str]) -> list[Entry]:
    """The entries with all of these words in disclosure, notes, reference, convention and name, as auctions go."""
    return [engine_entry(row) for row in system.entries.filter(_somewhere(words, ENTRY_COLUMNS))[:MOST_ENTRIES]]


def _somewhere(words: Sequence[str], columns: Sequence[str]) -> Q:
    """Every one of these words stands in some of the columns."""
    all_words = Q()
    for word in words:
        one_word = Q()
        for column in columns:
            one_word |= Q((f"{column}__icontains", word))
        all_words &= one_word
    return all_words
