"""What another version of a system has otherwise: entries, conventions and notes added, changed and missing.

Entries are the same by section and order number. Where several share an order number, those that are equal belong
together, then those with the same bid, and the others in the order in which they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems.notes import NoteSubject
from editor.store.systems.models import ConventionRow, EntryRow, NoteRow
from editor.store.systems.rows import FIELD_NAMES, free_ref
from editor.store.systems.versions import Version

ADDED, CHANGED, MISSING = "added", "changed", "missing"
KINDS = (ADDED, CHANGED, MISSING)


@dataclass(frozen=True)
class Pair:
    """A row of the system and the one that is to take its place; one of them is None where there is none.

    `after` is the last row of the system that stands before a row that is added.
    """

    held: Any
    wanted: Any
    after: Any = None

    @property
    def kind(self) -> str:
        """What taking it does."""
        return ADDED if self.held is None else MISSING if self.wanted is None else CHANGED

    @property
    def key(self) -> str:
        """What it is known by among all pairs."""
        row: Version = self.held or self.wanted
        return f"{self.kind} {row.CALLED[0]} {row.known_as}"

    @property
    def differing(self) -> tuple[str, ...]:
        """The columns in which the two rows differ, or those that are filled in where there is only one."""
        row = self.wanted or self.held
        return tuple(name for name in columns_of(row) if getattr(self.held, name, "") != getattr(self.wanted, name, ""))


def columns_of(row: Version) -> tuple[str, ...]:
    """The columns that say something about the game: not those that say where a row stands."""
    return FIELD_NAMES if isinstance(row, EntryRow) else tuple(name for name in row.CONTENT if name != "place")


def label_of(row: Version, column: str) -> str:
    """What people call a column."""
    return FIELD_BY_NAME[column].label if isinstance(row, EntryRow) else column.capitalize()


def compared(held: Sequence[Any], wanted: Sequence[Any]) -> list[Pair]:
    """What differs, in the order of the rows that are wanted, then what is missing. Both are rows of one table."""
    left = _grouped(held)
    partners = _partners(left, wanted)
    pairs, before = [], None
    for row, partner in zip(wanted, partners, strict=True):
        if partner is None or _content(row) != _content(partner):
            pairs.append(Pair(partner, row, before))
        before = partner or before
    return pairs + [Pair(row, None) for row in held if any(row is other for other in left[_group(row)])]


def _grouped(rows: Sequence[Any]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for row in rows:
        groups.setdefault(_group(row), []).append(row)
    return groups


def refs_here(held: Sequence[EntryRow], wanted: Sequence[EntryRow]) -> dict[str, str]:
    """By the refs of wanted entries those under which the system has them, or would have those that are new."""
    partners, taken = _partners(_grouped(held), wanted), {row.ref for row in held}
    refs = {row.ref: partner.ref for row, partner in zip(wanted, partners, strict=True) if partner is not None}
    for row in wanted:
        if row.ref not in refs:
            refs[row.ref] = free_ref(row, taken)
            taken.add(refs[row.ref])
    return refs


def _partners(left: dict[Any, list[Any]], wanted: Sequence[Any]) -> list[Any]:
    """For each wanted row the one that it is held against, which is taken out of `left`; None where there is none."""
    partners: list[Any] = [None] * len(wanted)
    for alike in (_content, _bid, _group):  # the most alike first: one that is put between others changes none of them
        for index, row in enumerate(wanted):
            candidates = left.get(_group(row), []) if partners[index] is None else []
            fitting = (each for each in candidates if alike(each) == alike(row))
            if (partner := next(fitting, None)) is not None:
                partners[index] = partner
                candidates[:] = [each for each in candidates if each is not partner]
    return partners


def _group(row: Any) -> Any:
    return (row.prior_bids, row.order) if isinstance(row, EntryRow) else row.name


def _bid(row: Any) -> str:
    return str(getattr(row, "bid", ""))


def _content(row: Any) -> tuple[str, ...]:
    return tuple(getattr(row, name) for name in columns_of(row))


def what_is_missing(rows: Mapping[type[Version], Sequence[Any]]) -> Iterator[str]:
    """What these rows of a system name and do not have: conventions of entries, and what notes serve."""
    names = {row.name for row in rows[ConventionRow]}
    for entry in rows[EntryRow]:
        for field in ("convention", "use_against"):
            if (name := getattr(entry, field)) and name not in names:
                yield f"{entry.ref} names the convention {name}, which the system would not have"
    there = {*map(NoteSubject.convention, names)}
    there |= {
        subject
        for row in rows[EntryRow]
        for subject in (NoteSubject.entry(row.ref), NoteSubject.section(row.prior_bids))
    }
    for note in rows[NoteRow]:
        for subject in note.subjects:
            if subject not in there:
                yield f"The note {note.name} serves {subject}, which the system would not have"
