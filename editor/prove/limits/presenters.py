"""The limits of an entry as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from urllib.parse import urlencode

from bidbase.limits.steps import LimitStep, steps_of
from bidbase.systems import Entry
from editor.prove.limits.step_trial import StepTrial


@dataclass(frozen=True)
class TriedStep:
    """A step with what it gains. `query` fills it into the form of the entry."""

    becomes: str
    verdict: str
    gain: str
    deals: int
    gains: bool
    query: str


@dataclass
class LimitsOfField:
    """A field, what the entry says in it, and the steps of its limits."""

    label: str
    says: str
    steps: list[TriedStep]


def limits_of_fields(entry: Entry, trials: Sequence[StepTrial]) -> list[LimitsOfField]:
    """The steps of an entry by field; the first so many of them have been tried."""
    fields: dict[str, LimitsOfField] = {}
    for step, trial in zip_longest(steps_of(entry), trials, fillvalue=None):
        assert step is not None, "there are no more trials than steps"
        field = step.field
        of_field = fields.setdefault(field.name, LimitsOfField(field.label, field.say(entry.get(field)), []))
        of_field.steps.append(_tried(step, trial))
    return [*fields.values()]


def _tried(step: LimitStep, trial: StepTrial | None) -> TriedStep:
    field = step.field
    becomes = field.say(step.after.get(field))
    query = urlencode({"field": field.name, "cell": step.after.text(field.name)})
    if trial is None or trial.tally.boards < 2:
        return TriedStep(becomes, _verdict(trial), "", 0, False, query)
    gain = f"{trial.tally.mean:+.2f} ± {trial.tally.error:.2f}".replace("-", "−")
    return TriedStep(becomes, _verdict(trial), gain, trial.tally.boards, trial.clear and trial.tally.mean > 0, query)


def _verdict(trial: StepTrial | None) -> str:
    if trial is None:
        return "not tried yet"
    if trial.clear:
        return "gains" if trial.tally.mean > 0 else "loses"
    if not trial.ended:
        return "being tried"
    return "no clear difference" if trial.tally.boards else "changes no call"
