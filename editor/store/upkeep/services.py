"""Beginning long work over a system anew when people have changed it."""

from __future__ import annotations

from typing import Any

from bidbase_web.jobs.job import Job
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import ask_for
from bidbase_web.jobs.services import cancel
from editor.store.systems.models import SystemRow


def begin_anew(*, system: SystemRow, job: Job[Any]) -> None:
    """Have this job done with a system that people have changed. With the system as it was it is of no use any more.

    With a shipped system it is done when somebody asks, or when a system that stands on it needs it.
    """
    if system.shipped:
        return
    of_kind = Run.objects.filter(kind=job.kind, arguments__system__key=system.pk)
    for run in of_kind.exclude(arguments__system__revision=system.revision):
        cancel(run=run)
    ask_for(job)
