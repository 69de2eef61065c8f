"""Reading systems: what there is, the bidder of a system, and where its entries are shown."""

from datetime import datetime
from functools import lru_cache
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse

from bidbase import systems as engine
from bidbase.bidder import Bidder
from editor.models import System
from editor.rows import FIELD_NAMES, engine_conventions, engine_entries

User = AbstractBaseUser | AnonymousUser | None


def all_systems(user: User = None) -> list[System]:
    """The systems that this user (None: anybody) may see, by title."""
    return list(System.objects.visible_to(user))


def system_or_none(slug: str, user: User = None) -> System | None:
    """The system of this name, when it is there and this user (None: anybody) may see it."""
    return System.objects.visible_to(user).filter(slug=slug).first()


def engine_system(system: System) -> engine.System:
    """The system as the engine knows it, built from its rows; ids of entries are their refs."""
    return engine.System(
        system.slug,
        system.title,
        system.description,
        engine_conventions(system.conventions.order_by("place").values_list("name", "use", "notes")),
        engine_entries(system.entries.order_by("place").values_list("ref", "family", *FIELD_NAMES)),
    )


def bidder_for(system: System) -> Bidder:
    """The bidder of a system as it is now, kept by each process until the system changes.

    When the system changed since it was read, `system.revision` is brought up to date: it names the revision that the
    bidder bids with.
    """
    while True:
        try:
            return _bidder(system.pk, system.created, system.revision)
        except _Changed:
            system.refresh_from_db()


class _Changed(Exception):
    """The rows do not belong to the revision that was asked for."""


@lru_cache(maxsize=8)
def _bidder(pk: int, created: datetime, revision: int) -> Bidder:
    # `created` tells apart systems that come to the same key one after the other, as in a database that is rolled back.
    bidder = Bidder(engine_system(System.objects.get(pk=pk)))
    if not System.objects.filter(pk=pk, revision=revision).exists():
        raise _Changed
    return bidder


def entry_url(system: System, ref: str) -> str:
    """The address of the page that shows the entry of this engine id."""
    return reverse("editor:entry", args=[system.slug, ref])


def section_url(system: System, prior_bids: str) -> str:
    """The address of the page that shows the calls after these prior bids, `1N-P`; empty for the opening."""
    query = f"?{urlencode({'auction': prior_bids})}" if prior_bids else ""
    return reverse("editor:system", args=[system.slug]) + query
