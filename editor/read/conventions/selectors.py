"""Reading the conventions of a system."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q

from bidbase.language.bids import parse_convention
from bidbase.systems import Entry
from editor.practice import practice
from editor.store.systems.models import OFF, ConventionRow, SystemRow
from editor.store.systems.places import GAP


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
    remarks = practice().remarks_on(system)
    for convention in conventions:
        convention.remark = remarks.get(convention.name, "")
    off = {convention.name for convention in conventions if convention.use == OFF}
    return [
        (convention, counts[convention.name], off.isdisjoint(parse_convention(convention.name).switches()))
        for convention in conventions
    ]


@dataclass(frozen=True)
class ConventionFacts:
    """A convention with what depends on it: its entries and their sections, subcategories, and other conventions.

    `is_on` says whether its code and the codes of the conventions above it let anybody use it. `against` are the
    conventions of entries that are used against it.
    """

    row: ConventionRow
    is_on: bool
    entries: int
    sections: int
    subcategories: tuple[str, ...]
    against: tuple[str, ...]


def convention_facts(system: SystemRow) -> list[ConventionFacts]:
    """The conventions of a system in their order, each with what depends on it."""
    entries: Counter[str] = Counter()
    sections, against = defaultdict(set), defaultdict(set)
    named = system.entries.exclude(convention="", use_against="").order_by()
    for name, opposed, section, count in named.values_list("convention", "use_against", "prior_bids").annotate(
        Count("pk")
    ):
        for part in parse_convention(name).chain() if name else ():
            entries[part] += count
            sections[part].add(section)
        for part in parse_convention(opposed).chain() if opposed else ():
            against[part].add(name or "entries without a convention")
    rows = list(system.conventions.order_by("place"))
    off = {row.name for row in rows if row.use == OFF}
    return [
        ConventionFacts(
            row,
            off.isdisjoint(parse_convention(row.name).switches()),
            entries[row.name],
            len(sections[row.name]),
            tuple(other.name for other in rows if other.name.startswith(f"{row.name}: ")),
            tuple(sorted(against[row.name])),
        )
        for row in rows
    ]


def convention_named(system: SystemRow, name: str) -> ConventionRow | None:
    """The convention of this name, as the system has it."""
    return None if "\0" in name else system.conventions.filter(name=name).first()


def end_of_family(system: SystemRow, root: str) -> int:
    """The place for a new convention: behind those that begin with the same name, or at the end."""
    family = system.conventions.filter(Q(name=root) | Q(name__startswith=f"{root}: "))
    last = family.order_by("-place").first() or system.conventions.order_by("-place").first()
    if last is None:
        return GAP
    after = system.conventions.filter(place__gt=last.place).order_by("place").values_list("place", flat=True).first()
    return (last.place + (after or last.place + 2 * GAP)) // 2
