"""Reading systems: what there is, and the bidder of a system."""

from datetime import datetime
from functools import lru_cache

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count

from bidbase.bidding.bidder import Bidder
from bidbase.systems import System
from editor.systems.models import SystemRow
from editor.systems.rows import FIELD_NAMES, engine_conventions, engine_entries

User = AbstractBaseUser | AnonymousUser | None


def all_systems(user: User = None) -> list[SystemRow]:
    """The systems that this user (None: anybody) may see, by title."""
    return list(SystemRow.objects.visible_to(user))


def system_or_none(slug: str, user: User = None) -> SystemRow | None:
    """The system of this name, when it is there and this user (None: anybody) may see it."""
    return SystemRow.objects.visible_to(user).filter(slug=slug).first()


def systems_with_counts(user: User = None) -> list[tuple[SystemRow, int]]:
    """The systems that this user may see, each with the number of its entries."""
    counts = dict(SystemRow.objects.annotate(Count("entries")).values_list("pk", "entries__count"))
    return [(system, counts[system.pk]) for system in all_systems(user)]


def engine_system(system: SystemRow) -> System:
    """The system as the engine knows it, built from its rows; ids of entries are their refs."""
    return System(
        system.slug,
        system.title,
        system.description,
        engine_conventions(system.conventions.order_by("place").values_list("name", "use", "notes")),
        engine_entries(system.entries.order_by("place").values_list("ref", "family", *FIELD_NAMES)),
    )


def bidder_for(system: SystemRow) -> Bidder:
    """The bidder of a system as it is now, kept by each process until the system changes.

    When the system changed since it was read, `system.revision` is brought up to date: it names the revision that the
    bidder bids with.
    """
    while True:
        try:
            return _bidder(system.pk, system.created, system.revision)
        except _Changed:
            system.refresh_from_db()


def bidder_of_key(pk: int) -> Bidder:
    """The bidder of the system with this key, as it is now: for workers, which get keys."""
    return bidder_for(SystemRow.objects.get(pk=pk))


class _Changed(Exception):
    """The rows do not belong to the revision that was asked for."""


@lru_cache(maxsize=8)
def _bidder(pk: int, created: datetime, revision: int) -> Bidder:
    # `created` tells apart systems that come to the same key one after the other, as in a database that is rolled back.
    bidder = Bidder(engine_system(SystemRow.objects.get(pk=pk)))
    if not SystemRow.objects.filter(pk=pk, revision=revision).exists():
        raise _Changed
    return bidder
