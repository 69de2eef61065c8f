"""The worker's part in taking over what was chosen: some seconds for a whole system."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from bidbase.errors import SystemFileError
from editor.files.models import Merge
from editor.files.services import NotTaken, take
from editor.runs.kinds import Arguments, Reporter, StillWorking, register

TAKE = "take into system"


def taking_of(merge: Merge) -> StillWorking:
    """Taking over what was chosen. The result has the name of the system, or why nothing was taken."""
    arguments = {"merge": merge.pk, "made": merge.made.isoformat(), "chosen": merge.chosen}
    back = reverse("editor:merge", args=[merge.pk])
    return StillWorking(TAKE, arguments, "Taking over what you have chosen", back=back)


def _take(arguments: Arguments, report: Reporter) -> dict[str, Any]:
    try:
        system = take(merge_id=arguments["merge"], report=report)
    except (NotTaken, SystemFileError) as error:
        return {"faults": error.faults}
    return {"faults": [], "system": system.slug}


register(TAKE, _take)
