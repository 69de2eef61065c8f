"""Writing systems: every change makes a revision, and nothing that was there is lost."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.dispatch import Signal
from django.utils.text import slugify

from bidbase.systems.notes import NoteSubject, serves_text
from editor.store.systems.models import BEGUN, AgreementRow, ConventionRow, EntryRow, NoteRow, SystemRevision, SystemRow
from editor.store.systems.rows import free_ref
from editor.store.systems.subjects import moved_subjects, subjects_there
from editor.store.systems.versions import Layer, Version, VersionQuerySet

RESERVED = {"files", "invitation", "link", "reference", "tour"}
"""First parts of addresses that no system can have for its name."""
LONGEST_SLUG = 40
changed = Signal()
"""Sent with the `system` at its new revision, in the transaction of the change."""
MOST_NAMED = 500  # identities that are named in a query; for more of them all rows are read


@dataclass(frozen=True)
class Change:
    """A version that takes the place of the one that somebody saw.

    `row` has the identity and what is to be said from now on; it is `gone` where something is removed. An entry without
    a `ref` gets one that is free. `seen` is the key of the version that it replaces, None where it is new.
    """

    row: Any
    seen: int | None

    @classmethod
    def removing(cls, row: Version) -> Change:
        """The removal of what this version says."""
        gone = copy.copy(row)
        gone.gone = True
        return cls(gone, row.pk)


class Conflict(Exception):
    """Somebody else has changed the same since. Nothing is saved.

    `held` has for each change that came too late the row as it is now; None where it was removed.
    """

    def __init__(self, held: Mapping[UUID, Version | None]) -> None:
        super().__init__("Somebody else has changed the same in the meantime.")
        self.held = held


class NameTaken(Exception):
    """The system has something else of this name, or another entry of this ref. Nothing is saved."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The system has {name} already.")
        self.name = name


