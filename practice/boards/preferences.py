"""What a student chose for the table: seat, scoring, opponents, robots, systems, feedback. Kept in the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any
from urllib.parse import urlencode

from editor.selectors import SystemRow
from practice.boards.models import StudentBoard

DEFAULT_SYSTEM = "sayc"


@dataclass(frozen=True)
class Preferences:
    """The choices for the next deals. Systems are named by their slugs; a blank one for partner is the own system."""

    our_system: str
    their_system: str
    seat: str = "S"
    scoring: str = "IMP"
    opponents_silent: bool = False
    feedback: bool = True
    partner_system: str = ""
    robots_think: bool = False

    def to_session(self) -> dict[str, Any]:
        """As plain values, for the session."""
        return asdict(self) | {"partner_system": self.variant}

    @property
    def variant(self) -> str:
        """The system of partner where it is another one than the own; else blank."""
        return "" if self.partner_system == self.our_system else self.partner_system

    @property
    def query(self) -> str:
        """The choices as links carry them. Feedback aside, which is for each student alone."""
        return urlencode(
            {
                "system": self.our_system,
                **({"partner": self.variant} if self.variant else {}),
                "their": self.their_system,
                "seat": self.seat,
                "opponents": "silent" if self.opponents_silent else "bid",
                **({"robots": "think"} if self.robots_think else {}),
                "scoring": self.scoring,
            }
        )

    def hold_at(self, row: StudentBoard) -> bool:
        """Whether this board was begun with these choices. Feedback aside: it does not change the auction."""
        return board_preferences(row) == replace(self, partner_system=self.variant, feedback=row.feedback)


def board_preferences(row: StudentBoard) -> Preferences:
    """The choices a board was begun with."""
    return Preferences(
        our_system=row.our_system.slug,
        their_system=row.their_system.slug,
        seat=row.seat,
        scoring=row.scoring,
        opponents_silent=row.opponents_silent,
        feedback=row.feedback,
        partner_system=row.partner_system.slug if row.partner_system else "",
        robots_think=row.robots_think,
    )


def preferences_from(stored: Mapping[str, Any], systems: Sequence[SystemRow]) -> Preferences:
    """The choices kept in a session, with the usual ones for what is missing or gone. There is at least one system."""
    usual = usual_system(systems)
    slugs = {system.slug for system in systems}
    known = {field.name for field in fields(Preferences)}
    chosen = {name: value for name, value in stored.items() if name in known}
    kept = Preferences(**{"our_system": usual, "their_system": usual} | chosen)
    return replace(
        kept,
        our_system=kept.our_system if kept.our_system in slugs else usual,
        their_system=kept.their_system if kept.their_system in slugs else usual,
        partner_system=kept.partner_system if kept.partner_system in slugs else "",
    )


def usual_system(systems: Sequence[SystemRow]) -> str:
    """The slug of the system that is played until another one is chosen."""
    slugs = [system.slug for system in systems]
    return DEFAULT_SYSTEM if DEFAULT_SYSTEM in slugs else slugs[0]
