"""Mends of a finding, as a worker looks for them and tries them."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase_web.jobs.job import Job, Reporter
from editor.prove.mend.candidates import Faulty, mends_for
from editor.prove.mend.tried_mends import TriedMend
from editor.store.systems.selectors import SystemVersion, bidder_for


@dataclass(frozen=True)
class MendFinding(Job[list[TriedMend] | None]):
    """The mends of what a rule has found with an entry, or with a section as a whole where the ref is blank.

    There is no result where the finding is gone.
    """

    kind = "mends of a finding"
    doing = "Trying mends"
    while_watched = True

    system: SystemVersion
    rule: str
    section: str
    ref: str

    def work(self, report: Reporter) -> list[TriedMend] | None:
        """Look for them and try them."""
        system = self.system.open()
        bidder = bidder_for(system)
        entry = bidder.system.by_id.get(self.ref)
        if self.section not in bidder.system.sections:
            return None
        if self.ref and (entry is None or entry.section != self.section):
            return None
        row = system.entries.filter(ref=self.ref).first() if self.ref else None
        faulty = Faulty(self.rule, system, bidder, self.section, entry, row)
        return [*mends_for(faulty, report)] if faulty.stands else None
