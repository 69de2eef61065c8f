"""The sweep of a system, as workers do it: what has to be checked anew, section after section, then boards."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain

from bidbase.checks import Survey, rules_for
from bidbase.checks.boards import BidBoard
from bidbase.checks.registry import findings_about_system
from bidbase.checks.survey import BOARDS
from bidbase.checks.sweep import SectionReport, SystemChange, report_on
from bidbase_web.jobs.job import PIECE_SECONDS, JobLine, LongJob, PieceDone, Reporter
from editor.store.boards.robots import AT_A_TIME, bids_as_base, boards_now
from editor.store.boards.services import keep_boards
from editor.store.findings.models import finding_record
from editor.store.findings.selectors import (
    StandingReport,
    is_swept,
    reported_sections,
    reports_of,
    standing_in,
    swept_of,
)
from editor.store.findings.services import begin_with, end_sweep, keep_reports
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion, bidder_for, bidder_of_key
from editor.store.upkeep.selectors import first_to_do

MOST_SURVEYS = 2  # kept by a process; one takes some megabytes


@dataclass(frozen=True)
class Sweeping:
    """How far a sweep is: it is at this system, these sections are left, of so many in all, and boards from this one.

    `found` counts what was found, and `began` is in seconds since 1970.
    """

    of: SystemVersion
    todo: list[str]
    total: int
    boards: int
    found: int
    began: int

    @property
    def progress(self) -> dict[str, int]:
        """What the page tells of it."""
        done = self.total - len(self.todo)
        return {"done": done, "total": self.total, "found": self.found, "boards": self.boards, "began": self.began}


@dataclass(frozen=True)
class Sweep(LongJob[Sweeping, None]):
    """The sweep of a system as it is at its revision.

    The systems on which it stands are swept before it, so that only what differs from them has to be checked in it.
    Where they have not been swept yet, which takes long, what differs is looked at first: people want to know about
    their own changes.
    """

    kind = "sweep"
    line = JobLine.UPKEEP
    doing = "Sweeping {title}"
    unit = "sections"

    system: SystemVersion
    title: str = field(default="", compare=False)

    @classmethod
    def of(cls, system: SystemRow) -> Sweep:
        """The job of a system."""
        return cls(SystemVersion.of(system), system.title)

    def piece(self, reached: Sweeping | None, report: Reporter) -> PieceDone[Sweeping, None]:
        """Plan the sweep, check some sections, or end it."""
        system = self.system.open()
        target = first_to_do(system, is_swept)
        of = SystemVersion.of(target)
        if target is not system and reached is None:
            return _plan_own_changes(system)
        if target is not system and reached is not None and reached.of == self.system and reached.todo:
            return _check(system, reached, report)
        if reached is None or reached.of != of:
            return _plan(target, of, report)
        if not reached.todo and reached.boards >= BOARDS:
            return _end(target, reached, report, finished=target is system)
        return _check(target, reached, report)


def _plan_own_changes(system: SystemRow) -> PieceDone[Sweeping, None]:
    """The sections in which a system differs from the one that it stands on. Boards are bid when that is swept."""
    assert system.standing is not None, "only a system on another one waits for that"
    differing = bidder_for(system).differing_sections(bidder_for(system.standing))
    todo = [section for section in _survey(system).system.sections if section in differing]
    reached = Sweeping(SystemVersion.of(system), todo, len(todo), boards=BOARDS, found=0, began=int(time.time()))
    return PieceDone(reached, reached.progress, partial(begin_with, system=system, ground=None, gone=[]))


def _check(system: SystemRow, reached: Sweeping, report: Reporter) -> PieceDone[Sweeping, None]:
    """Check some sections, and have robots bid some boards when all are checked."""
    reported = reported_sections(system)  # another sweep, of a system that stands on this one, may check the same
    todo = [section for section in reached.todo if section not in reported]
    survey, first = _survey(system), reached.boards
    reports: dict[str, SectionReport] = {}
    bid: dict[int, list[BidBoard]] = {}
    deadline = time.monotonic() + PIECE_SECONDS
    while (todo or first < BOARDS) and time.monotonic() < deadline:
        if todo:
            section = todo.pop(0)
            reports[section] = report_on(survey, section)
        else:
            bid[first] = boards_now(system, first, BOARDS, partial(report, **replace(reached, todo=todo).progress))
            first += len(bid[first])
        report(**replace(reached, todo=todo).progress)
    found = reached.found + sum(len(made.findings) for made in reports.values())
    reached = replace(reached, todo=todo, boards=first, found=found)
    keep = partial(_keep, system, reports, bid if bid and not bids_as_base(system) else {})
    return PieceDone(reached, reached.progress, keep)


def _plan(system: SystemRow, of: SystemVersion, report: Reporter) -> PieceDone[Sweeping, None]:
    """What has to be checked: all sections of which no report holds, those that have changed first."""
    swept, survey = swept_of(system), _survey(system)
    has_ground = swept is not None and (swept.revision or swept.ground_id)
    ground = swept_of(system.base) if not has_ground and system.base is not None else None
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
    reached = Sweeping(of, todo, len(todo), boards=0, found=0, began=int(time.time()))
    keep = partial(begin_with, system=system, ground=ground, gone=[name for name in known if name not in sections])
    return PieceDone(reached, reached.progress, keep)


def _end(system: SystemRow, reached: Sweeping, report: Reporter, *, finished: bool) -> PieceDone[Sweeping, None]:
    """The last piece: what is wrong with the system as a whole, and with the boards, which were bid before."""
    told = partial(report, **reached.progress)
    parts = (boards_now(system, first, BOARDS, told) for first in range(0, BOARDS, AT_A_TIME))
    survey = Survey(bidder_for(system), boards=[*chain.from_iterable(parts)])
    findings = [finding_record(finding) for finding in findings_about_system(survey, rules_for(thorough=True))]
    keep = partial(end_sweep, system=system, findings=findings)
    return PieceDone(reached, reached.progress, keep, finished)


def _keep(system: SystemRow, reports: dict[str, SectionReport], bid: dict[int, list[BidBoard]]) -> None:
    keep_reports(system=system, reports=reports)
    keep_boards(system=system, bid=bid)


def _survey(system: SystemRow) -> Survey:
    return _kept_survey(SystemVersion.of(system))


@lru_cache(maxsize=MOST_SURVEYS)
def _kept_survey(version: SystemVersion) -> Survey:
    return Survey(version.bidder)
