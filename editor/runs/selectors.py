"""Reading what workers have worked out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from editor.runs.kinds import StillWorking, digest_of
from editor.runs.models import Run

WAITS = timedelta(seconds=10)  # work that waits for longer has lost the message that wakes a worker


def result_of(needed: StillWorking) -> Any:
    """The result of this work. Raises `needed` while there is none."""
    done = Run.objects.filter(kind=needed.kind, key=digest_of(needed.arguments), state=Run.State.DONE)
    results = list(done.values_list("result", flat=True))
    if not results:
        raise needed
    return results[0]


def work_waits() -> bool:
    """Whether a visitor's work waits for a worker: what nobody waits for leaves it to him."""
    return Run.objects.filter(state=Run.State.WAITING, updated_at__gt=timezone.now() - WAITS).exists()
