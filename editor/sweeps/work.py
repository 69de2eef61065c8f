"""The sweep of a system, as workers do it: what has to be checked anew, section after section, then boards."""

from __future__ import annotations

import time
from collections import defaultdict
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from bidbase.checks import Survey, rules_for
from bidbase.checks.boards import BidBoard
from bidbase.checks.registry import findings_about_system
from bidbase.checks.survey import BOARDS
from bidbase.checks.sweep import SectionReport, SystemChange, report_on
from editor.boards.robots import AT_A_TIME, bids_as_base, boards_now
from editor.boards.services import keep_boards
from editor.findings.models import finding_record
from editor.findings.selectors import StandingReport, is_swept, reported_sections, reports_of, standing_in, swept_of
from editor.findings.services import begin_with, end_sweep, keep_reports
from editor.runs.kinds import PIECE_SECONDS, Arguments, PieceDone, Reporter, register_long
from editor.sweeps.selectors import KIND
from editor.systems.models import SystemRow
from editor.systems.selectors import bidder_for, bidder_of_key
from editor.upkeep.selectors import first_to_do, system_of

MOST_SURVEYS = 2  # kept by a process; one takes some megabytes


def _sweep(arguments: Arguments, reached: Any, report: Reporter) -> PieceDone:
    """A piece of the sweep of a system: it is planned, some sections of it are checked, or it is ended.

    The systems on which it stands are swept before it, so that only what differs from them has to be checked in it.
    """
    system = system_of(arguments)
    target = first_to_do(system, is_swept)
    of = [target.pk, target.revision]
    if reached is None or reached["of"] != of:
        return _plan(target, of, report)
    if not reached["todo"] and reached["boards"] >= BOARDS:
        return _end(target, reached, report, finished=target is system)
    reported = reported_sections(target)  # another sweep, of a system that stands on this one, may check the same
    todo = [section for section in reached["todo"] if section not in reported]
    survey, first = _survey(target), reached["boards"]
    reports: dict[str, SectionReport] = {}
    bid: dict[int, list[BidBoard]] = {}
    deadline = time.monotonic() + PIECE_SECONDS
    while (todo or first < BOARDS) and time.monotonic() < deadline:
        if todo:
            section = todo.pop(0)
            reports[section] = report_on(survey, section)
        else:
            bid[first] = boards_now(target, first, BOARDS, partial(report, **_progress(reached, todo)))
            first += len(bid[first])
        report(**_progress(reached, todo))
    found = reached["found"] + sum(len(made.findings) for made in reports.values())
    reached = {**reached, "todo": todo, "boards": first, "found": found}
    keep = partial(_keep, target, reports, bid if bid and not bids_as_base(target) else {})
    return PieceDone(reached, _progress(reached, todo), keep)


def _plan(system: SystemRow, of: list[int], report: Reporter) -> PieceDone:
    """What has to be checked: all sections of which no report holds, those that have changed first."""
    swept, survey = swept_of(system), _survey(system)
    ground = swept_of(system.base) if swept is None and system.base is not None else None
    known = reports_of(swept) if ground is None else standing_in(ground)
    by_system: dict[tuple[int, int], list[StandingReport]] = defaultdict(list)
    for standing in known.values():
        by_system[standing.system, standing.revision].append(standing)
    sections = survey.system.sections
    holding, changed = set[str](), set[str]()
    for (pk, revision), standings in by_system.items():
        change = SystemChange(survey, bidder_of_key(pk, revision))
        changed |= change.differing
        for standing in standings:
            report()
            section = standing.row.section
            if section in sections and not change.affects(section, standing.row.known):
                holding.add(section)
    todo = sorted((name for name in sections if name not in holding), key=lambda name: name not in changed)
    reached = {"of": of, "todo": todo, "total": len(todo), "boards": 0, "found": 0, "began": int(time.time())}
    keep = partial(begin_with, system=system, ground=ground, gone=[name for name in known if name not in sections])
    return PieceDone(reached, _progress(reached, todo), keep)


def _end(system: SystemRow, reached: Any, report: Reporter, *, finished: bool) -> PieceDone:
    """The last piece: what is wrong with the system as a whole, and with the boards, which were bid before."""
    told = partial(report, **_progress(reached, []))
    parts = (boards_now(system, first, BOARDS, told) for first in range(0, BOARDS, AT_A_TIME))
    survey = Survey(bidder_for(system), boards=[*chain.from_iterable(parts)])
    findings = [finding_record(finding) for finding in findings_about_system(survey, rules_for(thorough=True))]
    keep = partial(end_sweep, system=system, findings=findings)
    return PieceDone(reached, _progress(reached, []), keep, finished)


def _progress(reached: Any, todo: list[str]) -> dict[str, int]:
    total: int = reached["total"]
    told = {name: reached[name] for name in ("found", "boards", "began")}
    return {"done": total - len(todo), "total": total, **told}


def _keep(system: SystemRow, reports: dict[str, SectionReport], bid: dict[int, list[BidBoard]]) -> None:
    keep_reports(system=system, reports=reports)
    keep_boards(system=system, bid=bid)


def _survey(system: SystemRow) -> Survey:
    return _kept_survey(system.pk, str(system.created), system.revision)


@lru_cache(maxsize=MOST_SURVEYS)
def _kept_survey(pk: int, created: str, revision: int) -> Survey:
    return Survey(bidder_of_key(pk, revision))


register_long(KIND, _sweep)
