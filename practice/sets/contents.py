"""What a set is made of: numbers as people write them, and where a board stands in its set."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.game.dealing import MAX_DEAL_NUMBER

MOST_BOARDS = 64
MOST_PARTICIPANTS = 200
TOO_MANY_BOARDS = f"a set has at most {MOST_BOARDS} boards"

_SPAN = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")


def parse_deal_numbers(text: str) -> tuple[int, ...]:
    """Read `1-8, 12`: the numbers of deals in their order. Raises `TextError` with the span of the number at fault."""
    numbers: dict[int, None] = {}
    for piece in re.finditer(r"[^,;]*[^,;\s][^,;]*", text):
        start = piece.start() + len(piece[0]) - len(piece[0].lstrip())
        place = (text, start, start + len(piece[0].strip()))
        span = _SPAN.fullmatch(piece[0].strip())
        if span is None:
            raise TextError(f"{piece[0].strip()[:20]!r} is neither a number nor a span such as 1-8", *place)
        first, last = (_deal_number(digits, place) for digits in (span[1], span[2] or span[1]))
        if last < first:
            raise TextError(f"{span[0]} runs backwards", *place)
        if last - first >= MOST_BOARDS:
            raise TextError(f"{span[0]} are {last - first + 1} deals, and {TOO_MANY_BOARDS}", *place)
        if twice := [number for number in range(first, last + 1) if number in numbers]:
            raise TextError(f"deal {twice[0]} is named twice", *place)
        numbers |= dict.fromkeys(range(first, last + 1))
    return tuple(numbers)


def _deal_number(digits: str, place: tuple[str, int, int]) -> int:
    if len(digits) < 10 and 1 <= int(digits) <= MAX_DEAL_NUMBER:
        return int(digits)
    raise TextError(f"deals are numbered from 1 to {MAX_DEAL_NUMBER}, not {digits[:20]}", *place)


@dataclass(frozen=True)
class SetPlace:
    """Where a board stands in its set: its number among `count`, the address of the set and of the next board, if any.

    `after` is what the owner says of the board once it is bid. `exam` says that nothing is told before it is closed.
    """

    title: str
    number: int
    count: int
    address: str
    next_address: str
    after: str
    exam: bool
