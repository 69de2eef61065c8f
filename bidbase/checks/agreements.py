"""Agreements: one choice is played in each, and the conventions of which they speak are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey


def _names(survey: Survey, _: str) -> Iterator[Violation]:
    system = survey.system
    decided = Counter(name for agreement in system.agreements.values() for name in agreement.decides)
    for agreement in system.agreements.values():
        for name in sorted(agreement.named - system.conventions.keys()):
            yield None, f"{agreement.name} speaks of {name}, but the system lists no such convention"
        for name in sorted(name for name in agreement.decides if decided[name] > 1):
            yield None, f"{agreement.name} switches {name}, which another agreement switches too"


def _one_choice(survey: Survey, _: str) -> Iterator[Violation]:
    for agreement in survey.system.agreements.values():
        if clashing := agreement.clashing(survey.system.conventions):
            yield None, f"{agreement.name}: {' and '.join(choice.label for choice in clashing)} exclude each other"


RULES = (
    Rule(
        "agreement-names",
        "The system lists the conventions of which agreements speak, and no two agreements switch the same one.",
        Severity.ERROR,
        _names,
        whole_system=True,
    ),
    Rule(
        "one-choice",
        "Of the choices of an agreement one is played. Two that exclude each other give one call two meanings.",
        Severity.WARNING,
        _one_choice,
        whole_system=True,
    ),
)
