"""The limits of an entry as workers try them: one step after the other, in rounds of some deals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bidbase.limits.drawn import DrawnTrials
from bidbase.limits.steps import LimitStep, steps_of
from bidbase_web.jobs.job import PIECE_SECONDS, Impossible, JobLine, LongJob, PieceDone, Reporter
from editor.prove.limits.step_trial import MOST_DEALS, StepTrial
from editor.store.entries.hand_trial import trial_of
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion


@dataclass(frozen=True)
class TryLimits(LongJob[list[Any], list[Any]]):
    """The trial of the limits of an entry, as the system is at its revision. `trials_of` reads what is reached."""

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

    def piece(self, reached: list[Any] | None, report: Reporter) -> PieceDone[list[Any], list[Any]]:
        """Try some rounds."""
        bidder = self.system.bidder
        entry = bidder.system.by_id[self.ref]
        steps, tried = [*steps_of(entry)], [StepTrial.of(record) for record in reached or []]
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
        records, finished = [one.record() for one in tried], sum(one.ended for one in tried) == len(steps)
        return PieceDone(records, _progress(tried, steps), finished=finished, result=records)


def _progress(tried: Sequence[StepTrial], steps: Sequence[LimitStep]) -> dict[str, int]:
    return {"done": sum(one.deals for one in tried), "total": len(steps) * MOST_DEALS}
