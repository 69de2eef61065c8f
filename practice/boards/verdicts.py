"""The marks of the verdicts on a student's calls, and how many of these agree in words."""

from __future__ import annotations

from practice.boards.models import Verdict

MARKS = {
    Verdict.AGREES: "✓",
    Verdict.ALTERNATIVE: "≈",
    Verdict.DIFFERS: "✗",
    Verdict.NO_ENTRY: "–",
    Verdict.TO_COME: "…",
}


def agreeing_words(agreed: int, judged: int) -> str:
    """`3 of 4 calls agree`, `the only call differs`; blank where the system has no verdict on any call."""
    match judged:
        case 0:
            return ""
        case 1:
            return f"the only call {'agrees' if agreed else 'differs'}"
    return f"{agreed} of {judged} calls agree"
