"""The sweeps that are under way."""

from __future__ import annotations

from editor.runs.models import Run
from editor.systems.models import SystemRow

KIND = "sweep"


def run_of(system: SystemRow) -> Run | None:
    """The sweep of a system at its revision, if it was asked for."""
    of_system = Run.objects.filter(kind=KIND, arguments__system=system.pk, arguments__created=str(system.created))
    return of_system.filter(arguments__revision=system.revision).first()
