"""Calls that are written without separators, as in LIN and in links to the hand viewer: `1Cp1H!p`."""

from __future__ import annotations

import re
from itertools import islice

from bidbase.game.board_text import MOST_CALLS, CallText

ALERT = "!"
_CALL = re.compile(
    r"(?P<call>[1-7](?:NT|[CDHSN])|PASS|AP|P|DBL|D|XX|X|RDBL|R)|\((?P<note>[^()]*)\)|[\s!?-]+|(?P<wrong>.)",
    re.IGNORECASE,
)


def calls_of(text: str) -> list[CallText]:
    """The calls of a text, each with the words in brackets after it; a sign that begins no call is left as one.

    So many are read as an auction can have, and the words between them.
    """
    calls: list[CallText] = []
    for match in islice(_CALL.finditer(text), 2 * MOST_CALLS):
        if match["note"] is not None and calls:
            calls[-1].note = match["note"]
        elif written := match["call"] or match["wrong"]:
            calls.append(CallText(written))
    return calls
