"""Writing systems: every change makes a revision, and nothing that was there is lost."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.dispatch import Signal
from django.utils.text import slugify

from editor.systems.models import ConventionRow, EntryRow, Layer, SystemRevision, SystemRow, Version, VersionQuerySet

RESERVED = {"files", "invitation", "link", "reference", "tour", "work"}
"""First parts of addresses that no system can have for its name."""
LONGEST_SLUG = 40
changed = Signal()
"""Sent with the `system` at its new revision, in the transaction of the change."""
MOST_NAMED = 500  # identities that are named in a query; for more of them all rows are read


@dataclass(frozen=True)
class Change:
    """A version that takes the place of the one that somebody saw.

    `row` has the identity and what is to be said from now on; it is `gone` where an entry or convention is removed. An
    entry without a `ref` gets one that is free. `seen` is the key of the version that it replaces, None where it is
    new.
    """

    row: EntryRow | ConventionRow
    seen: int | None

    @classmethod
    def removing(cls, row: EntryRow | ConventionRow) -> Change:
        """The removal of what this version says."""
        gone = copy.copy(row)
        gone.gone = True
        return cls(gone, row.pk)


class Conflict(Exception):
    """Somebody else has changed the same since. Nothing is saved.

    `held` has for each change that came too late the row as it is now; None where it was removed.
    """

    def __init__(self, held: dict[UUID, EntryRow | ConventionRow | None]) -> None:
        super().__init__("Somebody else has changed the same in the meantime.")
        self.held = held


class NameTaken(Exception):
    """The system has another convention of this name, or another entry that is known by the same. Nothing is saved."""

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
            slug=slug, title=title, description=base.description, base=base, owner_id=owner.pk, revision=1
        )
        SystemRevision.objects.create(
            system=system,
            number=1,
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
    says is left out: the system has no version of its own then. Raises `Conflict` and `NameTaken`.
    """
    with transaction.atomic():
        system = SystemRow.objects.select_for_update().get(pk=system.pk)
        before, below = system.layers, _below(system, base_revision)
        system.revision += 1
        for model in (EntryRow, ConventionRow):
            _replace(model, system, [change for change in changes if isinstance(change.row, model)], before, below)
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


def _replace(
    model: type[EntryRow] | type[ConventionRow],
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
    own = list(_among(rows.filter(before[0].live), identities).values_list("pk", flat=True))
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
    for row in sorted(named, key=lambda row: not getattr(row, known_by)):
        if known_by == "ref" and not row.ref:
            row.ref = next(ref for ref in _refs(row) if ref not in taken)
        if (name := getattr(row, known_by)) in taken:
            raise NameTaken(name)
        taken.add(name)


def _refs(row: EntryRow) -> Iterator[str]:
    """What an entry may be known by, as the engine has it in files: `1N-P/200000`, then `1N-P/200000/2`."""
    first = f"{row.prior_bids or 'opening'}/{row.order}"
    yield first
    yield from (f"{first}/{number}" for number in count(2))


def _among(rows: VersionQuerySet[Any], identities: Collection[UUID]) -> VersionQuerySet[Any]:
    """The rows with these identities, and for very many of them all rows."""
    return rows if len(identities) > MOST_NAMED else rows.filter(identity__in=identities)


def _pk(row: Version | None) -> int | None:
    return row.pk if row else None


def _differs(row: Any, under: Version | None) -> bool:
    """Whether a system must have this row, given what the layers below it say."""
    if under is None:
        return not row.gone
    return bool(row.gone) or not row.same_as(under)
