"""Reading LIN, the files of Bridge Base Online: parts such as `md|3SAQ...|`, of which some tell of boards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bidbase.game.board_text import MOST_CALLS, BoardText
from bidbase.game.boards import FileFault
from bidbase.game.joined_calls import calls_of
from bidbase.game.written_cards import NOT_GIVEN

_PART = re.compile(r"(?:^|\|)\s*(?:md|qx|vg|pn|st|ah)\|", re.IGNORECASE)
_KEY_AND_VALUE = re.compile(r"([^|]*)\|?([^|]*)\|?")  # fits wherever it is asked for, so that nothing is read twice
_DEALERS = "SWNE"  # counted from 1
_VULNERABILITIES = {"o": "None", "0": "None", "-": "None", "n": "NS", "e": "EW", "b": "Both"}
_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_SUIT = re.compile("!([shdc])", re.IGNORECASE)
_MARKUP = re.compile(r"@\w|\^[\w*]|\{|\}")
_HEADINGS = ("qx", "pn", "vg")


def is_lin(text: str) -> bool:
    """Whether there is a part of LIN in the text."""
    return _PART.search(text) is not None


def lin_boards(text: str) -> Iterator[BoardText | FileFault]:
    """The boards of a LIN file, as they are written."""
    board = BoardText(1)
    for line, key, value in _parts(text):
        if board.cards and key in (*_HEADINGS, "md"):
            yield board
            board = BoardText(line)
        if key == "qx" and board.number:
            yield FileFault(board.line, board.number, "no cards are given")
            board = BoardText(line)
        _read_part(board, line, key, value)
    if board.cards:
        yield board


def _parts(text: str) -> Iterator[tuple[int, str, str]]:
    """Each part with its line: its key in small letters, and its value on one line."""
    line = 1
    for match in _KEY_AND_VALUE.finditer(text):
        key, value = match.groups()
        before = len(key) - len(key.lstrip())
        yield line + key.count("\n", 0, before), key.strip().lower(), value.replace("\n", "")
        line += key.count("\n") + value.count("\n")


def _read_part(board: BoardText, line: int, key: str, value: str) -> None:
    match key:
        case "qx":  # the label of a board: o5 in the open room, c5 in the closed room
            board.line, board.number = line, _digits(value)
        case "ah":
            board.number = _digits(value) or board.number
        case "md" if len(value) > 1:
            board.line = line
            board.dealer = _dealer(value[0])
            board.cards = _cards(value[1:])
        case "sv":
            board.vulnerability = board.vulnerability or _VULNERABILITIES.get(value.lower(), value)
        case "mb" if len(board.calls) < MOST_CALLS:
            board.calls += calls_of(value)
        case "an" if board.calls:
            board.calls[-1].note = _with_suits(value)
        case "nt":
            (board.after if board.calls else board.before).append(_plain(value))


def _digits(text: str) -> str:
    found = re.search(r"\d+", text)
    return found[0] if found else ""


def _dealer(digit: str) -> str:
    return _DEALERS[int(digit) - 1] if digit in "1234" else ""


def _cards(text: str) -> str:
    """A deal in PBN from hands from South on; the last hand may be left out."""
    hands = [hand.strip() or NOT_GIVEN for hand in text.split(",")]
    return "S:" + " ".join(hands + [NOT_GIVEN] * (len(hands) == 3))


def _plain(text: str) -> str:
    """A comment without the marks of its layout."""
    return _MARKUP.sub("", _with_suits(text))


def _with_suits(text: str) -> str:
    return _SUIT.sub(lambda match: _SUITS[match[1].lower()], text)
