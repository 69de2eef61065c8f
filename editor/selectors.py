"""Reading systems: what there is, the bidder of a system, and where its entries are shown."""

from collections import Counter
from datetime import datetime
from functools import lru_cache
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count
from django.urls import reverse

from bidbase import systems as engine
from bidbase.bidding.bidder import Bidder
from bidbase.language.bids import PatternKey, parse_convention, parse_key
from editor.models import Convention
from editor.models import System as System
from editor.rows import FIELD_NAMES, engine_conventions, engine_entries
from editor.spoken import Spec as Spec
from editor.spoken import hand_specs as hand_specs
from editor.spoken import specs as specs

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


def systems_with_counts(user: User = None) -> list[tuple[System, int]]:
    """The systems that this user may see, each with the number of its entries."""
    counts = dict(System.objects.annotate(Count("entries")).values_list("pk", "entries__count"))
    return [(system, counts[system.pk]) for system in all_systems(user)]


def entry_revision(system: System, ref: str) -> int | None:
    """The revision in which an entry was last changed."""
    return system.entries.filter(ref=ref).values_list("revision", flat=True).first()


def conventions_above(system: System, entry: engine.Entry) -> list[Convention]:
    """The convention of an entry and those whose codes switch it as well, in the order of the system."""
    return list(system.conventions.filter(name__in=entry.convention.switches())) if entry.convention else []


def conventions_with_counts(system: System) -> list[tuple[Convention, int, bool]]:
    """The conventions of a system, each with the number of entries of it and its subcategories, and whether it is on.

    A convention is off where one of the selection codes that switch it lets nobody use it.
    """
    counts: Counter[str] = Counter()
    named = system.entries.exclude(convention="").order_by().values_list("convention").annotate(Count("pk"))
    for name, count in named:
        counts.update(dict.fromkeys(parse_convention(name).chain(), count))
    conventions = list(system.conventions.order_by("place"))
    off = {convention.name for convention in conventions if convention.use == "0"}
    return [(one, counts[one.name], off.isdisjoint(parse_convention(one.name).switches())) for one in conventions]


def entry_url(system: System, ref: str) -> str:
    """The address of the page that shows the entry of this engine id."""
    return reverse("editor:entry", args=[system.slug, ref])


def section_url(system: System, name: str) -> str:
    """The address that shows a section: the calls after prior bids, `1N-P` (empty: the opening), or those of a pattern.

    A pattern stands for many auctions, so its entries are shown in the grid.
    """
    if isinstance(parse_key(name), PatternKey):
        return reverse("editor:grid", args=[system.slug]) + f"?{urlencode({'after': name})}"
    query = f"?{urlencode({'auction': name})}" if name else ""
    return reverse("editor:system", args=[system.slug]) + query
