"""Reading what is needed to write an entry: versions, neighbors, drafts."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from bidbase.language import fields
from bidbase.language.parameters import parse_follows
from editor.practice import PracticedBoard, practice
from editor.store.systems.models import EntryRow, SystemRevision, SystemRow
from editor.store.systems.rows import FIELD_NAMES
from editor.write.entry.models import EntryDraft

Person = AbstractBaseUser | AnonymousUser


def cells_of(row: EntryRow) -> dict[str, str]:
    """The text of each field of an entry, as it is written: with parameters in place of their values."""
    cells = {name: getattr(row, name) for name in FIELD_NAMES if name != fields.FOLLOWS.name}
    return cells | dict(parse_follows(row.follows).written)


def seen_version(system: SystemRow, key: int | None) -> EntryRow | None:
    """The version with this key that the system, or one below it, has or had; None where there is none."""
    systems = [layer.system for layer in system.layers]
    return EntryRow.objects.filter(pk=key, system__in=systems, gone=False).first() if key else None


def section_rows(system: SystemRow, prior_bids: str) -> list[EntryRow]:
    """The entries of a section, by order number."""
    rows = system.entries.filter(prior_bids=prior_bids)
    return sorted(rows, key=lambda row: (row.order_key, row.place))


def neighbors(system: SystemRow, row: EntryRow) -> tuple[EntryRow | None, EntryRow | None]:
    """The entries before and after one in its section."""
    rows = section_rows(system, row.prior_bids)
    index = next((number for number, other in enumerate(rows) if other.identity == row.identity), None)
    if index is None:
        return None, None
    return rows[index - 1] if index else None, rows[index + 1] if index + 1 < len(rows) else None


def last_change(system: SystemRow) -> SystemRevision | None:
    """The last change of a system; None where it has not been changed since it was begun."""
    return system.revisions.select_related("by").filter(number=system.revision, number__gt=1).first()


def drafts_of(system: SystemRow, person: Person) -> QuerySet[EntryDraft]:
    """What this person has begun to write in a system, the last first."""
    return EntryDraft.objects.filter(system=system, by=person.pk)


def boards_of(system: SystemRow) -> list[PracticedBoard]:
    """The boards that the people of a system have finished with it, or with one that it stands on."""
    people = {*system.members.values_list("user", flat=True), *([system.owner_id] if system.owner_id else [])}
    return practice().practiced_boards([layer.system for layer in system.layers], people)
