"""What the table says of a student's call: briefly when the system agrees, with the reason when it does not."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import Failure, Tried, judge
from bidbase.compiler import Place
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.meaning.disclosure import MeaningLine
from editor.selectors import entry_url
from practice.boards.models import StudentBoard, StudentCall, Verdict
from practice.boards.verdicts import MARKS, sentence


@dataclass(frozen=True)
class Feedback:
    """What is said of one call of the student.

    `lines` tell what the system's own call means with such a hand, and `entry_url` leads to its entry. `failures` are
    the specs that the hand does not meet of the entry nearest to the student's call, `nearest_url` leads there.
    """

    call: Call
    expected: Call
    verdict: str
    mark: str
    headline: str
    lines: tuple[MeaningLine, ...] = ()
    reason: str = ""
    failures: tuple[Failure, ...] = ()
    entry_url: str = ""
    nearest_url: str = ""

    @property
    def agrees(self) -> bool:
        """Whether there is nothing more to say."""
        return self.verdict == Verdict.AGREES


def feedback_on(board: StudentBoard, table: Table, judged: StudentCall) -> Feedback:
    """The feedback on one call. The verdict is that of its time; the reasons are read from the system as it is now."""
    before = board.auction.before(judged.index)
    call, expected = Call.parse(judged.call), Call.parse(judged.expected)
    wrong = call is not expected and judged.verdict != Verdict.ALTERNATIVE
    reason, nearest = _reason(table.place(before), board.own_hand, call) if wrong else ("", None)
    known = judged.entry in table.bidder(board.student).system.by_id
    return Feedback(
        call=call,
        expected=expected,
        verdict=judged.verdict,
        mark=MARKS[Verdict(judged.verdict)],
        headline=sentence(board, judged),
        lines=_lines(table, before, expected, judged.entry),
        reason=reason,
        failures=nearest.failures if nearest else (),
        entry_url=entry_url(board.our_system, judged.entry) if known else "",
        nearest_url=entry_url(board.our_system, nearest.entry.id) if nearest else "",
    )


def _lines(table: Table, before: Auction, call: Call, ref: str) -> tuple[MeaningLine, ...]:
    """What a call means as this entry makes it; all it can mean when the entry is no longer there."""
    lines = table.meaning(before, call).lines
    return tuple(line for line in lines if ref in {entry.id for entry in line.entries}) or lines


def _reason(place: Place, hand: Hand, call: Call) -> tuple[str, Tried | None]:
    """Why the system does not make this call: the nearest of its entries, or that there is none."""
    tried = judge(place, call, hand)
    if not tried:
        return (f"It has no agreement about {call.title} here.", None)
    nearest = min(tried, key=lambda entry: len(entry.failures))
    if nearest.failures:
        return ("", nearest)
    return (f"Your hand fits {call.title} as well, but another entry comes first.", nearest)
