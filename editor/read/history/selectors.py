"""Reading the history of a system: its revisions, what each changed, and the versions of one entry or convention."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from editor.store.systems.differences import Difference, differences
from editor.store.systems.models import Reader, SystemQuerySet, SystemRevision, SystemRow
from editor.store.systems.versions import Layer, Row

FIRST = 1
"""The revision with which a system begins."""


def revisions_of(system: SystemRow) -> QuerySet[SystemRevision]:
    """The changes of a system up to its revision, the newest first."""
    return SystemRevision.objects.filter(system=system, number__lte=system.revision).select_related("by")


def changes_by_day(system: SystemRow, since: date) -> dict[date, int]:
    """How many changes of a system each day has had since a day; days without a change are left out."""
    made = revisions_of(system).filter(made__date__gte=since).order_by()
    return dict(made.values_list("made__date").annotate(count=Count("pk")))


def changed_in(system: SystemRow, number: int) -> list[Difference[Any]]:
    """What a revision of the system changed. Of the first one nothing: there was no system before it."""
    return differences(system.as_of(number - 1), system.as_of(number)) if number > FIRST else []


def family_of(system: SystemRow, reader: Reader) -> SystemQuerySet:
    """The other systems at hand for a reader that share entries with this one.

    These are the systems on which it stands, the variants of each of these and of it, and the variants of those
    variants.
    """
    layers = [layer.system for layer in system.layers]
    related = Q(pk__in=layers) | Q(base__in=layers) | Q(base__base__in=layers)
    return SystemRow.objects.at_hand_for(reader).filter(related).exclude(pk=system.pk).select_related("base")


def readable_layers(system: SystemRow, reader: Reader) -> list[int]:
    """The keys of the layers of a system that a reader may read as systems of their own."""
    layers = [layer.system for layer in system.layers]
    return list(SystemRow.objects.readable_by(reader).filter(pk__in=layers).values_list("pk", flat=True))


def known_version(system: SystemRow, model: type[Row], name: str) -> Row | None:
    """The last version of what was known by this name in the system or in those on which it stands or has stood."""
    if "\0" in name:  # which no database takes
        return None
    known = {model.KNOWN_BY: name}
    held = system.rows_of(model).filter(**known).first()
    if held is not None:
        return held
    made = Q(pk=None)  # no row
    for layer in _layers_ever(system):
        made |= Q(system=layer.system, since__lte=layer.revision)
    versions: Any = model._default_manager
    found: Row | None = versions.filter(made, **known).order_by("-since").first()
    return found


def versions_of(system: SystemRow, row: Row) -> list[tuple[Row, SystemRevision]]:
    """All versions of an entry, a convention or a note up to the revision of the system, the newest first.

    Each comes with the change that made it. The system's own versions come before the versions of its base.
    """
    versions: list[tuple[Row, SystemRevision]] = []
    model: Any = type(row)
    for layer in _layers_ever(system):
        rows = model._default_manager.filter(identity=row.identity, system=layer.system, since__lte=layer.revision)
        numbers = rows.values_list("since", flat=True)
        made = SystemRevision.objects.filter(system=layer.system, number__in=numbers).select_related("system", "by")
        by_number = {revision.number: revision for revision in made}
        versions += [(version, by_number[version.since]) for version in rows.order_by("-since")]
    return versions


def _layers_ever(system: SystemRow) -> tuple[Layer, ...]:
    """The layers of a system, each base at the newest revision that it has stood on: it may have gone back since."""
    own = Layer(system.pk, system.revision)
    newest = revisions_of(system).aggregate(newest=Max("base_revision"))["newest"]
    return own, *(_layers_ever(system.base.as_of(newest)) if system.base else ())
