"""The worker's part in taking over what was chosen: some seconds for a whole system."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.urls import reverse

from bidbase.errors import SystemFileError
from bidbase_web.jobs.job import Job, Reporter
from editor.write.files.models import Merge
from editor.write.files.services import NotTaken, take


@dataclass(frozen=True)
class Taken:
    """The slug of the system into which something was taken, or why nothing was."""

    system: str = ""
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class TakeMerge(Job[Taken]):
    """Taking over what was chosen: see `choose`."""

    kind = "take into system"
    doing = "Taking over what you have chosen"

    merge: int
    made: str
    take: dict[str, str]
    marked: list[str]
    revision: int

    @classmethod
    def of(cls, merge: Merge) -> TakeMerge:
        """The job of a merge from which something was chosen."""
        assert merge.chosen is not None, "only what was chosen is taken"
        return cls(merge.pk, merge.made.isoformat(), **merge.chosen, back=reverse("editor:merge", args=[merge.pk]))

    def work(self, report: Reporter) -> Taken:
        """Take it over."""
        try:
            system = take(merge_id=self.merge, report=report)
        except (NotTaken, SystemFileError) as error:
            return Taken(faults=error.faults)
        return Taken(system.slug)
