"""The trials of limits that are under way."""

from __future__ import annotations

from editor.limits.definition import StepTrial
from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from editor.systems.models import SystemRow
from editor.upkeep.selectors import run_over, work_on

KIND = "limits of an entry"


def limits_needed(system: SystemRow, ref: str) -> StillWorking:
    """The trial of the limits of an entry, as the system is at its revision."""
    return work_on(system, KIND, f"Trying the limits of {ref}", "limits", ref=ref)


def run_of(system: SystemRow, ref: str) -> Run | None:
    """The trial of the limits of an entry at the system's revision, if it was asked for."""
    return run_over(system, KIND, ref=ref)


def trials_of(run: Run | None) -> list[StepTrial]:
    """What the steps of an entry have gained so far, in the order of `steps_of`: those that were begun."""
    if run is None:
        return []
    return [StepTrial.of(record) for record in run.result or run.reached or []]
