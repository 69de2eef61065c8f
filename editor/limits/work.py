"""The limits of an entry as workers try them: one step after the other, in rounds of some deals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from bidbase.limits.drawn import DrawnTrials
from bidbase.limits.steps import LimitStep, steps_of
from editor.entries.trials import trial_of
from editor.limits.definition import MOST_DEALS, StepTrial
from editor.limits.selectors import KIND
from editor.runs.kinds import PIECE_SECONDS, Arguments, Impossible, PieceDone, Reporter, register_long
from editor.systems.selectors import bidder_for
from editor.upkeep.selectors import system_of


def _try(arguments: Arguments, reached: Any, report: Reporter) -> PieceDone:
    bidder = bidder_for(system_of(arguments))
    entry = bidder.system.by_id[arguments["ref"]]
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


register_long(KIND, _try)
