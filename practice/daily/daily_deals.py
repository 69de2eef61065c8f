"""Which deals are for everybody on a day, and how somebody has bid one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime

DEALS_A_DAY = 10
_ROUND = 16  # after so many boards dealer and vulnerability begin again
_FIRST = date(2026, 1, 1).toordinal()  # no site is older; deals that are drawn at random have lower numbers


@dataclass(frozen=True)
class OthersBoard:
    """How somebody else has bid the same hand: the auction, and the verdict on each of their own calls by its index."""

    calls: str
    verdicts: dict[int, str] = field(default_factory=dict)


def this_day() -> date:
    """The day that it is for everybody, wherever they are."""
    return datetime.now(UTC).date()


def deals_of(day: date) -> tuple[int, ...]:
    """The numbers of the ten deals of a day, the same for everybody.

    They have the dealers and vulnerabilities of boards 1 to 10. Random deals have lower numbers, so nobody meets the
    deals of a day before.
    """
    before = _ROUND * day.toordinal()
    return tuple(range(before + 1, before + DEALS_A_DAY + 1))


def is_of_a_day(number: int) -> bool:
    """Whether a deal is one of the ten of today, or of a day before."""
    ordinal, place = divmod(number - 1, _ROUND)
    return _FIRST <= ordinal <= this_day().toordinal() and place < DEALS_A_DAY
