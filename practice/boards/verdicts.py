"""The verdicts on a student's calls: their marks, how many agree, and what came of a first call, in words."""

from __future__ import annotations

from bidbase.game.auction import Call
from practice.boards.models import RIGHT, FirstCall, Verdict

_NUMBERS = ("no", "one", "two", "three")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

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


def first_time_words(right: int, judged: int) -> str:
    """`2 of 3 right first time`; blank where the system has no verdict on any first call."""
    return f"{right} of {judged} right first time" if judged else ""


def came_of(first: FirstCall, *, feedback: bool) -> str:
    """What came of a first call: `right after two hints`, `better Pass, right after feedback`, `right at once`.

    `feedback` says whether the student is told after each call what the system says of it.
    """
    if first.verdict in RIGHT:
        return f"right {_after_hints(first.hinted) or 'at once'}"
    said = {Verdict.NO_ENTRY: "no verdict", Verdict.TO_COME: "verdict to come"}.get(Verdict(first.verdict))
    better = said or f"better {Call.parse(first.expected).title}"
    return ", ".join(filter(None, (_after_hints(first.hinted), better, _later(first, feedback))))


def _later(first: FirstCall, feedback: bool) -> str:
    """How a call that was not right at first came right, where it did."""
    if first.right_at is None:
        return f"still not right at the {_ordinal(first.tries)} try" if first.tries > 1 else ""
    soon = feedback and first.right_at == 2
    came = "right after feedback" if soon else f"right at the {_ordinal(first.right_at)} try"
    more = first.right_hinted - first.hinted
    return f"{came} and {_hints(more)}" if more > 0 else came


def _after_hints(count: int) -> str:
    return f"after {_hints(count)}" if count else ""


def _hints(count: int) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} hint{'' if count == 1 else 's'}"


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def time_words(seconds: int | None) -> str:
    """`12 s`, `2 min 5 s`; blank where it is not known."""
    if seconds is None:
        return ""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
