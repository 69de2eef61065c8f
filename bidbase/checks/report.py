"""Findings and rules as lines of text and as records for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import fill

from bidbase.checks.registry import RULES
from bidbase.checks.rule import Effort, Finding

_WHEN_RUN = {Effort.QUICK: "", Effort.THOROUGH: ", with --thorough", Effort.ON_REQUEST: ", only when named"}


def finding_record(finding: Finding) -> dict[str, str | int | None]:
    """A finding for other programs. Fields that do not apply to it are None."""
    entry = finding.entry
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "section": finding.section,
        "entry": entry.id if entry else None,
        "file": entry.family if entry else None,
        "bid": entry.text("bid") if entry else None,
        "message": finding.message,
        "board": finding.proof.board if finding.proof else None,
        "auction": "-".join(finding.proof.calls) if finding.proof else None,
    }


def finding_line(finding: Finding) -> str:
    """A finding for people: its severity, the file and entry, what is wrong, and the rule."""
    family = f"{finding.entry.family}: " if finding.entry else ""
    return f"{finding.severity.value}: {family}{finding.where}: {finding.message} [{finding.rule}]"


def counts(findings: Iterable[Finding]) -> str:
    """The number of findings of each rule, the largest number first: `12 gap, 3 alert`."""
    count_by_rule = Counter(finding.rule for finding in findings)
    return ", ".join(f"{count} {rule}" for rule, count in count_by_rule.most_common()) or "nothing found"


def rule_lines() -> Iterator[str]:
    """Each rule with its severity, when it is run and what it requires."""
    for rule in RULES:
        yield f"{rule.name} ({rule.severity.value}{_WHEN_RUN[rule.effort]})"
        yield fill(rule.explanation, 100, initial_indent="    ", subsequent_indent="    ")
