"""The trials of limits that are under way."""

from __future__ import annotations

from bidbase_web.jobs.models import Run
from editor.prove.limits.step_trial import StepTrial


def trials_of(run: Run | None) -> list[StepTrial]:
    """What the steps of an entry have gained so far, in the order of `steps_of`: those that were begun."""
    if run is None:
        return []
    return [StepTrial.of(record) for record in run.result or run.reached or []]
