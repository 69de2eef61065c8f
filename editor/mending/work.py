"""Mends of a finding, as a worker looks for them and tries them."""

from __future__ import annotations

from typing import Any

from editor.findings.kinds import register_mends
from editor.mending.definition import TriedMend
from editor.mending.trials import RULES, Faulty, mends_for
from editor.runs.kinds import Arguments, Reporter, StillWorking, register
from editor.systems.models import SystemRow
from editor.systems.selectors import bidder_for

KIND = "mends of a finding"


def needed_for_mends(system: SystemRow, rule: str, section: str, ref: str, back: str) -> StillWorking:
    """The mends of what a rule has found with an entry, or with a section as a whole where the ref is blank."""
    arguments = {"system": [system.pk, str(system.created), system.revision], "rule": rule, "section": section}
    return StillWorking(KIND, {**arguments, "ref": ref}, "Trying mends", back=back)


def found_mends(result: Any) -> list[TriedMend] | None:
    """What a worker has found; None where the finding is gone."""
    return None if result is None else [TriedMend.of(record) for record in result]


def _work(arguments: Arguments, report: Reporter) -> Any:
    pk, _, revision = arguments["system"]
    system = SystemRow.objects.select_related("base").get(pk=pk).as_of(revision)
    bidder, ref, section = bidder_for(system), arguments["ref"], arguments["section"]
    entry = bidder.system.by_id.get(ref)
    if section not in bidder.system.sections or (ref and (entry is None or entry.section != section)):
        return None
    row = system.entries.filter(ref=ref).first() if ref else None
    faulty = Faulty(arguments["rule"], system, bidder, section, entry, row)
    return [*mends_for(faulty, report)] if faulty.stands else None


register(KIND, _work)
register_mends(RULES)
