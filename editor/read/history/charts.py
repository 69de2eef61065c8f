"""The calendar of changes: the days of a year as squares, a column for each week."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

WEEKS = 53
SIDE = 12  # of the place of a day, in the picture's units
TOP = 16  # where the days begin, below the names of the months
BUSY = (1, 2, 5, 10)  # the fewest changes of each shade


@dataclass(frozen=True)
class Square:
    """A day with its number of changes, where its square is, and its shade: 0 without a change, 4 for the busiest."""

    day: date
    count: int
    x: int
    y: int
    shade: int


@dataclass(frozen=True)
class Calendar:
    """A year up to a day. `months` has the first day of each month and where its name stands."""

    width: int
    height: int
    squares: tuple[Square, ...]
    months: tuple[tuple[date, int], ...]

    @property
    def changed(self) -> list[Square]:
        """The days with changes, the newest first."""
        return [square for square in reversed(self.squares) if square.count]

    @property
    def count(self) -> int:
        """How many changes there were in all."""
        return sum(square.count for square in self.squares)


def first_day(today: date) -> date:
    """The Monday with which the calendar begins."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def calendar_of(count_by_day: Mapping[date, int], today: date) -> Calendar:
    """The calendar of these numbers of changes."""
    first = first_day(today)
    squares = []
    for number in range((today - first).days + 1):
        day = first + timedelta(days=number)
        count = count_by_day.get(day, 0)
        shade = sum(count >= least for least in BUSY)
        squares.append(Square(day, count, number // 7 * SIDE, TOP + number % 7 * SIDE, shade))
    # The name of a month needs the room of some weeks.
    months = [(square.day, square.x) for square in squares if square.day.day == 1 and square.x <= (WEEKS - 3) * SIDE]
    return Calendar(WEEKS * SIDE, TOP + 7 * SIDE, tuple(squares), tuple(months))
