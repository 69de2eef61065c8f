"""What a drill is: conventions of a system, and the student's part in them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property

MAKE, ANSWER, EITHER = "make", "answer", "either"
ROLES = {MAKE: "I make the call", ANSWER: "I answer partner", EITHER: "Either"}


@dataclass(frozen=True)
class Drill:
    """What is practiced: conventions of a system, and the student's part in them."""

    system: str  # its slug
    conventions: tuple[str, ...]
    role: str = EITHER

    @staticmethod
    def of_query(query: str) -> Drill:
        """The drill with this query; what is missing is blank."""
        read = QueryDict(query)
        return Drill(read.get("system", ""), tuple(read.getlist("convention")), read.get("role", EITHER))

    @cached_property
    def query(self) -> str:
        """The drill as it stands in addresses."""
        pairs = [("system", self.system), *(("convention", name) for name in self.conventions), ("role", self.role)]
        return urlencode(pairs)

    @property
    def title(self) -> str:
        """`Gerber`, `Blackwood and Gerber`."""
        *others, last = self.conventions
        return f"{', '.join(others)} and {last}" if others else last

    @property
    def role_words(self) -> str:
        """The student's part, as it is said to him."""
        return {MAKE: "you make the call", ANSWER: "you answer", EITHER: "you make the call or answer"}[self.role]

    @property
    def address(self) -> str:
        """The page of the drill."""
        return f"{reverse('practice:drill')}?{self.query}"

    @property
    def next_address(self) -> str:
        """Leads to the next deal."""
        return f"{reverse('practice:drill_next')}?{self.query}"


@dataclass(frozen=True)
class DrillProgress:
    """How far an owner has come in a drill: first calls made, those that the system would make too, the last deal."""

    drill: Drill
    asked: int
    right: int
    last_deal: int
