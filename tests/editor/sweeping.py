"""What the tests of sweeps share: changes of a system, and what is wrong with it."""

from django.contrib.auth.models import User

from bidbase.checks import Survey, rules_for, survey_checks
from editor.models import SystemRow
from editor.store.entries.services import save_entry
from editor.store.findings.selectors import findings_of
from editor.store.systems.selectors import bidder_for
from editor.write.entry.selectors import cells_of


def changed(system: SystemRow, ref: str, by: User, **texts: str) -> SystemRow:
    row = system.entries.get(ref=ref)
    return save_entry(system=system, texts={**cells_of(row), **texts}, seen=row, by=by)[0]


def found_by_check(system: SystemRow) -> list[tuple[str, str | None, str]]:
    """What `bidbase check --thorough` finds."""
    findings = survey_checks(Survey(bidder_for(system)), rules_for(thorough=True))
    return sorted((one.rule, one.section or "", one.message) for one in findings)


def found(system: SystemRow) -> list[tuple[str, str | None, str]]:
    return sorted((one.rule, one.section or "", one.message) for one in findings_of(system))
