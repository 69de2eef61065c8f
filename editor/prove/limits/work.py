"""The limits of an entry as workers try them: one step after the other, in rounds of some deals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from bidbase.limits.drawn import DrawnTrials
from bidbase.limits.steps import LimitStep, steps_of
from bidbase_web.jobs.job import PIECE_SECONDS, Impossible, JobLine, LongJob, PieceDone, Reporter
from bidbase_web.jobs.models import Run
from editor.prove.limits.step_trial import MOST_DEALS, StepTrial
from editor.store.entries.hand_trial import trial_of
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion


@dataclass(frozen=True)
class TryLimits(LongJob[list[StepTrial], list[StepTrial]]):
    """The trial of the limits of an entry, as the system is at its revision: step by step, as far as they are begun."""

    kind = "limits of an entry"
    line = JobLine.UPKEEP
    doing = "Trying the limits of {ref}"
    unit = "limits"

    system: SystemVersion
    ref: str

    @classmethod
    def of(cls, system: SystemRow, ref: str) -> TryLimits:
        """The job of an entry of a system."""
        return cls(SystemVersion.of(system), ref)

    def piece(self, reached: list[StepTrial] | None, report: Reporter) -> PieceDone[list[StepTrial], list[StepTrial]]:
        """Try some rounds."""
        bidder = self.system.bidder
        entry = bidder.system.by_id[self.ref]
        steps, tried = [*steps_of(entry)], reached or []
        trial = trial_of(bidder, entry)
        if trial is None or trial.place is None:
            raise Impossible("Its limits can be tried only where its test hand comes out.")
        drawn = DrawnTrials(bidder, trial.place.auction)
        deadline = time.monotonic() + PIECE_SECONDS
        while len(tried) < len(steps) or (tried and not tried[-1].ended):
            if not tried or tried[-1].ended:
                tried.append(StepTrial())
            step = steps[len(tried) - 1]
            tried[-1] = tried[-1].with_round(drawn.swings(step, tried[-1].rounds))
            report(**_progress(tried, steps))
            if time.monotonic() >= deadline:
                break
        finished = sum(one.ended for one in tried) == len(steps)
        return PieceDone(tried, _progress(tried, steps), finished=finished, result=tried)


def trials_of(run: Run | None) -> list[StepTrial]:
    """What the steps of an entry have gained so far, in the order of `steps_of`: those that were begun."""
    return [] if run is None else TryLimits.read_reached(run.result or run.reached) or []


def _progress(tried: Sequence[StepTrial], steps: Sequence[LimitStep]) -> dict[str, int]:
    return {"done": sum(one.deals for one in tried), "total": len(steps) * MOST_DEALS}
