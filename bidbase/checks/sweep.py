"""Sweeps: every section of a system checked, and after a change only those for which the change can matter."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.otherwise import new_patterns
from bidbase.checks.conventions import names_used
from bidbase.checks.coverage import coverage_of
from bidbase.checks.covered import Coverage
from bidbase.checks.registry import findings_in, rules_for
from bidbase.checks.rule import Finding
from bidbase.checks.survey import Survey


@dataclass(frozen=True, slots=True)
class SectionReport:
    """What the rules find in a section, and what that depends on.

    `met` are the names of the sections that were met on the way, and of those that would have been met if the system
    had them. `served` is a digest of the auctions in which the section was tried. `coverage` is what becomes of the
    hands that reach the section, None where no auction was found in which it comes first.
    """

    findings: tuple[Finding, ...]
    coverage: Coverage | None
    met: frozenset[str]
    served: str


def report_on(survey: Survey, section: str) -> SectionReport:
    """Run the rules over a section, the thorough ones too."""
    survey.begin()
    findings = tuple(findings_in(survey, section, rules_for(thorough=True)))
    coverage = coverage_of(survey, section)
    return SectionReport(findings, coverage, survey.turns.sections_met(), served_by(survey, section))


def served_by(survey: Survey, section: str) -> str:
    """A digest of the auctions in which a section is tried."""
    served = survey.auctions_of(survey.system.sections[section][0])
    return blake2b(repr([[int(call) for call in calls] for calls in served]).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class KnownReport:
    """What is known of an earlier report on a section; see `SectionReport`."""

    met: frozenset[str]
    served: str


class SystemChange:
    """What has changed from an `old` system to the system of a survey, as far as it matters for reports on sections."""

    def __init__(self, survey: Survey, old: Bidder) -> None:
        new = survey.bidder
        self._survey = survey
        self.differing = new.differing_sections(old)
        """The names of the sections that do not say the same in both."""
        self._anywhere = bool(new_patterns(old, self.differing))
        self._listed = {name.casefold() for name in new.system.conventions} ^ {
            name.casefold() for name in old.system.conventions
        }

    def affects(self, section: str, report: KnownReport) -> bool:
        """Whether a report on a section that both systems have, made on the old one, may no longer hold.

        It holds if nothing that was met has changed and the section is tried in the same auctions. A new pattern or
        situation may be met anywhere, so that no report holds.
        """
        return (
            self._anywhere
            or not report.met.isdisjoint(self.differing)
            or section in self.differing
            or bool(self._listed and self._listed & names_used(self._survey.system, section))
            or report.served != served_by(self._survey, section)
        )
