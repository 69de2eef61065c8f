"""Explanations for BBOalert, a browser extension that explains one's calls at Bridge Base Online.

The text has a line `context,call,explanation` for each call: the context is written in calls of two characters, `--`
for a pass, and is `+` where the line before has the same one. `#` parts what fits into the field of an explanation from
what goes to the chat. Commas separate fields, and `%` scripts.
"""

from __future__ import annotations

import re

from bidbase.exports.agreed_calls import Report, agreed_calls, no_report
from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Call
from bidbase.systems import System

FIELD_LETTERS = 39  # that an explanation has room for; what is longer goes to the chat
_CALLS = {PASS: "--", DOUBLE: "Db", REDOUBLE: "Rd"}
_SUITS = {"♠": "!S", "♥": "!H", "♦": "!D", "♣": "!C"}
_FIELDS = str.maketrans({",": ";", "#": "", "%": " percent", "\\": "", "@": ""} | _SUITS)
"""What would part fields, lines or scripts, and the symbols of the suits."""


def bboalert_of(system: System, report: Report = no_report) -> str:
    """The explanations of a system for BBOalert."""
    lines = [f"BBOalert,{_in_field(system.title)}"]
    before = None
    for agreement in sorted(agreed_calls(system, report), key=lambda agreement: agreement.prior):
        context = "".join(map(_token, agreement.prior))
        lines.append(f"{'+' if context == before else context},{_token(agreement.call)},{explanation(agreement.words)}")
        before = context or None  # an opening is written with an empty context each time
    return "\n".join(lines) + "\n"


def explanation(words: str) -> str:
    """Words as BBOalert takes them; the part after `#` goes to the chat."""
    text = _in_field(words)
    if len(text) <= FIELD_LETTERS:
        return text
    end = text.rfind(" ", 0, FIELD_LETTERS + 1)
    return f"{text[:end]}#{text[end + 1 :]}" if end > 0 else f"{text[:FIELD_LETTERS]}#{text[FIELD_LETTERS:]}"


def _in_field(words: str) -> str:
    text = words.replace("–", "-").translate(_FIELDS)
    return " ".join(re.sub(r"\s;", ";", text).split())


def _token(call: Call) -> str:
    return _CALLS.get(call) or str(call)
