"""Writing the notes: a worker writes what takes longer than a page has, once for each system and revision."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase_web.jobs.job import Job, Reporter
from editor.read.booklet.chapters import booklet_html, chapter_html
from editor.store.systems.selectors import SystemVersion


@dataclass(frozen=True)
class Booklet(Job[str]):
    """A chapter of the notes of a system, without a `family` all of them. The result is HTML."""

    kind = "booklet"
    doing = "Writing the system notes"
    unit = "chapters"
    while_watched = True

    system: SystemVersion
    family: str = ""

    def work(self, report: Reporter) -> str:
        """Write it."""
        system = self.system.open()
        if self.family:
            return chapter_html(system, self.family)
        written = []
        for html in booklet_html(system):
            written.append(html)
            report(done=len(written))
        return "".join(written)
