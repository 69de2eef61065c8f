"""What takes a worker some seconds: writing a system in a format, and comparing a file with a system."""

from __future__ import annotations

import math
import time
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from bidbase.errors import SystemFileError
from bidbase.exports.formats import FORMATS
from bidbase.systems import System
from bidbase_web.jobs.job import PIECE_SECONDS, Impossible, Job, LongJob, PieceDone, Reporter
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import SystemVersion, engine_system
from editor.store.systems.versions import Version
from editor.write.files.differences import KINDS, Pair, label_of
from editor.write.files.models import Merge
from editor.write.files.selectors import offer_of

MOST_LISTED = 200  # differences of a kind
MOST_FAULTS = 200


@dataclass(frozen=True)
class WriteSystem(LongJob[int, dict[str, Any]]):
    """Writing a system in a format, as it is at its revision. `content_of` reads the result.

    The steps of a format are gone through piece by piece. What was done before is on the shelf, and is soon repeated.
    """

    kind = "write system"
    doing = "Writing {title} as a file"
    unit = "auctions"
    while_watched = True

    system: SystemVersion
    title: str
    format: str

    @classmethod
    def of(cls, system: SystemRow, format_name: str) -> WriteSystem:
        """The job of a system and a format."""
        back = reverse("editor:files", args=[system.slug])
        return cls(SystemVersion.of(system), system.title, format_name, back=back)

    def piece(self, reached: int | None, report: Reporter) -> PieceDone[int, dict[str, Any]]:
        """Go on with the steps of the format, or write the file."""
        system, done, deadline = engine_system(self.system.open()), 0, math.inf
        for done, _ in enumerate(FORMATS[self.format].steps(system), 1):
            report(done=done)
            if done == (reached or 0) + 1:
                deadline = time.monotonic() + PIECE_SECONDS
            if time.monotonic() >= deadline:
                return PieceDone(done, {"done": done})
        return PieceDone(done, finished=True, result=self._written(system, report))

    def _written(self, system: System, report: Reporter) -> dict[str, Any]:
        try:
            content = FORMATS[self.format].write(system, report)
        except SystemFileError as error:
            return {"faults": error.faults[:MOST_FAULTS]}
        return {"faults": [], "size": len(content), "content": b64encode(content).decode("ascii")}


def content_of(stored: dict[str, Any]) -> bytes:
    """The content of the file that a worker has written."""
    return b64decode(stored["content"])


@dataclass(frozen=True)
class CompareMerge(Job[dict[str, Any]]):
    """Comparing what is merged with the target as it is now. The result is what `Differences` of the page shows."""

    kind = "compare system"
    doing = "Reading {name}"
    while_watched = True

    merge: int
    made: str
    target: SystemVersion | None
    name: str = field(default="", compare=False)

    @classmethod
    def of(cls, merge: Merge) -> CompareMerge:
        """The job of a merge."""
        target = SystemVersion.of(merge.target) if merge.target else None
        return cls(merge.pk, merge.made.isoformat(), target, merge.name, back=reverse("editor:systems"))

    def work(self, report: Reporter) -> dict[str, Any]:
        """Read it and compare."""
        merge = Merge.objects.select_related("system", "base", "source").filter(pk=self.merge).first()
        if merge is None:
            raise Impossible("What was to be merged is no longer there.")
        try:
            pairs = offer_of(merge, self.target.open() if self.target else None, report).pairs
        except SystemFileError as error:
            return {"faults": error.faults[:MOST_FAULTS], "number": len(error.faults)}
        by_kind = {kind: [pair for pair in pairs if pair.kind == kind] for kind in KINDS}
        counts = {kind: len(those) for kind, those in by_kind.items()}
        listed = {kind: [_line(pair) for pair in those[:MOST_LISTED]] for kind, those in by_kind.items()}
        return {"faults": [], "counts": counts, "listed": listed}


def _line(pair: Pair) -> dict[str, Any]:
    """A difference as JSON: its key, what it is about, and what each column says before and after."""
    row: Version = pair.wanted or pair.held
    columns = [
        [label_of(row, name), getattr(pair.held, name, ""), getattr(pair.wanted, name, "")] for name in pair.differing
    ]
    bid = row.bid if isinstance(row, EntryRow) else ""
    return {"key": pair.key, "name": (pair.held or row).known_as, "bid": bid, "columns": columns}
