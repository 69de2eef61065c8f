"""Writing the notes: a worker writes what takes longer than a page has, once for each system and revision."""

from __future__ import annotations

from editor.booklet.drawing import booklet_html, chapter_html
from editor.runs.kinds import Arguments, Reporter, StillWorking, register
from editor.systems.models import SystemRow

KIND = "booklet"


def writing_of(system: SystemRow, family: str = "") -> StillWorking:
    """A chapter of the notes of a system, without a `family` all of them. The result is HTML."""
    arguments = {"system": system.pk, "revision": system.revision, "family": family}
    return StillWorking(KIND, arguments, "Writing the system notes", "chapters")


def _work(arguments: Arguments, report: Reporter) -> str:
    system = SystemRow.objects.get(pk=arguments["system"]).as_of(arguments["revision"])
    if arguments["family"]:
        return chapter_html(system, arguments["family"])
    written = []
    for html in booklet_html(system):
        written.append(html)
        report(done=len(written))
    return "".join(written)


register(KIND, _work)
