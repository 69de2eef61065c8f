"""Jobs for tests: one that counts, and one in pieces."""

from dataclasses import dataclass

from django.utils import timezone

from bidbase_web.jobs.job import Job, JobLine, LongJob, PieceDone, Reporter, know
from bidbase_web.jobs.models import Run

done: list[int] = []
served: list[str] = []


@dataclass(frozen=True)
class Counting(Job[dict[str, int]]):
    """Counts how often it is done."""

    kind = "counting"
    doing = "Counting deal {deal}"

    deal: int = 1

    def work(self, report: Reporter) -> dict[str, int]:
        """Count."""
        done.append(self.deal)
        return {"number": len(done)}


@dataclass(frozen=True)
class AtTable(Counting):
    """Counts for somebody at a table."""

    kind = "at a table"
    line = JobLine.TABLE


@dataclass(frozen=True)
class Watched(Counting):
    """Counts, but only while somebody watches."""

    kind = "watched"
    while_watched = True


@dataclass(frozen=True)
class InPieces(LongJob[int, int]):
    """So many pieces of work, which note whose was done and leave a run of another kind for each."""

    kind = "in pieces"
    line = JobLine.UPKEEP

    name: str
    pieces: int

    def piece(self, reached: int | None, report: Reporter) -> PieceDone[int, int]:
        """Do the next one."""
        number = (reached or 0) + 1
        served.append(self.name)

        def keep() -> None:
            now, key = timezone.now(), f"{self.name} {number}"
            row = {"kind": "kept", "key": key, "arguments": {}, "state": Run.State.DONE, "line": self.line}
            Run.objects.create(**row, asked_at=now, wanted_at=now, updated_at=now)

        return PieceDone(number, {"done": number}, keep, finished=number == self.pieces, result=number)


know(AtTable, Counting, InPieces, Watched)


def kept() -> list[str]:
    """What the pieces have left."""
    return sorted(Run.objects.filter(kind="kept").values_list("key", flat=True))
