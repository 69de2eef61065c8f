"""Mends as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bidbase.systems import Entry
from editor.prove.mend.tried_mends import TriedMend
from editor.read.history.presenters import ShownChange, shown_change
from editor.store.systems.differences import Difference
from editor.store.systems.models import EntryRow
from editor.store.systems.rows import entry_row


@dataclass(frozen=True)
class OfferedMend:
    """A mend: each entry before and after, and what would be wrong then."""

    key: str
    words: str
    changes: tuple[ShownChange, ...]
    costs: tuple[tuple[str, str], ...]


def shown_mends(mends: Sequence[TriedMend], rows: Mapping[str, EntryRow]) -> list[OfferedMend]:
    """The mends, those that cost nothing first. `rows` are the entries that they change, by ref."""
    return [
        OfferedMend(
            mend.key,
            mend.words,
            tuple(
                shown_change(Difference(rows.get(step.ref), _after(step.cells)), for_editors=True)
                for step in mend.steps
            ),
            tuple(mend.costs),
        )
        for mend in sorted(mends, key=lambda mend: len(mend.costs))
    ]


def _after(cells: Mapping[str, str] | None) -> EntryRow | None:
    return entry_row(Entry.of(cells)) if cells is not None else None
