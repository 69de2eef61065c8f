"""Writing conventions: switching, adding, renaming and merging them. Each makes one revision of the system."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from bidbase.language.bids import ConventionName
from bidbase.systems.agreements import choices_text, needs_text
from bidbase.systems.notes import NoteSubject, SubjectKind, serves_text
from editor.read.conventions.selectors import end_of_family
from editor.store.systems.models import ConventionRow, SystemRow
from editor.store.systems.services import Change, NameTaken, change_system
from editor.store.systems.versions import Version


def switch_conventions(
    *, system: SystemRow, uses: Mapping[int, str], by: AbstractBaseUser | None, why: str = "", said: str = ""
) -> SystemRow:
    """Give conventions other selection codes, by the keys of the versions that somebody has seen.

    `said` is what it comes to in the words of agreements; without it each convention is named. Versions that say the
    same already are left alone; where none is left nothing is saved. Raises `Conflict`.
    """
    changes, switched = [], []
    for row in ConventionRow.objects.filter(pk__in=uses).order_by("place"):
        if row.use != uses[row.pk]:
            new = copy.copy(row)
            new.use = uses[row.pk]
            changes.append(Change(new, row.pk))
            switched.append(f"{row.name} {new.use_words}")
    if not changes:
        return system
    return change_system(system=system, changes=changes, summary=said or "; ".join(switched), by=by, why=why)


def save_convention(
    *,
    system: SystemRow,
    name: ConventionName,
    notes: str,
    seen: ConventionRow | None,
    by: AbstractBaseUser | None,
    why: str = "",
) -> SystemRow:
    """Add a convention, or give the one that somebody has `seen` other notes and another name.

    Its subcategories and the entries that name it follow the name. Raises `Conflict` and `NameTaken`.
    """
    if seen is None:
        row = ConventionRow(name=str(name), notes=notes, place=end_of_family(system, name.root))
        changes, summary = [Change(row, None)], f"Added the convention {name}"
    else:
        new = copy.copy(seen)
        new.name, new.notes = str(name), notes
        following = _renamed(system, seen.name, new.name, merge=False)
        changes = [Change(new, seen.pk), *(change for change in following if change.row.identity != seen.identity)]
        renamed = seen.name != str(name)
        summary = f"{seen.name} is called {name}" if renamed else f"Changed the notes of {name}"
    return change_system(system=system, changes=changes, summary=summary, by=by, why=why)


def merge_convention(
    *, system: SystemRow, seen: ConventionRow, into: ConventionRow, by: AbstractBaseUser | None, why: str = ""
) -> SystemRow:
    """Let the entries and notes of a convention belong to another one from now on, and remove it. Raises `Conflict`."""
    changes = [*_renamed(system, seen.name, into.name, merge=True), *_notes_merged(system, seen.name, into.name)]
    summary = f"{seen.name} merged into {into.name}"
    return change_system(system=system, changes=changes, summary=summary, by=by, why=why)


def remove_convention(
    *, system: SystemRow, seen: ConventionRow, by: AbstractBaseUser | None, why: str = ""
) -> SystemRow:
    """Remove a convention that no entry names. Raises `Conflict`."""
    summary = f"Removed the convention {seen.name}"
    return change_system(system=system, changes=[Change.removing(seen)], summary=summary, by=by, why=why)


def _renamed(system: SystemRow, old: str, new: str, *, merge: bool) -> list[Change]:
    """The changes that give a convention, its subcategories and the entries that name them another name.

    Where the system has a convention of the new name already, `merge` removes the old one; else `NameTaken` is raised.
    """
    if old == new:
        return []

    def of_family(column: str) -> Q:
        return Q(**{column: old}) | Q(**{f"{column}__startswith": f"{old}: "})

    def following(name: str) -> str:
        return new + name[len(old) :]

    taken = set(system.conventions.values_list("name", flat=True))
    changes = []
    for row in system.conventions.filter(of_family("name")):
        if (name := following(row.name)) not in taken:
            changes.append(_with(row, name=name))
        elif merge:
            changes.append(Change.removing(row))
        else:
            raise NameTaken(name)
    for entry in system.entries.filter(of_family("convention") | of_family("use_against")):
        named = {column: getattr(entry, column) for column in ("convention", "use_against")}
        belongs = {column: name for column, name in named.items() if _of_family(name, old)}
        changes.append(_with(entry, **{column: following(name) for column, name in belongs.items()}))
    return [*changes, *_agreements_renamed(system, lambda name: following(name) if _of_family(name, old) else name)]


def _agreements_renamed(system: SystemRow, name_of: Callable[[str], str]) -> Iterator[Change]:
    """The changes that let agreements speak of conventions by other names."""
    for row in system.agreements:
        new = row.agreement.renamed(name_of)
        if new != row.agreement:
            yield _with(row, choices=choices_text(new.choices), needs=needs_text(new.needs))


def _of_family(name: str, root: str) -> bool:
    return f"{name}: ".startswith(f"{root}: ")


def _notes_merged(system: SystemRow, old: str, new: str) -> Iterator[Change]:
    """The changes that let notes on a convention and its subcategories serve another one with its subcategories."""
    for note in system.notes:
        serves = serves_text(_following(subject, old, new) for subject in note.subjects)
        if serves != note.serves:
            yield _with(note, serves=serves)


def _following(subject: NoteSubject, old: str, new: str) -> NoteSubject:
    if subject.kind is not SubjectKind.CONVENTION or not _of_family(subject.name, old):
        return subject
    return NoteSubject.convention(new + subject.name[len(old) :])


def _with(row: Version, **columns: Any) -> Change:
    new = copy.copy(row)
    for name, value in columns.items():
        setattr(new, name, value)
    return Change(new, row.pk)
