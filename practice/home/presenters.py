"""Home and today's ten as their templates draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidbase.game.auction import Call
from editor.selectors import SystemRow
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.my_boards.presenters import BoardLine, board_lines


@dataclass(frozen=True)
class LeftOpen:
    """A board to go on with, and the calls that everybody has heard."""

    line: BoardLine
    calls: tuple[Call, ...]


def left_open(board: StudentBoard | None) -> LeftOpen | None:
    """The board that was touched last, if its auction still goes on."""
    if board is None or board.finished:
        return None
    (line,) = board_lines([board])
    return LeftOpen(line, TableBoard.of(board).auction.calls)


@dataclass(frozen=True)
class Chip:
    """A choice that a press makes: the field and the value that its button sends, and whether it is the choice now."""

    field: str
    value: str
    label: str
    chosen: bool


def chip_groups(systems: Sequence[SystemRow], preferences: Preferences) -> list[tuple[str, list[Chip]]]:
    """What may be chosen on Home, under its headings. Partner is among them where partner plays another system."""
    ours = [Chip("our_system", system.slug, system.title, system.slug == preferences.our_system) for system in systems]
    silent = preferences.opponents_silent
    theirs = [
        Chip("their_system", system.slug, system.title, not silent and system.slug == preferences.their_system)
        for system in systems
    ]
    groups = [("You play", ours), ("Opponents", [*theirs, Chip("silent", "yes", "Silent", silent)])]
    if preferences.variant:
        partners = [
            Chip("partner_system", system.slug, system.title, system.slug == preferences.variant) for system in systems
        ]
        groups.insert(1, ("Partner plays", partners))
    return groups


@dataclass(frozen=True)
class OwnSystem:
    """A system that the visitor may change, and how many findings there are in it; None where that is not known.

    `newer_base` tells that its base has a newer revision, which it can take.
    """

    system: SystemRow
    findings: int | None
    newer_base: bool


def own_systems(systems: Sequence[Any], findings: Mapping[int, int | None]) -> list[OwnSystem]:
    """The systems that the visitor may change, with the number of their findings by key."""
    return [
        OwnSystem(
            system, findings[system.pk], system.base is not None and system.base.revision > (system.stands_on or 0)
        )
        for system in systems
    ]


@dataclass(frozen=True)
class TodaysDeal:
    """One of today's ten: its place from 1, its number, and how the visitor's board of it stands, if there is one."""

    place: int
    number: int
    line: BoardLine | None

    @property
    def bid(self) -> bool:
        """Whether it was bid to the end: also where it is being bid again."""
        return self.line is not None and (bool(self.line.result) or self.line.attempt > 1)


@dataclass(frozen=True)
class TodaysTen:
    """Today's ten in their order."""

    deals: tuple[TodaysDeal, ...]

    @property
    def bid(self) -> int:
        """How many are bid to the end."""
        return sum(deal.bid for deal in self.deals)

    def after(self, number: int) -> TodaysDeal | None:
        """The first that is not bid yet after the deal with this number, else the first of all; None when all are."""
        left = [deal for deal in self.deals if not deal.bid]
        return next((deal for deal in left if deal.number > number), left[0] if left else None)


def todays_ten(numbers: Sequence[int], boards: Mapping[int, StudentBoard]) -> TodaysTen:
    """Today's ten with the visitor's boards, by the number of the deal."""
    lines = {number: board_lines([board])[0] for number, board in boards.items()}
    return TodaysTen(tuple(TodaysDeal(place, number, lines.get(number)) for place, number in enumerate(numbers, 1)))
