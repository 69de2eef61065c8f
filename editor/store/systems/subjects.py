"""What notes serve, among the rows of a system: whether it is there, and what it is called after a change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from bidbase.systems.notes import NoteSubject, SubjectKind
from editor.store.systems.models import ConventionRow, EntryRow
from editor.store.systems.versions import Layer

_NAMED: dict[SubjectKind, tuple[Any, str]] = {
    SubjectKind.SECTION: (EntryRow, "prior_bids"),
    SubjectKind.ENTRY: (EntryRow, "ref"),
    SubjectKind.CONVENTION: (ConventionRow, "name"),
}
"""The table and the column that have the name of a subject."""


def subjects_there(subjects: Collection[NoteSubject], layers: tuple[Layer, ...]) -> set[NoteSubject]:
    """The subjects, among these, that a system of these layers has."""
    return {NoteSubject(kind, name) for kind in SubjectKind for _, name in _named(kind, subjects, layers)}


def moved_subjects(
    subjects: Collection[NoteSubject], before: tuple[Layer, ...], after: tuple[Layer, ...]
) -> dict[NoteSubject, NoteSubject]:
    """By the old subjects of entries and conventions the new ones; those that are gone are left out."""
    result: dict[NoteSubject, NoteSubject] = {}
    for kind in (SubjectKind.ENTRY, SubjectKind.CONVENTION):
        model, column = _NAMED[kind]
        old = dict(_named(kind, subjects, before))
        rows = model.objects.holding(after).filter(identity__in=old).order_by()
        new = rows.values_list("identity", column) if old else ()
        result |= {NoteSubject(kind, old[identity]): NoteSubject(kind, name) for identity, name in new}
    return result


def _named(kind: SubjectKind, subjects: Collection[NoteSubject], layers: tuple[Layer, ...]) -> list[tuple[UUID, str]]:
    """The rows of these layers that subjects of this kind name: the identity of each, with the name."""
    model, column = _NAMED[kind]
    names = [subject.name for subject in subjects if subject.kind is kind]
    rows = model.objects.holding(layers).filter(**{f"{column}__in": names}).order_by()
    return list(rows.values_list("identity", column)) if names else []
