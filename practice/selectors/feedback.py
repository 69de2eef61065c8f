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
from practice.models import Board, StudentCall, Verdict

AGREEMENTS = (
    "The system agrees.",
    "Just what the system bids.",
    "The same in the system.",
    "By the book.",
    "Right: the system bids it too.",
)


@dataclass(frozen=True)
class Feedback:
    """What is said of one call of the student.

    `lines` tell what the system's own call means with such a hand, and `entry_url` leads to its entry. `failures` are
    the specs that the hand does not meet of the entry nearest to the student's call, `nearest_url` leads there.
    """

    index: int
    call: Call
    expected: Call
    verdict: str
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


def feedback_on(board: Board, table: Table, auction: Auction, row: StudentCall) -> Feedback:
    """The feedback on one call. The verdict is that of its time; the reasons are read from the system as it is now."""
    before = auction.before(row.index)
    place = table.place(before)
    call, expected = Call.parse(row.call), Call.parse(row.expected)
    wrong = call is not expected and row.verdict != Verdict.ALTERNATIVE
    reason, nearest = _reason(place, board.own_hand, call) if wrong else ("", None)
    return Feedback(
        index=row.index,
        call=call,
        expected=expected,
        verdict=row.verdict,
        headline=_headline(row, call, expected, board.deal_number),
        lines=_lines(table, before, expected, row.entry),
        reason=reason,
        failures=nearest.failures if nearest else (),
        entry_url=entry_url(board.our_system, row.entry)
        if row.entry in table.bidder(board.student).system.by_id
        else "",
        nearest_url=entry_url(board.our_system, nearest.entry.id) if nearest else "",
    )


def _lines(table: Table, before: Auction, call: Call, ref: str) -> tuple[MeaningLine, ...]:
    """What a call means as this entry makes it; all it can mean when the entry is no longer there."""
    lines = table.meaning(before, call).lines
    return tuple(line for line in lines if ref in {entry.id for entry in line.entries}) or lines


def _headline(row: StudentCall, call: Call, expected: Call, deal_number: int) -> str:
    match row.verdict:
        case Verdict.AGREES:
            return AGREEMENTS[(deal_number + row.index) % len(AGREEMENTS)]
        case Verdict.ALTERNATIVE:
            return f"An accepted alternative; this time the system {_does(expected)}."
        case Verdict.NO_ENTRY if call is expected:
            return "No entry of the system fits your hand here, so it passes too."
        case Verdict.NO_ENTRY:
            return "No entry of the system fits your hand here, so it would pass."
    if not row.entry:
        return f"No entry fits your hand here; the system {_does(expected)} after a simulation."
    return f"The system {_does(expected)}."


def _does(call: Call) -> str:
    return f"bids {call.title}" if call.is_bid else {"P": "passes", "X": "doubles", "XX": "redoubles"}[str(call)]


def _reason(place: Place, hand: Hand, call: Call) -> tuple[str, Tried | None]:
    """Why the system does not make this call: the nearest of its entries, or that there is none."""
    tried = judge(place, call, hand)
    if not tried:
        return (f"It has no agreement about {call.title} here.", None)
    nearest = min(tried, key=lambda one: len(one.failures))
    if nearest.failures:
        return ("", nearest)
    return (f"Your hand fits {call.title} as well, but another entry comes first.", nearest)
