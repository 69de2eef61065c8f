"""The chapters of a system's notes: the families of its entries. What is switched off is left out."""

from __future__ import annotations

from django.db.models import Count, Min

from bidbase.systems import Entry
from editor.read.conventions.selectors import switched_off
from editor.store.systems.models import OFF, ConventionRow, EntryRow, SystemRow
from editor.store.systems.rows import FIELD_NAMES, engine_entries
from editor.store.systems.versions import VersionQuerySet


def chapters(system: SystemRow) -> list[tuple[str, int]]:
    """The families of a system with their numbers of entries, in the order in which auctions come to them."""
    counted = _in_use(system).order_by().values_list("family").annotate(Count("pk"), first=Min("place"))
    return [(family, count) for family, count, _ in counted.order_by("first")]


def entries_of_chapter(system: SystemRow, family: str) -> tuple[Entry, ...]:
    """The entries of a family, as auctions go."""
    rows = _in_use(system).filter(family=family).order_by("section_key", "order_key", "place")
    return engine_entries(rows.values_list("ref", "family", *FIELD_NAMES))


def conventions_with_notes(system: SystemRow) -> list[ConventionRow]:
    """The conventions of a system that are played and have notes, in its order."""
    return list(system.conventions.exclude(notes="").exclude(use=OFF).order_by("place"))


def _in_use(system: SystemRow) -> VersionQuerySet[EntryRow]:
    return system.entries.exclude(convention__in=switched_off(system))
