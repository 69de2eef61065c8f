"""What every entry must tell people: what it means."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey


def _disclosure_missing(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.system.sections[section]:
        if not entry.disclosure:
            yield entry, "it has no disclosure that people can read"


RULES = (
    Rule(
        "disclosure-missing",
        "Every entry has a text that tells people what it means.",
        Severity.ERROR,
        _disclosure_missing,
    ),
)
