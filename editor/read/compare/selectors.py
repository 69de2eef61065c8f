"""What is kept of look-alike sections: the differences that sweeps have found, and those that are meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Q

from bidbase.language.excuses import Given, parse_excuses
from editor.read.compare.meant import Meant
from editor.store.findings.models import FoundOne
from editor.store.findings.selectors import findings_of
from editor.store.systems.models import EntryRow, SystemRevision, SystemRow

RULE = "look-alike"


def differences_found(system: SystemRow) -> dict[str, list[FoundOne]]:
    """The differences that are still to be decided, by section, as of the last sweep."""
    by_section: dict[str, list[FoundOne]] = {}
    for found in [] if system.as_it_was else findings_of(system):
        if found.rule == RULE and found.section is not None:
            by_section.setdefault(found.section, []).append(found)
    return by_section


def meant_in(system: SystemRow, undecided: Iterable[FoundOne]) -> list[Meant]:
    """The entries that are meant to differ, in the order of the auction. What is `undecided` has lapsed."""
    lapsed = {found.ref for found in undecided}
    rows = [row for row in system.entries.filter(excuses__contains=f"{RULE}:") if row.ref not in lapsed]
    given = {row.identity: told for row in rows if (told := _given(row)) is not None}
    said_in = _first_said(system, [row for row in rows if row.identity in given])
    return [Meant(row, given[row.identity], said_in[row.pk]) for row in rows if row.identity in given]


def _given(row: EntryRow) -> Given | None:
    return parse_excuses(row.excuses).given(RULE)


def _first_said(system: SystemRow, rows: list[EntryRow]) -> dict[int, SystemRevision]:
    """The revision in which each of these entries got the reason that it gives, by the key of the entry."""
    if not rows:
        return {}
    held = reduce(or_, (Q(system=layer.system, since__lte=layer.revision) for layer in system.layers))
    depth = {layer.system: number for number, layer in enumerate(system.layers)}
    versions = EntryRow.objects.filter(held, identity__in=[row.identity for row in rows])
    newest_first = sorted(versions, key=lambda version: (depth[version.system_id], -version.since))
    first = {row.identity: row for row in rows}
    told = {row.identity: _given(row) for row in rows}
    for version in newest_first:
        if version.identity in told:
            if _given(version) == told[version.identity]:
                first[version.identity] = version
            else:
                del told[version.identity]
    saying = reduce(or_, (Q(system=row.system_id, number=row.since) for row in first.values()))
    revisions = {
        (revision.system_id, revision.number): revision
        for revision in SystemRevision.objects.filter(saying).select_related("by")
    }
    said = ((row.pk, first[row.identity]) for row in rows)
    return {pk: revisions[version.system_id, version.since] for pk, version in said}
