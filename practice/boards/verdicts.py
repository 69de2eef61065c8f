"""What is said of a student's call, in one mark or one sentence."""

from __future__ import annotations

from bidbase.game.auction import Call
from practice.boards.models import StudentBoard, StudentCall, Verdict

MARKS = {Verdict.AGREES: "✓", Verdict.ALTERNATIVE: "≈", Verdict.DIFFERS: "✗", Verdict.NO_ENTRY: "–"}
AGREEMENTS = (
    "The system agrees.",
    "Just what the system bids.",
    "The same in the system.",
    "By the book.",
    "Right: the system bids it too.",
)


def sentence(board: StudentBoard, judged: StudentCall) -> str:
    """The verdict on a call: `The system bids 1NT.`"""
    expected = Call.parse(judged.expected)
    match Verdict(judged.verdict):
        case Verdict.AGREES:
            return AGREEMENTS[(board.deal_number + judged.index) % len(AGREEMENTS)]
        case Verdict.ALTERNATIVE:
            return f"An accepted alternative; this time the system {_does(expected)}."
        case Verdict.NO_ENTRY if judged.call == judged.expected:
            return "No entry of the system fits this hand here, so it passes too."
        case Verdict.NO_ENTRY:
            return "No entry of the system fits this hand here, so it would pass."
        case Verdict.DIFFERS if not judged.entry:
            return f"No entry fits this hand here; the system {_does(expected)} after a simulation."
        case Verdict.DIFFERS:
            return f"The system {_does(expected)}."


def _does(call: Call) -> str:
    return f"bids {call.title}" if call.is_bid else {"P": "passes", "X": "doubles", "XX": "redoubles"}[str(call)]
