"""Keeping what sweeps find."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils import timezone

from bidbase.checks.sweep import SectionReport
from editor.store.findings.models import SweptSection, SweptSystem
from editor.store.findings.selectors import with_findings
from editor.store.systems.models import SystemRow


def begin_with(*, system: SystemRow, ground: SweptSystem | None, gone: Collection[str]) -> None:
    """Keep the ground from which the first sweep of a system starts, and the sections that the system does not have."""
    swept, _ = SweptSystem.objects.get_or_create(system_id=system.pk)
    if ground is not None:
        swept.ground_id, swept.ground_revision = ground.system_id, ground.revision
        swept.save()
    absent = [SweptSection(system_id=system.pk, section=section, since=system.revision, gone=True) for section in gone]
    _keep(system, absent)


def keep_reports(*, system: SystemRow, reports: Mapping[str, SectionReport]) -> None:
    """Keep the reports on sections of a system as of its revision, in the place of earlier ones."""
    _keep(system, [SweptSection.of(system, section, report) for section, report in reports.items()])


def _keep(system: SystemRow, rows: Sequence[SweptSection]) -> None:
    earlier = SweptSection.objects.filter(system=system.pk, section__in=[row.section for row in rows], until=None)
    earlier.filter(since__gte=system.revision).delete()
    earlier.update(until=system.revision)
    SweptSection.objects.bulk_create(rows)


def end_sweep(*, system: SystemRow, findings: list[dict[str, Any]]) -> None:
    """Keep that all sections of a system were swept as of its revision, and what was found about it as a whole."""
    swept = SweptSystem.objects.get(system=system.pk)
    swept.revision, swept.findings, swept.ended_at = system.revision, findings, timezone.now()
    swept.found = sum(row.found for row in with_findings(swept)) + len(findings)
    swept.save()
