"""Conventions of a system: named agreements that entries point at, and who uses them."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.language.bids import ConventionName
from bidbase.language.circumstances import User

NOBODY = "0"
"""The selection code of a convention that neither side uses."""


@dataclass(frozen=True, slots=True)
class Convention:
    """A named agreement that entries point at. `use` is blank (both sides), 0 (nobody), W (we) or T (they)."""

    name: ConventionName
    use: str = ""
    notes: str = ""

    def holds(self, user: User) -> bool:
        """Whether this side uses it, leaving the names above it aside."""
        return self.use in ("", user.value)
