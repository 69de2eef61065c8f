"""The mends by which a system learns a call: a worker looks for them, and for what else they would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat, Vulnerability
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.mends.lesson import Lesson
from bidbase.mends.mends import Mend, mends
from bidbase_web.jobs.job import Job, Reporter
from editor.practice import PracticedBoard
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import SystemVersion, bidder_for
from editor.write.entry.work import EntryChange, Piece, pieces
from editor.write.teach.found_mends import FoundMend, FoundStep

MOST_PIECES = 4  # of what would change: 500 of the standard deals, with test hands and practiced boards


def lesson_of(system: SystemRow, against: SystemRow | None, read: Mapping[str, Any]) -> Lesson:
    """The engine's lesson from what the form has read."""
    circumstances = Circumstances.of(read["auction"], read["scoring"], User(read["user"] or User.WE.value))
    opponents = bidder_for(against) if against else None
    return Lesson(bidder_for(system), read["auction"], circumstances, read["hand"], read["call"], opponents)


@dataclass(frozen=True)
class FindMends(Job[list[FoundMend]]):
    """The search for the mends of a lesson, which the form has read."""

    kind = "mends"
    doing = "Looking for the smallest change"
    while_watched = True

    system: SystemVersion
    against: SystemVersion | None
    auction: str
    dealer: str
    vulnerability: str
    scoring: str
    user: str
    hand: str
    call: str

    @classmethod
    def of(cls, system: SystemRow, against: SystemRow | None, read: Mapping[str, Any], back: str) -> FindMends:
        """The job of a lesson."""
        auction: Auction = read["auction"]
        return cls(
            SystemVersion.of(system),
            SystemVersion.of(against) if against else None,
            str(auction),
            auction.dealer.letter,
            str(auction.vulnerability),
            read["scoring"].value,
            read["user"] or User.WE.value,
            str(read["hand"]),
            str(read["call"]),
            back=back,
        )

    def work(self, report: Reporter) -> list[FoundMend]:
        """Look for them."""
        auction = Auction.parse(self.auction, Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability))
        lesson = Lesson(
            self.system.bidder,
            auction,
            Circumstances.of(auction, Scoring(self.scoring), User(self.user)),
            Hand.parse(self.hand),
            Call.parse(self.call),
            self.against.bidder if self.against else None,
        )
        return [_found(mend, lesson) for mend in mends(lesson)]


def pieces_for_mends(boards: int) -> list[Piece]:
    """The parts of what would change that are looked at for each mend."""
    return pieces(boards)[: MOST_PIECES if boards else MOST_PIECES - 1]


def change_by(
    system: SystemRow, mend: FoundMend, rows: Mapping[str, EntryRow], piece: Piece, boards: Sequence[PracticedBoard]
) -> EntryChange:
    """What else a mend would change, of one part. `rows` are the entries of the system that mends change, by ref."""
    first, *others = mend.steps
    return EntryChange.of(
        system,
        rows.get(first.ref),
        first.cells,
        piece,
        boards,
        [(rows[step.ref], step.cells) for step in others],
    )


def _found(mend: Mend, lesson: Lesson) -> FoundMend:
    return FoundMend(
        mend.kind.value,
        mend.words(lesson),
        [
            FoundStep(
                step.before.id if step.before else "", {name: str(cell) for name, cell in step.after.cells.items()}
            )
            for step in mend.steps
        ],
        [(entry.id, str(entry.bid)) for entry in mend.costs],
        mend.share,
    )
