"""Reading how far somebody has come with the tour."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from editor.store.systems.models import EntryRow, Reader, SystemRow


def system_to_begin_with(reader: Reader) -> SystemRow | None:
    """The system of which the tour is taken where nobody names one: the reader's newest, else the first on the list."""
    systems = SystemRow.objects.order_by("-pk")
    return systems.writable_by(reader).first() or systems.filter(shipped=True).order_by("title").first()


def system_to_change(base: SystemRow, reader: Reader) -> SystemRow | None:
    """The system itself, where the reader may change it, else their newest copy of it."""
    writable = SystemRow.objects.writable_by(reader).select_related("base")
    return writable.filter(pk=base.pk).first() or writable.filter(base=base).order_by("-pk").first()


def has_systems(reader: Reader) -> bool:
    """Whether the reader has a system of their own, or one that they edit with others."""
    return SystemRow.objects.writable_by(reader).exists()


def first_change(system: SystemRow, identity: UUID, began: datetime) -> int | None:
    """The number of the first revision since that time in which the system says something new of an entry."""
    made = system.revisions.filter(made__gte=began, number__gt=1).values("number")
    versions = EntryRow.objects.filter(system=system, identity=identity, since__in=made)
    return versions.order_by("since").values_list("since", flat=True).first()
