"""The worker's part in taking over what was chosen: some seconds for a whole system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from bidbase.errors import SystemFileError
from bidbase_web.jobs.job import Job, Reporter
from editor.write.files.models import Merge
from editor.write.files.services import NotTaken, take


@dataclass(frozen=True)
class TakeMerge(Job[dict[str, Any]]):
    """Taking over what was chosen. The result has the name of the system, or why nothing was taken."""

    kind = "take into system"
    doing = "Taking over what you have chosen"

    merge: int
    made: str
    chosen: dict[str, Any]

    @classmethod
    def of(cls, merge: Merge) -> TakeMerge:
        """The job of a merge."""
        return cls(merge.pk, merge.made.isoformat(), merge.chosen or {}, back=reverse("editor:merge", args=[merge.pk]))

    def work(self, report: Reporter) -> dict[str, Any]:
        """Take it over."""
        try:
            system = take(merge_id=self.merge, report=report)
        except (NotTaken, SystemFileError) as error:
            return {"faults": error.faults}
        return {"faults": [], "system": system.slug}
