"""Boards as people type them: on each line a deal, such as `N:AQ2.K32.KJ32.K32 ...`, or a link to a hand viewer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bidbase.game.board_text import BoardText
from bidbase.game.boards import FileFault
from bidbase.game.hand_links import linked_board, links_in

_DEAL_OR_LINK = re.compile(r"^[ \t]*[NESW]:|https?://[^\s?]+\?", re.IGNORECASE | re.MULTILINE)
_LINE = re.compile("[^\n]*\n?")
_MOST_IN_A_LINE = 10_000  # characters
_MOST_WORDS = 6  # four hands, a dealer and a vulnerability


def is_typed(text: str) -> bool:
    """Whether a line of the text is a deal or has a link."""
    return _DEAL_OR_LINK.search(text) is not None


def typed_boards(text: str) -> Iterator[BoardText | FileFault]:
    """The boards of a text, a line for each."""
    for number, match in enumerate(_LINE.finditer(text), 1):
        line = match[0]
        if len(line) > _MOST_IN_A_LINE:
            yield FileFault(number, "", f"this line has more than {_MOST_IN_A_LINE:,} characters, and is left out")
        elif links := links_in(line):
            for link in links:
                yield from linked_board(link, number)
        elif line.strip():
            yield _typed(number, line.split())


def _typed(number: int, words: list[str]) -> BoardText | FileFault:
    if len(words) > _MOST_WORDS:
        message = f"after the four hands come a dealer and a vulnerability, and no {words[_MOST_WORDS][:20]!r}"
        return FileFault(number, "", message)
    dealer, vulnerability = (*words[4:], "", "")[:2]
    return BoardText(number, cards=" ".join(words[:4]), dealer=dealer, vulnerability=vulnerability)
