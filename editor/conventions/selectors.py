"""Reading the conventions of a system."""

from collections import Counter

from django.db.models import Count

from bidbase.language.bids import parse_convention
from bidbase.systems import Entry
from editor.conventions.remarks import remarks_on
from editor.systems.models import OFF, ConventionRow, SystemRow


def conventions_above(system: SystemRow, entry: Entry) -> list[ConventionRow]:
    """The convention of an entry and those whose codes switch it as well, in the order of the system."""
    return list(system.conventions.filter(name__in=entry.convention.switches())) if entry.convention else []


def switched_off(system: SystemRow) -> set[str]:
    """The conventions of entries, as entries name them, that a selection code lets nobody use."""
    off = set(system.conventions.filter(use=OFF).values_list("name", flat=True))
    named = system.entries.exclude(convention="").order_by().values_list("convention", flat=True).distinct()
    return {name for name in named if not off.isdisjoint(parse_convention(name).switches())}


def conventions_with_counts(system: SystemRow) -> list[tuple[ConventionRow, int, bool]]:
    """The conventions of a system, each with the number of entries of it and its subcategories, and whether it is on.

    A convention is off where one of the selection codes that switch it lets nobody use it.
    """
    counts: Counter[str] = Counter()
    named = system.entries.exclude(convention="").order_by().values_list("convention").annotate(Count("pk"))
    for name, count in named:
        counts.update(dict.fromkeys(parse_convention(name).chain(), count))
    conventions = list(system.conventions.order_by("place"))
    remarks = remarks_on(system)
    for convention in conventions:
        convention.remark = remarks.get(convention.name, "")
    off = {convention.name for convention in conventions if convention.use == OFF}
    return [
        (convention, counts[convention.name], off.isdisjoint(parse_convention(convention.name).switches()))
        for convention in conventions
    ]
