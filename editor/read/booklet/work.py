"""Writing the notes: a worker writes what takes longer than a page has, once for each system and revision."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bidbase_web.jobs.job import PIECE_SECONDS, LongJob, PieceDone, Reporter
from editor.read.booklet.chapters import chapter_html, chapters_html
from editor.store.systems.selectors import SystemVersion


@dataclass(frozen=True)
class Booklet(LongJob[list[str], str]):
    """A chapter of the notes of a system, without a `family` all of them, some at a time. The result is HTML."""

    kind = "booklet"
    doing = "Writing the system notes"
    unit = "chapters"
    while_watched = True

    system: SystemVersion
    family: str = ""

    def piece(self, reached: list[str] | None, report: Reporter) -> PieceDone[list[str], str]:
        """Write some chapters."""
        system = self.system.open()
        if self.family:
            return PieceDone([], finished=True, result=chapter_html(system, self.family))
        written, chapters = reached or [], chapters_html(system)
        deadline = time.monotonic() + PIECE_SECONDS
        for write in chapters[len(written) :]:
            written.append(write())
            progress = {"done": len(written), "total": len(chapters)}
            report(**progress)
            if time.monotonic() >= deadline:
                return PieceDone(written, progress)
        return PieceDone([], finished=True, result="".join(written))
