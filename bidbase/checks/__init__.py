"""Checks of a system. Each is a pure rule with a name, an explanation and a severity, listed in one registry."""

from bidbase.checks.registry import RULE_BY_NAME, RULES, rules_for, run_checks, survey_checks
from bidbase.checks.rule import Effort, Finding, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import try_test_hand, why_test_hand_fails

__all__ = [
    "RULES",
    "RULE_BY_NAME",
    "Effort",
    "Finding",
    "Rule",
    "Severity",
    "Survey",
    "rules_for",
    "run_checks",
    "survey_checks",
    "try_test_hand",
    "why_test_hand_fails",
]
