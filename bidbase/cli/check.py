"""`bidbase check`: the rules run over a whole system."""

from __future__ import annotations

import argparse

from bidbase.bidding.bidder import Bidder
from bidbase.checks import RULES, Severity, rules_for, run_checks
from bidbase.checks.choices import check_choices
from bidbase.checks.report import counts, finding_line, finding_record, rule_lines
from bidbase.cli.options import emit, refuse
from bidbase.language.bids import parse_key
from bidbase.systems import open_system


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("system", nargs="?", default="sayc", help="a shipped system or a folder (default sayc)")
    where = command.add_mutually_exclusive_group()
    where.add_argument("--section", action="append", help="only this section, as in 1N-P or (opening)")
    help_ = "in place of the system as it is played, each choice of its agreements that is not"
    where.add_argument("--choices", action="store_true", help=help_)
    names = [rule.name for rule in RULES]
    command.add_argument("--rule", action="append", choices=names, metavar="NAME", help="only this rule; see --list")
    command.add_argument("--thorough", action="store_true", help="run the rules that take minutes too")
    command.add_argument("--json", action="store_true", help="write each finding as a line of JSON")
    command.add_argument("--list", action="store_true", help="list the rules with what they want")


def run(options: argparse.Namespace) -> int:
    """Write each finding as it is found; the exit status is 1 when there are errors."""
    if options.list:
        print("\n".join(rule_lines()))
        return 0
    system = open_system(options.system)
    sections = None if options.section is None else [str(parse_key(name)) for name in options.section]
    if unknown := [name for name in sections or () if name not in system.sections]:
        return refuse(f"{system.name} has no section {unknown[0]}")
    rules = options.rule or rules_for(options.thorough)
    found = check_choices(Bidder(system), rules) if options.choices else run_checks(system, rules, sections)
    findings = []
    for finding in found:
        findings.append(finding)
        if options.json:
            emit(finding_record(finding))
        else:
            print(finding_line(finding))
    if not options.json:
        print(counts(findings))
    return 1 if any(finding.severity is Severity.ERROR for finding in findings) else 0
