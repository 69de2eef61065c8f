"""What sweeps have found, section by section."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any, Self

from django.db import models

from bidbase.bidding.estimates import Share
from bidbase.checks import Finding
from bidbase.checks.covered import Coverage
from bidbase.checks.rule import BoardProof
from bidbase.checks.sweep import KnownReport, SectionReport
from bidbase.game.auction import Call
from editor.store.systems.models import SystemRow


@dataclass(frozen=True)
class FoundOne:
    """A finding as pages show it. `section` is None where it is about the system as a whole."""

    rule: str
    severity: str
    section: str | None
    ref: str
    message: str
    proof: BoardProof | None = None

    @classmethod
    def of(cls, record: dict[str, Any]) -> Self:
        """A finding that was kept."""
        proof = record["proof"]
        return cls(**{**record, "proof": BoardProof(proof[0], tuple(proof[1]), proof[2]) if proof else None})


def finding_record(finding: Finding) -> dict[str, Any]:
    """A finding as it is kept."""
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "section": finding.section,
        "ref": finding.entry.id if finding.entry else "",
        "message": finding.message,
        "proof": finding.proof,
    }


def coverage_record(coverage: Coverage) -> dict[str, Any]:
    """What becomes of the hands that reach a section, as it is kept: see `Covered`."""
    return {
        "after": coverage.auction.prior_bids,
        "circumstances": coverage.circumstances,
        "deals": [coverage.deals.found, coverage.deals.tried] if coverage.deals else None,
        "hands": coverage.hands,
        "by_entry": [[str(made.call), made.entry.id, made.hands] for made in coverage.by_entry],
        "unfit": coverage.unfit,
        "example": str(coverage.example or ""),
    }


@dataclass(frozen=True)
class Covered:
    """What becomes of the hands that reach a section, as pages show it; the engine's `Coverage` says what is what.

    `after` are the calls since the opening. `by_entry` has the call, the ref of the entry, and how many hands.
    """

    section: str
    after: str
    circumstances: str
    deals: Share | None
    hands: int
    by_entry: tuple[tuple[Call, str, int], ...]
    unfit: int
    example: str

    @classmethod
    def of(cls, section: str, record: dict[str, Any]) -> Self:
        """What was kept of a section."""
        return cls(
            section,
            record["after"],
            record["circumstances"],
            Share(*record["deals"]) if record["deals"] else None,
            record["hands"],
            tuple((Call.parse(call), ref, hands) for call, ref, hands in record["by_entry"]),
            record["unfit"],
            record["example"],
        )

    @property
    def unfit_share(self) -> float:
        """The share of the hands that no entry fits."""
        return self.unfit / self.hands


class SweptSystem(models.Model):
    """How far a system has been swept: every section of it as of `revision`, 0 while the first sweep has not ended.

    Where it had not been swept before, the first sweep started from the `ground`, another system that was swept as of a
    revision: reports of the ground hold where the system has none of its own. `findings` are those about the system as
    a whole, as `SweptSection` has them, and `found` counts all.
    """

    system = models.OneToOneField(SystemRow, models.CASCADE, related_name="swept")
    revision = models.PositiveIntegerField(default=0)
    ground = models.ForeignKey(SystemRow, models.SET_NULL, null=True, blank=True, related_name="+")
    ground_revision = models.PositiveIntegerField(default=0)
    findings = models.JSONField(default=list, blank=True)
    found = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.system} swept as of revision {self.revision}"


class SweptSection(models.Model):
    """What all rules find in a section of a system: a version that holds from the revision `since` on, before `until`.

    Each of the `findings` has the name of its `rule`, its `severity`, the `ref` of its entry, blank where it is about
    the whole section, and a `message`; `found` counts them. `met` and `served` are what the report depends on, as in
    the engine's `SectionReport`, and `coverage` is what becomes of the hands that reach the section, None where no
    auction was found that leads to it. A version that is `gone` says that the system does not have this section.
    """

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="swept_sections")
    section = models.TextField()
    since = models.PositiveIntegerField()
    until = models.PositiveIntegerField(null=True, blank=True)
    gone = models.BooleanField(default=False)
    findings = models.JSONField(default=list, blank=True)
    found = models.PositiveSmallIntegerField(default=0)
    coverage = models.JSONField(null=True, blank=True)
    met = models.BinaryField(default=bytes)
    served = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["system", "section", "since"], name="one_report_in_a_revision")]
        indexes = [models.Index(fields=["system", "until"], name="reports_that_hold")]

    def __str__(self) -> str:
        return f"{self.system_id}, {self.section or 'opening'}, revision {self.since}: {self.found} found"

    @classmethod
    def of(cls, system: SystemRow, section: str, report: SectionReport) -> Self:
        """A report on a section of a system at its revision."""
        findings = [finding_record(finding) for finding in report.findings]
        met = zlib.compress(json.dumps(sorted(report.met)).encode())
        return cls(
            system_id=system.pk,
            section=section,
            since=system.revision,
            findings=findings,
            found=len(findings),
            coverage=coverage_record(report.coverage) if report.coverage else None,
            met=met,
            served=report.served,
        )

    @property
    def known(self) -> KnownReport:
        """What the report depends on."""
        return KnownReport(frozenset(json.loads(zlib.decompress(self.met))), self.served)
