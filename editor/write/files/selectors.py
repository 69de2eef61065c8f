"""Reading what is to be merged, and what it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from bidbase.imports.draft import Draft, draft_of, is_notes
from bidbase.systems.exchange import read_system
from bidbase.systems.notes import NoteSubject, serves_text
from editor.store.systems.differences import common_ancestor
from editor.store.systems.models import VERSIONED, ConventionRow, EntryRow, NoteRow, SystemRevision, SystemRow
from editor.store.systems.rows import rows_from
from editor.store.systems.versions import Version
from editor.write.files.differences import Pair, compared, refs_here
from editor.write.files.models import Merge

Rows = Mapping[type[Version], Sequence[Any]]
"""The rows of each table, in their order."""


@dataclass(frozen=True)
class Offer:
    """What a merge has to offer: the rows of the system as they are, and the pairs that differ.

    Of notes it has in words how far they were understood, and which lines were not read.
    """

    held: Rows
    pairs: list[Pair]
    told: str = ""
    unread: Sequence[str] = ()


def merge_of(pk: int, owner: Any) -> Merge | None:
    """The merge with this key, if this user has begun it. The content of its file is read when it is asked for."""
    return Merge.objects.filter(pk=pk, owner=owner).defer("content").select_related("system", "base", "source").first()


def offer_of(merge: Merge, target: SystemRow | None, report: Callable[[], object]) -> Offer:
    """What a merge offers the target at its revision. Takes seconds. Raises `SystemFileError`."""
    held = {model: _in_order(target, model) if target else [] for model in VERSIONED}
    draft = _draft(merge, report)
    wanted = _drafted(draft, held) if draft else _wanted(merge, held)
    report()
    _name_as_here(held, wanted)
    pairs = [pair for model in VERSIONED for pair in compared(held[model], wanted[model])]
    if merge.since is not None or draft:  # what was not saved since, or is not in notes, is not missing
        pairs = [pair for pair in pairs if pair.wanted is not None]
    if merge.source is not None and target is not None:
        pairs = _changed_by(merge.source.as_of(merge.source_revision), target, pairs)
    return Offer(held, pairs, draft.told, draft.faults) if draft else Offer(held, pairs)


def _changed_by(source: SystemRow, target: SystemRow, pairs: list[Pair]) -> list[Pair]:
    """The pairs in which the source has changed something since it and the target went their own ways.

    What the target alone has changed is not taken back. Systems that have nothing in common offer all that differs.
    """
    ancestor = common_ancestor(target, source)
    if ancestor is None:
        return pairs
    rows = [row for model in VERSIONED for row in ancestor.rows_of(model)]
    versions, identities = {(type(row), row.pk) for row in rows}, {row.identity for row in rows}

    def changed(pair: Pair) -> bool:
        if pair.wanted is None:
            return pair.held is not None and pair.held.identity in identities
        return (type(pair.wanted), pair.wanted.pk) not in versions

    return [pair for pair in pairs if changed(pair)]


def _draft(merge: Merge, report: Callable[[], object]) -> Draft | None:
    """The draft of a system that a file of notes makes; None where something else is merged."""
    if merge.source is not None or not is_notes(merge.name):
        return None
    return draft_of(merge.name, bytes(merge.content), report)


def _drafted(draft: Draft, held: Rows) -> Rows:
    """The rows of a draft. A convention that the target has stays as it is."""
    wanted, known = rows_from(draft.system), {row.name: row for row in held[ConventionRow]}
    return {**wanted, ConventionRow: [known.get(row.name, row) for row in wanted[ConventionRow]]}


def _wanted(merge: Merge, held: Rows) -> Rows:
    """The rows of the file or the system that is merged.

    `held` are those that the target has: a file may name them, and in a file a convention without notes keeps them.
    """
    if merge.source is None:
        wanted = rows_from(read_system(merge.name, bytes(merge.content), set(_subjects(held))))
        notes = {row.name: row.notes for row in held[ConventionRow]}
        for row in wanted[ConventionRow]:
            row.notes = row.notes or notes.get(row.name, "")
        return wanted
    source = merge.source.as_of(merge.source_revision)
    saved = _saved_since(source, merge.since) if merge.since else Q()
    return {model: _in_order(source, model, saved) for model in VERSIONED}


def _subjects(rows: Rows) -> Iterator[NoteSubject]:
    """All that notes of a system with these rows can serve."""
    yield from (NoteSubject.convention(row.name) for row in rows[ConventionRow])
    for row in rows[EntryRow]:
        yield NoteSubject.entry(row.ref)
        yield NoteSubject.section(row.prior_bids)


def _in_order(system: SystemRow, model: type[Any], *conditions: Q) -> list[Any]:
    return list(system.rows_of(model).filter(*conditions).order_by("place", "pk"))


def _name_as_here(held: Rows, wanted: Rows) -> None:
    """Let wanted entries be known by the refs that they have in the target, also where notes name them."""
    refs = refs_here(held[EntryRow], wanted[EntryRow])
    for row in wanted[EntryRow]:
        row.ref = refs[row.ref]
    entries = {NoteSubject.entry(there): NoteSubject.entry(here) for there, here in refs.items()}
    for note in wanted[NoteRow]:
        note.serves = serves_text(entries.get(subject, subject) for subject in note.subjects)


def _saved_since(system: SystemRow, day: date) -> Q:
    """The condition of the versions that somebody saved on this day or later."""
    saved = Q(pk=None)
    for layer in system.layers:
        numbers = SystemRevision.objects.filter(system=layer.system, made__date__gte=day).values("number")
        saved |= Q(system=layer.system, since__in=numbers)
    return saved
