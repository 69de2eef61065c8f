"""The mends by which a system learns a call: a worker looks for them, and for what else they would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat, Vulnerability
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.mends.lesson import Lesson
from bidbase.mends.mends import Mend, mends
from editor.runs.kinds import Arguments, Reporter, StillWorking, register
from editor.systems.models import EntryRow, SystemRow
from editor.systems.selectors import bidder_for, bidder_of_key
from editor.teaching.definition import FoundMend, FoundStep
from editor.writing.sources import PracticedBoard
from editor.writing.work import Piece, needed_for, pieces

KIND = "mends"
MOST_PIECES = 4  # of what would change: 500 of the standard deals, with test hands and practiced boards


def lesson_of(system: SystemRow, against: SystemRow | None, read: Mapping[str, Any]) -> Lesson:
    """The engine's lesson from what the form has read."""
    circumstances = Circumstances.of(read["auction"], read["scoring"], User(read["user"] or User.WE.value))
    opponents = bidder_for(against) if against else None
    return Lesson(bidder_for(system), read["auction"], circumstances, read["hand"], read["call"], opponents)


def needed_for_mends(system: SystemRow, against: SystemRow | None, read: Mapping[str, Any], back: str) -> StillWorking:
    """The search for the mends of a lesson, which the form has read."""
    auction: Auction = read["auction"]
    arguments: Arguments = {
        "system": _version(system),
        "against": _version(against) if against else None,
        "auction": str(auction),
        "dealer": auction.dealer.letter,
        "vulnerability": str(auction.vulnerability),
        "scoring": read["scoring"].value,
        "user": read["user"] or User.WE.value,
        "hand": str(read["hand"]),
        "call": str(read["call"]),
    }
    return StillWorking(KIND, arguments, "Looking for the smallest change", back=back)


def found_mends(result: Sequence[Any]) -> list[FoundMend]:
    """The mends of a result."""
    return [
        FoundMend(kind, words, [FoundStep(*step) for step in steps], [(ref, bid) for ref, bid in costs], share)
        for kind, words, steps, costs, share in result
    ]


def pieces_for_mends(boards: int) -> list[Piece]:
    """The parts of what would change that are looked at for each mend."""
    return pieces(boards)[: MOST_PIECES if boards else MOST_PIECES - 1]


def needed_for_changes(
    system: SystemRow, mend: FoundMend, rows: Mapping[str, EntryRow], piece: Piece, boards: Sequence[PracticedBoard]
) -> StillWorking:
    """What else a mend would change, of one part. `rows` are the entries of the system that mends change, by ref."""
    first, *others = mend.steps
    return needed_for(
        system,
        rows.get(first.ref),
        first.cells,
        piece,
        boards,
        [(rows[step.ref], step.cells) for step in others],
    )


def _version(system: SystemRow) -> list[object]:
    return [system.pk, str(system.created), system.revision]


def _work(arguments: Arguments, report: Reporter) -> Any:
    (pk, _, revision), against = arguments["system"], arguments["against"]
    auction = Auction.parse(
        arguments["auction"], Seat.parse(arguments["dealer"]), Vulnerability.parse(arguments["vulnerability"])
    )
    bidder = bidder_of_key(pk, revision)
    lesson = Lesson(
        bidder,
        auction,
        Circumstances.of(auction, Scoring(arguments["scoring"]), User(arguments["user"])),
        Hand.parse(arguments["hand"]),
        Call.parse(arguments["call"]),
        bidder_of_key(against[0], against[2]) if against else None,
    )
    return [_to_json(mend, lesson) for mend in mends(lesson)]


def _to_json(mend: Mend, lesson: Lesson) -> FoundMend:
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


register(KIND, _work)
