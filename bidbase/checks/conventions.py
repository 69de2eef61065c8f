"""Conventions: every name that is asked for is known, and every one that is listed is used."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.language.bids import PatternKey

NOBODY = "0"  # a selection code


def _unknown(survey: Survey, section: str) -> Iterator[Fault]:
    known = {name.casefold() for name in survey.system.conventions}
    key = survey.system.sections[section][0].key
    if isinstance(key, PatternKey):
        elements = [element for sub in key.pattern.alternatives for element in sub.elements]
        for name in dict.fromkeys(one.name for one in elements if one.name is not None):
            if name.casefold() not in known:
                yield None, f"the pattern asks for a call of {name!r}, which is not a convention of the system"
    for entry in survey.system.sections[section]:
        if entry.convention is not None and str(entry.convention) not in survey.system.conventions:
            yield entry, f"{entry.convention} is not a convention of the system"


def _unused(survey: Survey, _: str) -> Iterator[Fault]:
    used = {name for entry in survey.system.entries if entry.convention for name in entry.convention.chain()}
    for name, convention in survey.system.conventions.items():
        if name not in used and convention.use != NOBODY:
            yield None, f"no entry belongs to the convention {name}"


RULES = (
    Rule(
        "unknown-convention",
        "The conventions of entries, and those that patterns ask for, are listed.",
        Severity.ERROR,
        _unknown,
    ),
    Rule(
        "unused-convention",
        "Every convention that is listed and not switched off for both sides has an entry, of its own or of a name "
        "below it: a list of conventions may serve several systems.",
        Severity.WARNING,
        _unused,
        whole=True,
    ),
)
