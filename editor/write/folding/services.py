"""Putting a pattern in the place of sections that say the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from bidbase.folding.folds import Fold
from bidbase.language import fields
from editor.store.entries.selectors import end_of_section
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.places import GAP
from editor.store.systems.rows import entry_row, section_key
from editor.store.systems.services import Change, Conflict, change_system


def make_pattern(*, system: SystemRow, fold: Fold, by: AbstractBaseUser, why: str = "") -> SystemRow:
    """Let the pattern of a fold take the place of its sections, in one revision.

    The entries of the sections end, and the entries of the pattern are new and stand last, so that no pattern of equal
    rank comes after one that came before. Raises `Conflict` where the system has changed since the fold was found.
    """
    with transaction.atomic():
        held = SystemRow.objects.select_for_update(of=("self",)).select_related("base").get(pk=system.pk)
        if held.revision != system.revision:
            raise Conflict({})
        gone = [Change.removing(row) for row in held.entries.filter(prior_bids__in=fold.sections)]
        return change_system(
            system=held,
            changes=[*gone, *(Change(row, None) for row in _pattern_rows(held, fold))],
            summary=f"Made the pattern {fold.key} of {len(fold.sections)} sections",
            by=by,
            why=why,
        )


def _pattern_rows(system: SystemRow, fold: Fold) -> list[EntryRow]:
    """The entries of the pattern, saved today, in the order of their places."""
    first, _ = end_of_section(system, section_key(fold.key))
    today = datetime.now(UTC).date()
    rows = []
    for number, folded in enumerate(fold.entries):
        entry = replace(folded.entry, cells={**folded.entry.cells, fields.SAVED.name: today})
        row = entry_row(entry)
        row.ref, row.place = "", first + number * GAP
        rows.append(row)
    return rows
