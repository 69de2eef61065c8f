"""What every entry must tell people: what it means."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey


def _disclosure_missing(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.system.sections[section]:
        if not entry.disclosure:
            yield entry, "there is no disclosure for people to read"


RULES = (Rule("disclosure-missing", "Every entry tells people what it means.", Severity.ERROR, _disclosure_missing),)
