"""Reading what is to be merged, and what it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from bidbase.systems.exchange import read_file
from editor.files.differences import Pair, compared
from editor.files.models import Merge
from editor.systems.differences import common_ancestor
from editor.systems.models import ConventionRow, EntryRow, SystemRevision, SystemRow
from editor.systems.rows import convention_row, entry_row


@dataclass(frozen=True)
class Offer:
    """What a merge has to offer: the rows of the system as they are, and the pairs that differ."""

    entries: list[EntryRow]
    conventions: list[ConventionRow]
    pairs: list[Pair]


def merge_of(pk: int, owner: Any) -> Merge | None:
    """The merge with this key, if this user has begun it. The content of its file is read when it is asked for."""
    return Merge.objects.filter(pk=pk, owner=owner).defer("content").select_related("system", "base", "source").first()


def offer_of(merge: Merge, target: SystemRow | None, report: Callable[[], object]) -> Offer:
    """What a merge offers the target at its revision. Takes seconds. Raises `SystemFileError`."""
    entries = list(target.entries.order_by("place", "pk")) if target else []
    conventions = list(target.conventions.order_by("place", "pk")) if target else []
    wanted_entries, wanted_conventions = _wanted(merge, {row.name: row.notes for row in conventions})
    report()
    pairs = [*compared(conventions, wanted_conventions), *compared(entries, wanted_entries)]
    if merge.since is not None:  # what was not saved since is not missing
        pairs = [pair for pair in pairs if pair.wanted is not None]
    if merge.source is not None and target is not None:
        pairs = _changed_by(merge.source.as_of(merge.source_revision), target, pairs)
    return Offer(entries, conventions, pairs)


def _changed_by(source: SystemRow, target: SystemRow, pairs: list[Pair]) -> list[Pair]:
    """The pairs in which the source has changed something since it and the target went their own ways.

    What the target alone has changed is not taken back. Systems that have nothing in common offer all that differs.
    """
    ancestor = common_ancestor(target, source)
    if ancestor is None:
        return pairs
    rows = (*ancestor.conventions, *ancestor.entries)
    versions, identities = {(type(row), row.pk) for row in rows}, {row.identity for row in rows}

    def changed(pair: Pair) -> bool:
        if pair.wanted is None:
            return pair.held is not None and pair.held.identity in identities
        return (type(pair.wanted), pair.wanted.pk) not in versions

    return [pair for pair in pairs if changed(pair)]


def _wanted(merge: Merge, notes: Mapping[str, str]) -> tuple[list[EntryRow], list[ConventionRow]]:
    """The rows of the file or the system that is merged, in their order.

    `notes` has those of the conventions that the target has: in a file a convention without notes keeps them.
    """
    if merge.source is None:
        system = read_file(merge.name, bytes(merge.content), notes)
        conventions = [convention_row(convention) for convention in system.conventions.values()]
        for row in conventions:
            row.notes = row.notes or notes.get(row.name, "")
        return [*map(entry_row, system.entries)], conventions
    source = merge.source.as_of(merge.source_revision)
    saved = _saved_since(source, merge.since) if merge.since else Q()
    return (
        list(source.entries.filter(saved).order_by("place", "pk")),
        list(source.conventions.filter(saved).order_by("place", "pk")),
    )


def _saved_since(system: SystemRow, day: date) -> Q:
    """The condition of the versions that somebody saved on this day or later."""
    saved = Q(pk=None)
    for layer in system.layers:
        numbers = SystemRevision.objects.filter(system=layer.system, made__date__gte=day).values("number")
        saved |= Q(system=layer.system, since__in=numbers)
    return saved
