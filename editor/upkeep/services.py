"""Beginning long work over a system anew when people have changed it."""

from __future__ import annotations

from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from editor.runs.pages import prepare
from editor.runs.services import cancel
from editor.systems.models import SystemRow


def begin_anew(*, system: SystemRow, needed: StillWorking) -> None:
    """Have this work done with a system that people have changed. With the system as it was it is of no use any more.

    With a shipped system it is done when somebody asks, or when a system that stands on it needs it.
    """
    if system.shipped:
        return
    of_kind = Run.objects.filter(kind=needed.kind, arguments__system=system.pk)
    for run in of_kind.exclude(arguments__revision=system.revision):
        cancel(run=run)
    prepare(needed)
