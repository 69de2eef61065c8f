"""Reading systems: what there is, and the bidder of a system."""

from datetime import datetime
from functools import lru_cache

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

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
    return [(system, system.entries.count()) for system in all_systems(user)]


def bidder_for(system: SystemRow) -> Bidder:
    """The bidder of a system as it is at its revision. Each process keeps those that it used last."""
    return _bidder(system.pk, system.created, system.revision)


def bidder_of_key(pk: int, revision: int) -> Bidder:
    """The bidder of the system with this key at a revision: for workers, which get keys."""
    return bidder_for(SystemRow.objects.get(pk=pk).as_of(revision))


@lru_cache(maxsize=8)
def _bidder(pk: int, created: datetime, revision: int) -> Bidder:
    # `created` tells apart systems that come to the same key one after the other, as in a database that is rolled back.
    return Bidder(engine_system(SystemRow.objects.get(pk=pk).as_of(revision)))


def engine_system(system: SystemRow) -> System:
    """The system as the engine knows it, built from its rows; ids of entries are their refs."""
    return System(
        system.slug,
        system.title,
        system.description,
        engine_conventions(system.conventions.values_list("name", "use", "notes")),
        engine_entries(system.entries.order_by("place").values_list("ref", "family", *FIELD_NAMES)),
    )
