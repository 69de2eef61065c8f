"""The registry of all rules, and functions that run them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from bidbase.bidding.bidder import Bidder
from bidbase.checks import (
    agreements,
    alerts,
    auction_reachability,
    board_ends,
    calls,
    conventions,
    coverage,
    disclosures,
    ends,
    look_alikes,
    monotony,
    reachability,
    records,
    test_hands,
    texts,
    tops,
)
from bidbase.checks.rule import Effort, Finding, Rule, Severity, excuse
from bidbase.checks.survey import Survey
from bidbase.systems import System

RULES: tuple[Rule, ...] = (
    *test_hands.RULES,
    *records.RULES,
    *reachability.RULES,
    *auction_reachability.RULES,
    *calls.RULES,
    *conventions.RULES,
    *agreements.RULES,
    *disclosures.RULES,
    *texts.RULES,
    *alerts.RULES,
    *look_alikes.RULES,
    *coverage.RULES,
    *ends.RULES,
    *tops.RULES,
    *monotony.RULES,
    *board_ends.RULES,
)
"""Every rule; no two have the same name."""

RULE_BY_NAME = {rule.name: rule for rule in RULES}


def rules_for(thorough: bool = False) -> list[str]:
    """The names of the rules that are run when no rule is named."""
    return [rule.name for rule in RULES if rule.effort is Effort.QUICK or (thorough and rule.effort is Effort.THOROUGH)]


def run_checks(
    system: System, names: Collection[str] | None = None, sections: Iterable[str] | None = None
) -> Iterator[Finding]:
    """What these rules find in these sections of a system.

    Without `names` the quick rules are run, without `sections` all sections and the rules over the whole system.
    """
    return survey_checks(Survey(Bidder(system)), names, sections)


def survey_checks(
    survey: Survey, names: Collection[str] | None = None, sections: Iterable[str] | None = None
) -> Iterator[Finding]:
    """What these rules find, as in `run_checks`, in a system whose survey may hold earlier results."""
    names = rules_for() if names is None else names
    for section in survey.system.sections if sections is None else sections:
        survey.begin()
        yield from findings_in(survey, section, names)
    if sections is None:
        yield from findings_about_system(survey, names)


def findings_in(survey: Survey, section: str, names: Iterable[str]) -> Iterator[Finding]:
    """What these rules find in a section, without what is excused. Errors are never excused."""
    for rule in map(RULE_BY_NAME.__getitem__, names):
        for entry, message, *proof in rule.run(survey, section) if not rule.whole_system else ():
            concerned = [entry] if entry is not None else survey.system.sections[section]
            if rule.severity is Severity.ERROR or not excuse(rule.name, message, concerned):
                yield Finding(rule.name, rule.severity, section, entry, message, *proof)


def findings_about_system(survey: Survey, names: Iterable[str]) -> Iterator[Finding]:
    """What the rules that look at the system as a whole find, among the rules named, without what is excused."""
    for rule in map(RULE_BY_NAME.__getitem__, names):
        for entry, message, *proof in rule.run(survey, "") if rule.whole_system else ():
            section = entry.section if entry is not None else None
            if entry is None or not excuse(rule.name, message, [entry]):
                yield Finding(rule.name, rule.severity, section, entry, message, *proof)
