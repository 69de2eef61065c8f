"""Findings and rules as lines of text and as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import fill

from bidbase.checks.registry import RULES
from bidbase.checks.rule import Effort, Finding

_WHEN = {Effort.QUICK: "", Effort.THOROUGH: ", with --thorough", Effort.ASKED: ", when it is named"}


def finding_record(finding: Finding) -> dict[str, str | None]:
    """A finding for other programs; what it is not about is None."""
    entry = finding.entry
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "section": finding.section,
        "entry": entry.id if entry else None,
        "file": entry.family if entry else None,
        "bid": entry.text("bid") if entry else None,
        "message": finding.message,
    }


def finding_line(finding: Finding) -> str:
    """A finding for people: file, place, what is wrong, and the rule."""
    family = f"{finding.entry.family}: " if finding.entry else ""
    return f"{finding.severity.value}: {family}{finding.where}: {finding.message} [{finding.rule}]"


def counts(findings: Iterable[Finding]) -> str:
    """How many findings there are of each rule, those with most first."""
    found = Counter(finding.rule for finding in findings)
    return ", ".join(f"{count} {rule}" for rule, count in found.most_common()) or "nothing found"


def rule_lines() -> Iterator[str]:
    """Each rule with its severity, when it is run and what it wants."""
    for rule in RULES:
        yield f"{rule.name} ({rule.severity.value}{_WHEN[rule.effort]})"
        yield fill(rule.explanation, 100, initial_indent="    ", subsequent_indent="    ")
