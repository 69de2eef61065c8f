"""What is known of the sections of a system from sweeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from django.db.models import Q

from editor.store.findings.models import Covered, FoundOne, SweptSection, SweptSystem
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import entries_by_ref
from editor.store.systems.versions import Layer


class StandingReport(NamedTuple):
    """A report that holds, and the system as of which it does: its key and a revision."""

    row: SweptSection
    system: int
    revision: int


def swept_of(system: SystemRow) -> SweptSystem | None:
    """How far a system has been swept."""
    return SweptSystem.objects.filter(system=system.pk).first()


def is_swept(system: SystemRow) -> bool:
    """Whether a system has been swept to the end, at whatever revision."""
    return SweptSystem.objects.filter(system=system.pk, revision__gt=0).exists()


def _layers(swept: SweptSystem | None) -> Iterator[tuple[int, Q, int]]:
    """The systems whose reports make up what is known of one, the upper one first: itself, then its ground.

    Each with its key, the condition of its reports, and the revision of its last sweep.
    """
    live = Q(until=None)
    revision = swept.revision if swept else 0
    while swept is not None:
        yield swept.system_id, live & Q(system=swept.system_id), revision
        if swept.ground_id is None:
            return
        live, revision = Layer(swept.ground_id, swept.ground_revision).live, swept.ground_revision
        swept = SweptSystem.objects.filter(system=swept.ground_id).first()


def reports_of(swept: SweptSystem | None, *sections: str) -> dict[str, StandingReport]:
    """The reports on these sections of a system, or on all, by section: its own, then the reports of its ground.

    A sweep that has not ended may have left newer reports than the last one that has.
    """
    return _reports(_layers(swept), sections)


def reported_sections(system: SystemRow) -> set[str]:
    """The sections of a system that were checked as of its revision."""
    reported = SweptSection.objects.filter(system=system.pk, since=system.revision, until=None)
    return set(reported.values_list("section", flat=True))


def standing_in(ground: SweptSystem) -> dict[str, StandingReport]:
    """The reports on the sections of a system as of its last sweep that has ended: another one may start from them."""
    above = SweptSystem(ground_id=ground.system_id, ground_revision=ground.revision)
    return _reports(islice(_layers(above), 1, None))


def _reports(
    layers: Iterable[tuple[int, Q, int]], sections: Sequence[str] = (), unread: Sequence[str] = ()
) -> dict[str, StandingReport]:
    among = Q(section__in=sections) if sections else Q()
    found: dict[str, StandingReport] = {}
    for pk, live, revision in layers:
        for row in SweptSection.objects.filter(live & among).defer(*unread):
            found.setdefault(row.section, StandingReport(row, pk, max(row.since, revision)))
    return {section: standing for section, standing in found.items() if not standing.row.gone}


def findings_of(system: SystemRow) -> list[FoundOne]:
    """All that is known to be wrong with a system, in the order of its sections."""
    swept = swept_of(system)
    if swept is None:
        return []
    of_sections = (row.findings for row in sorted(with_findings(swept), key=lambda row: row.section))
    return [FoundOne.of(record) for findings in (*of_sections, swept.findings) for record in findings]


def findings_known(system: SystemRow) -> int | None:
    """How many findings there are, for a badge; None where the system has not been swept as it is."""
    swept = swept_of(system)
    return swept.found if swept is not None and swept.revision == system.revision else None


def with_findings(swept: SweptSystem) -> list[SweptSection]:
    """The reports that find something."""
    found: list[SweptSection] = []
    covered: set[str] = set()
    for _, live, _ in _layers(swept):
        rows = SweptSection.objects.filter(live)
        found += [row for row in rows.filter(found__gt=0).defer("met", "coverage") if row.section not in covered]
        covered.update(rows.values_list("section", flat=True))
    return found


def findings_about(system: SystemRow, ref: str, section: str) -> list[FoundOne]:
    """What is known to be wrong with an entry of a section, as of the last sweep."""
    swept = swept_of(system)
    if swept is None or system.as_it_was:
        return []
    row = next((standing.row for standing in reports_of(swept, section).values()), None)
    records = [*(row.findings if row is not None else ()), *swept.findings]
    return [FoundOne.of(record) for record in records if record["ref"] == ref]


def coverages_of(system: SystemRow, *sections: str) -> dict[str, Covered | None]:
    """What becomes of the hands that reach these sections of a system, or all, by section, as of the last sweep.

    None where no auction was found that leads to a section. Nothing is known of a system as it was.
    """
    swept = None if system.as_it_was else swept_of(system)
    if swept is None:
        return {}
    reports = _reports(_layers(swept), sections, unread=("findings", "met"))
    kept = {section: standing.row.coverage for section, standing in reports.items()}
    return {section: Covered.of(section, record) if record else None for section, record in kept.items()}


def entries_of_findings(system: SystemRow, found: Iterable[FoundOne]) -> dict[str, EntryRow]:
    """The entries of these findings by ref, and by section the first entry of those that are about a whole section."""
    found = list(found)
    refs = {one.ref for one in found if one.ref}
    whole = {one.section for one in found if one.section is not None and not one.ref}
    rows = entries_by_ref(system, refs)
    for row in system.entries.filter(prior_bids__in=whole):
        rows.setdefault(row.prior_bids, row)
    return rows
