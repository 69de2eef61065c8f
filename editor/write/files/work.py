"""What takes a worker some seconds: writing a system in a format, and comparing a file with a system."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

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
class WrittenFile:
    """A system in a format, or the faults for which it could not be written."""

    faults: list[str] = field(default_factory=list)
    content: bytes = b""

    @property
    def size(self) -> int:
        """How long it is, in bytes."""
        return len(self.content)


@dataclass(frozen=True)
class WriteSystem(LongJob[int, WrittenFile]):
    """Writing a system in a format, as it is at its revision.

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

    def piece(self, reached: int | None, report: Reporter) -> PieceDone[int, WrittenFile]:
        """Go on with the steps of the format, or write the file."""
        system, done, deadline = engine_system(self.system.open()), 0, math.inf
        for done, _ in enumerate(FORMATS[self.format].steps(system), 1):
            report(done=done)
            if done == (reached or 0) + 1:
                deadline = time.monotonic() + PIECE_SECONDS
            if time.monotonic() >= deadline:
                return PieceDone(done, {"done": done})
        return PieceDone(done, finished=True, result=self._written(system, report))

    def _written(self, system: System, report: Reporter) -> WrittenFile:
        try:
            return WrittenFile(content=FORMATS[self.format].write(system, report))
        except SystemFileError as error:
            return WrittenFile(error.faults[:MOST_FAULTS])


@dataclass(frozen=True)
class MergeDifference:
    """A difference: its key, the entry or convention, its bid, and each column with what it says before and after."""

    key: str
    name: str
    bid: str
    columns: list[tuple[str, str, str]]


@dataclass(frozen=True)
class Compared:
    """The differences by kind: how many there are, and the first of them. Or the first faults of a file, of so many.

    Of notes also how far they were understood, in words, and the first lines that were not read.
    """

    counts: dict[str, int] = field(default_factory=dict)
    listed: dict[str, list[MergeDifference]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    number: int = 0
    told: str = ""
    unread: list[str] = field(default_factory=list)
    number_unread: int = 0


@dataclass(frozen=True)
class CompareMerge(Job[Compared]):
    """Comparing what is merged with the target as it is now."""

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

    def work(self, report: Reporter) -> Compared:
        """Read it and compare."""
        merge = Merge.objects.select_related("system", "base", "source").filter(pk=self.merge).first()
        if merge is None:
            raise Impossible("What was to be merged is no longer there.")
        try:
            offer = offer_of(merge, self.target.open() if self.target else None, report)
        except SystemFileError as error:
            return Compared(faults=error.faults[:MOST_FAULTS], number=len(error.faults))
        by_kind = {kind: [pair for pair in offer.pairs if pair.kind == kind] for kind in KINDS}
        counts = {kind: len(those) for kind, those in by_kind.items()}
        listed = {kind: [_difference(pair) for pair in those[:MOST_LISTED]] for kind, those in by_kind.items()}
        unread = [*offer.unread[:MOST_FAULTS]]
        return Compared(counts, listed, told=offer.told, unread=unread, number_unread=len(offer.unread))


def _difference(pair: Pair) -> MergeDifference:
    row: Version = pair.wanted or pair.held
    columns = [
        (label_of(row, name), getattr(pair.held, name, ""), getattr(pair.wanted, name, "")) for name in pair.differing
    ]
    bid = row.bid if isinstance(row, EntryRow) else ""
    return MergeDifference(pair.key, (pair.held or row).known_as, bid, columns)
