"""Taking what others have changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence, Set
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from editor.merge.selectors import Offer, clashes_with, release_for
from editor.systems.differences import Difference
from editor.systems.models import ConventionRow, EntryRow, SystemRow
from editor.systems.services import Change, Conflict, change_system


def take_release(
    *, system: SystemRow, base_revision: int, theirs: Set[UUID], by: AbstractBaseUser, why: str = ""
) -> SystemRow:
    """Let a system stand on the newest revision of its base.

    Where both have changed the system keeps what it says, but for the identities in `theirs`. Raises `Conflict` where
    the system or its base has another revision than the one that somebody has seen.
    """
    with transaction.atomic():
        held = SystemRow.objects.select_for_update(of=("self",)).select_related("base").get(pk=system.pk)
        release = release_for(held)
        if release is None or release.base.revision != base_revision or held.revision != system.revision:
            raise Conflict({})
        wanted = [pair for pair in release.disputed if pair.row.identity in theirs]
        changes = {change.row.identity: change for change in _own_names(held, release.base)}
        changes |= {pair.row.identity: _taking(pair) for pair in wanted}
        return change_system(
            system=held,
            changes=[*changes.values()],
            summary=f"Revision {base_revision} of {release.base.title} taken",
            by=by,
            why=why,
            base_revision=base_revision,
        )


def _taking(pair: Difference) -> Change:
    """The change of what the system says to what the other one says."""
    if pair.after is None:
        assert pair.before is not None, "one of both is there"
        return Change.removing(pair.before)
    return Change(copy.copy(pair.after), pair.before.pk if pair.before else None)


def _own_names(system: SystemRow, base: SystemRow) -> Iterator[Change]:
    """What becomes of own entries and conventions whose names the base has now for others.

    An entry gets another ref. Of two conventions of one name ours takes the place of the other: entries name it, and it
    says the same as before.
    """
    clashes: list[tuple[Any, Any]] = clashes_with(system, base)
    for ours, theirs in clashes:
        row = copy.copy(ours)
        if isinstance(ours, EntryRow):
            row.ref = ""
            yield Change(row, ours.pk)
        else:
            row.identity = theirs.identity
            yield Change(row, None)
            yield Change.removing(ours)


def take_offers(
    *, system: SystemRow, other: SystemRow, offers: Sequence[Offer], by: AbstractBaseUser, why: str = ""
) -> SystemRow:
    """Let a system say what another one says, in one revision. Conventions that the entries name come along.

    Raises `Conflict` where somebody else has changed the same since the offers were read, and `NameTaken`.
    """
    changes = [_taking_from(offer.pair) for offer in offers]
    taken = {change.row.name for change in changes if isinstance(change.row, ConventionRow)}
    named = {
        name
        for change in changes
        if isinstance(change.row, EntryRow) and not change.row.gone
        for column in ("convention", "use_against")
        if (name := getattr(change.row, column))
    }
    missing = named - taken - set(system.conventions.values_list("name", flat=True))
    changes += [Change(copy.copy(row), None) for row in other.conventions.filter(name__in=missing)]
    summary = f"{len(offers)} change{'s' if len(offers) != 1 else ''} taken from {other.title}"
    return change_system(system=system, changes=changes, summary=summary, by=by, why=why)


def _taking_from(pair: Difference) -> Change:
    """As `_taking`, from a system that is no base: an entry is known by a ref of this system."""
    change = _taking(pair)
    ours, row = pair.before, change.row
    if ours is not None:
        row.identity = ours.identity
    if isinstance(row, EntryRow) and not row.gone:
        stays = isinstance(ours, EntryRow) and (ours.section_key, ours.order) == (row.section_key, row.order)
        row.ref = ours.ref if stays and isinstance(ours, EntryRow) else ""
    return change
