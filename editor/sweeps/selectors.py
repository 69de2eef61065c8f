"""The sweeps that are under way."""

from __future__ import annotations

from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from editor.systems.models import SystemRow
from editor.upkeep.selectors import run_over, work_on

KIND = "sweep"


def sweep_needed(system: SystemRow) -> StillWorking:
    """The sweep of a system as it is at its revision."""
    return work_on(system, KIND, f"Sweeping {system.title}", "sections")


def run_of(system: SystemRow) -> Run | None:
    """The sweep of a system at its revision, if it was asked for."""
    return run_over(system, KIND)
