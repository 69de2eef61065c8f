"""What every entry must tell people: what it means, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey


def _disclosure_missing(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.system.sections[section]:
        if not entry.disclosure:
            yield entry, "there is no disclosure for people to read"


def _reference_missing(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.system.sections[section]:
        if not entry.text("reference"):
            yield entry, "the reference does not say where the rule comes from"


RULES = (
    Rule("disclosure-missing", "Every entry tells people what it means.", Severity.ERROR, _disclosure_missing),
    Rule("reference-missing", "Every entry says where its rule comes from.", Severity.ERROR, _reference_missing),
)
