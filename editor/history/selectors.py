"""The versions of one entry or convention."""

from __future__ import annotations

from typing import Any

from editor.systems.models import ConventionRow, EntryRow, SystemRevision, SystemRow


def versions_of(
    system: SystemRow, row: EntryRow | ConventionRow
) -> list[tuple[EntryRow | ConventionRow, SystemRevision]]:
    """All versions of an entry or a convention up to the revision of the system, the newest first.

    Each comes with the change that made it. The system's own versions come before those of its base.
    """
    versions: list[tuple[EntryRow | ConventionRow, SystemRevision]] = []
    model: Any = type(row)
    for layer in system.layers:
        rows = model._default_manager.filter(identity=row.identity, system=layer.system, since__lte=layer.revision)
        numbers = rows.values_list("since", flat=True)
        made = SystemRevision.objects.filter(system=layer.system, number__in=numbers).select_related("system", "by")
        by_number = {revision.number: revision for revision in made}
        versions += [(version, by_number[version.since]) for version in rows.order_by("-since")]
    return versions
