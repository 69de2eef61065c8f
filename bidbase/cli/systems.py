"""`bidbase check`, `bidbase format` and `bidbase teams`: what is done with whole systems."""

from __future__ import annotations

import argparse
from pathlib import Path

from bidbase.bidding.boards import fresh_boards
from bidbase.bidding.teams import largest_swings, play_match, summary
from bidbase.checks import RULES, Severity, rules_for, run_checks
from bidbase.checks.report import counts, finding_line, finding_record, rule_lines
from bidbase.cli.options import Bidders, Commands, add_command, count, emit, refuse
from bidbase.errors import TextError
from bidbase.language.bids import parse_key
from bidbase.systems import load_system
from bidbase.systems.files import formatted_files


def add_commands(commands: Commands) -> None:
    """Add the three commands."""
    check = add_command(commands, "check", _check, "Check a system; the exit status is 1 when there are errors.")
    check.add_argument("system", nargs="?", default="sayc", help="a shipped system or a folder (default sayc)")
    check.add_argument("--section", action="append", help="only this section, as in 1N-P or (opening)")
    names = [rule.name for rule in RULES]
    check.add_argument("--rule", action="append", choices=names, metavar="NAME", help="only this rule; see --list")
    check.add_argument("--thorough", action="store_true", help="run the rules that take minutes too")
    check.add_argument("--json", action="store_true", help="write each finding as a line of JSON")
    check.add_argument("--list", action="store_true", help="list the rules with what they want")
    format_help = "Rewrite the CSV files of a system folder in their canonical form."
    format_ = add_command(commands, "format", _format, format_help)
    format_.add_argument("folder", type=Path, help="a folder with a system.toml")
    teams_help = "Let two systems play a team match, scored double dummy in IMPs."
    teams = add_command(commands, "teams", _teams, teams_help)
    teams.add_argument("one", help="a shipped system or a folder")
    teams.add_argument("two", help="the system of the other team")
    teams.add_argument("--boards", type=int, default=100, help="bid so many boards (default 100)")
    teams.add_argument("--seed", type=int, default=1, help="deal other boards (default 1)")
    swings_help = "print so many of the largest swings with both auctions"
    teams.add_argument("--swings", type=count, default=0, help=swings_help)


def _check(options: argparse.Namespace) -> int:
    if options.list:
        print("\n".join(rule_lines()))
        return 0
    system = load_system(options.system)
    try:
        sections = None if options.section is None else [str(parse_key(name)) for name in options.section]
    except TextError as error:
        return refuse(error)
    if unknown := [name for name in sections or () if name not in system.sections]:
        return refuse(f"{system.name} has no section {unknown[0]}")
    findings = []
    for finding in run_checks(system, options.rule or rules_for(options.thorough), sections):
        findings.append(finding)
        if options.json:
            emit(finding_record(finding))
        else:
            print(finding_line(finding))
    if not options.json:
        print(counts(findings))
    return 1 if any(finding.severity is Severity.ERROR for finding in findings) else 0


def _format(options: argparse.Namespace) -> int:
    for path, text in formatted_files(options.folder):
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path.name}")
    return 0


def _teams(options: argparse.Namespace) -> int:
    try:
        boards = fresh_boards(options.boards, options.seed)
    except ValueError as error:
        return refuse(str(error))
    bidders, names = Bidders(options.one), (options.one, options.two)
    played = play_match(bidders[options.one], bidders[options.two], boards)
    print(summary(names, played))
    for swing in largest_swings(played, options.swings):
        print("\n" + "\n".join(swing.lines(names)))
    return 0
