"""Boards in links to the hand viewer of Bridge Base Online (www.bridgebase.com/tools/hvdoc.html)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from bidbase.game.board_text import BoardText
from bidbase.game.boards import FileFault
from bidbase.game.joined_calls import calls_of
from bidbase.game.lin_reader import lin_boards
from bidbase.game.written_cards import NOT_GIVEN

_LINK = re.compile(r"https?://[^\s\"'<>]*\?[^\s\"'<>]*", re.IGNORECASE)
_VULNERABILITIES = {"-": "None", "n": "NS", "e": "EW", "b": "Both"}
_NOT_IN_HANDS = re.compile(r"[^AKQJT2-910XSHDC]", re.IGNORECASE)


def links_in(line: str) -> list[str]:
    """The links in a line that may hold a board."""
    return _LINK.findall(line)


def linked_board(link: str, line: int) -> Iterator[BoardText | FileFault]:
    """The board of a link, in either of the forms that the hand viewer knows."""
    try:
        query = parse_qs(urlsplit(link.replace("&amp;", "&")).query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        yield FileFault(line, "", "this link cannot be read")
        return
    values = {name.lower(): texts[-1].replace("\0", "") for name, texts in query.items()}
    if "lin" in values:
        found = [*lin_boards(values["lin"])]
        for board in found:
            board.line = line  # type: ignore[misc]
        yield from found or [FileFault(line, "", "there are no cards in this link")]
        return
    hands = [_NOT_IN_HANDS.sub("", values.get(seat, "")) or NOT_GIVEN for seat in "nesw"]
    if hands == [NOT_GIVEN] * 4:
        yield FileFault(line, "", "there are no cards in this link")
        return
    vulnerability = values.get("v", "")
    yield BoardText(
        line,
        number=values.get("b", ""),
        cards="N:" + " ".join(hands),
        dealer=values.get("d", ""),
        vulnerability=_VULNERABILITIES.get(vulnerability.lower(), vulnerability),
        calls=calls_of(values.get("a", "")),
    )