def free_slug(title: str) -> str:
    """A name for the address of a new system, made of its title."""
    first = slugify(title)[:LONGEST_SLUG].strip("-") or "system"
    taken = RESERVED | set(SystemRow.objects.filter(slug__startswith=first).values_list("slug", flat=True))
    names = (first if number == 1 else f"{first}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)


def copy_of_system(*, base: SystemRow, slug: str, title: str, owner: AbstractBaseUser) -> SystemRow:
    """A system that says what another one says at its revision. It costs a few bytes: it stands on the other one."""
    with transaction.atomic():
        system = SystemRow.objects.create(
            slug=slug, title=title, description=base.description, base=base, owner_id=owner.pk, revision=BEGUN
        )
        SystemRevision.objects.create(
            system=system,
            number=BEGUN,
            by_id=owner.pk,
            summary=f"Begun as a copy of {base.title}, revision {base.revision}",
            base_revision=base.revision,
        )
    return system


def change_system(
    *,
    system: SystemRow,
    changes: Sequence[Change],
    summary: str,
    by: AbstractBaseUser | None = None,
    why: str = "",
    base_revision: int | None = None,
) -> SystemRow:
    """Make a revision of these changes, and return the system at it.

    With `base_revision` the system stands on that revision of its base from now on. A version that says what the base
    says is left out: the system has no version of its own then. Notes follow what they serve: to another name, and no
    longer than it is there. Raises `Conflict` and `NameTaken`.
    """
    with transaction.atomic():
        system = SystemRow.objects.select_for_update().get(pk=system.pk)
        before, below = system.layers, _below(system, base_revision)
        system.revision += 1
        for model in (EntryRow, ConventionRow, AgreementRow):
            _replace(model, system, _of(model, changes), before, below)
        notes = _with_notes_that_follow(_of(NoteRow, changes), before, (Layer(system.pk, system.revision), *below))
        _replace(NoteRow, system, notes, before, below)
        system.save(update_fields=["revision", "updated"])
        SystemRevision.objects.create(
            system=system,
            number=system.revision,
            by_id=by.pk if by else None,
            summary=summary,
            why=why,
            base_revision=below[0].revision if below else 0,
        )
        changed.send(SystemRow, system=system)
    return system


def _below(system: SystemRow, base_revision: int | None) -> tuple[Layer, ...]:
    """The layers under a system, at this revision of its base or at the one that it stands on."""
    if system.base is None:
        return ()
    return system.base.as_of(system.base_revision if base_revision is None else base_revision).layers


def _of(model: type[Version], changes: Sequence[Change]) -> list[Change]:
    return [change for change in changes if isinstance(change.row, model)]


def _with_notes_that_follow(
    changes: Sequence[Change], before: tuple[Layer, ...], after: tuple[Layer, ...]
) -> list[Change]:
    """These changes of notes, and changes of other notes that serve what has another name now or is there no more.

    The entries and conventions have been replaced already: a note that is written names them as they are `after` that.
    """
    given = {change.row.identity for change in changes}
    held = [row for row in NoteRow.objects.holding(after) if row.identity not in given]
    written = [change.row for change in changes if not change.row.gone]
    subjects = {subject for row in (*held, *written) for subject in row.subjects}
    if not subjects:
        return [*changes]
    there = {subject: subject for subject in subjects_there(subjects, after)}
    moved = there | moved_subjects(subjects, before, after)
    for row in written:
        row.serves = _following(row, there)
    following, seen = [], dict(NoteRow.objects.holding(before).values_list("identity", "pk"))
    for row in held:
        new, known = copy.copy(row), seen.get(row.identity)
        new.serves = _following(row, moved if known == row.pk else there)
        if new.serves != row.serves:
            following.append(Change(new, known))
    return [*changes, *following]


def _following(row: NoteRow, names: Mapping[NoteSubject, NoteSubject]) -> str:
    """What a note serves, by the names that its subjects have now."""
    return serves_text(names[subject] for subject in row.subjects if subject in names)


def _replace(
    model: type[Version],
    system: SystemRow,
    changes: Sequence[Change],
    before: tuple[Layer, ...],
    below: tuple[Layer, ...],
) -> None:
    """Close the own versions that changes replace, and save the new ones. The system has its new revision already."""
    rows: VersionQuerySet[Any] = model._default_manager.all()
    identities = {change.row.identity for change in changes}
    assert len(identities) == len(changes), "there is one change of an identity"
    held = {row.identity: row for row in _among(rows.holding(before), identities)}
    late = [change.row.identity for change in changes if _pk(held.get(change.row.identity)) != change.seen]
    if late:
        raise Conflict({identity: held.get(identity) for identity in late})
    present = _among(rows.filter(before[0].live), identities).values_list("pk", "identity")
    own = [pk for pk, identity in present if identity in identities]
    for start in range(0, len(own), MOST_NAMED):
        rows.filter(pk__in=own[start : start + MOST_NAMED]).update(until=system.revision)
    under = {row.identity: row for row in _among(rows.holding(below), identities)} if below else {}
    new = [change.row for change in changes if _differs(change.row, under.get(change.row.identity))]
    for row in new:
        row.pk, row.system, row.since, row.until = None, system, system.revision, None
    _name(new, rows.holding((Layer(system.pk, system.revision), *below)))
    rows.bulk_create(new)


def _name(new: Sequence[Any], holding: VersionQuerySet[Any]) -> None:
    """Give entries without a ref one that is free. Raises `NameTaken`."""
    named = [row for row in new if not row.gone]
    if not named:
        return
    known_by, identities = named[0].KNOWN_BY, {row.identity for row in new}
    if known_by == "ref" and len(named) <= MOST_NAMED:  # refs of different sections differ
        holding = holding.filter(section_key__in={row.section_key for row in named})
    names = holding.values_list("identity", known_by)
    taken = {name for identity, name in names if identity not in identities}
    for row in sorted(named, key=lambda row: not row.known_as):
        if known_by == "ref" and not row.ref:
            row.ref = free_ref(row, taken)
        if row.known_as in taken:
            raise NameTaken(row.known_as)
        taken.add(row.known_as)


def _among(rows: VersionQuerySet[Any], identities: Collection[UUID]) -> VersionQuerySet[Any]:
    """The rows with these identities. For very many of them it is all rows, from which the caller picks."""
    return rows if len(identities) > MOST_NAMED else rows.filter(identity__in=identities)


def _pk(row: Version | None) -> int | None:
    return row.pk if row else None


def _differs(row: Any, under: Version | None) -> bool:
    """Whether a system must have this row, given what the layers below it say."""
    if under is None:
        return not row.gone
    return bool(row.gone) or not row.same_as(under)
