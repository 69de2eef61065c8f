"""What a page does that needs work done."""

from __future__ import annotations

from django.http import HttpRequest

from bidbase_site.web import owner_of
from editor.runs import services, tasks
from editor.runs.kinds import StillWorking
from editor.runs.models import Run


def have_done(request: HttpRequest, needed: StillWorking) -> Run:
    """Ask for this work on behalf of the visitor, and wake a worker where that helps."""
    return _ask(needed, owner_of(request))


def prepare(needed: StillWorking) -> None:
    """Ask for work that a visitor will probably need next. Nobody waits for it yet."""
    _ask(needed, "")


def _ask(needed: StillWorking, owner: str) -> Run:
    run, wake = services.ask(kind=needed.kind, arguments=needed.arguments, owner=owner)
    if wake:
        tasks.wake(run)
    return run
