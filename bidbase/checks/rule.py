"""What a rule is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bidbase.checks.survey import Survey
from bidbase.language import fields
from bidbase.systems import Entry


class Severity(Enum):
    """How bad a finding is: an error must be mended, a warning mended or excused, information only read."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Effort(Enum):
    """When a rule is run: always, only in a thorough check, or only when it is named."""

    QUICK = "quick"
    THOROUGH = "thorough"
    ON_REQUEST = "on request"


class BoardProof(NamedTuple):
    """A board that shows what is wrong: its number, its calls as prior bids have them, and the number of the call."""

    board: int
    calls: tuple[str, ...]
    turn: int


Violation = tuple[Entry | None, str] | tuple[Entry | None, str, BoardProof]
"""What is wrong, after the entry with which it is wrong; None where it is the section or the system as a whole.

The board that shows it stands last, where there is one.
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule over one section at a time. `run` takes the name of a section and yields what is wrong there.

    A rule over the whole system (`whole_system`) is run once, with an empty name.
    """

    name: str
    explanation: str
    severity: Severity
    run: Callable[[Survey, str], Iterator[Violation]]
    effort: Effort = Effort.QUICK
    whole_system: bool = False

    @property
    def title(self) -> str:
        """Its name as people write it: `Test hand` for `test-hand`."""
        return self.name.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule has found.

    `section` is None where the finding is about the whole system, `entry` where it is about a whole section.
    """

    rule: str
    severity: Severity
    section: str | None
    entry: Entry | None
    message: str
    proof: BoardProof | None = None

    @property
    def where(self) -> str:
        """The entry, the section or the system that the finding is about."""
        if self.entry is not None:
            return f"{self.entry.id} ({self.entry.text('bid')})"
        return "the system" if self.section is None else self.section or "(opening)"


def excuse(rule: str, message: str, entries: Iterable[Entry]) -> str:
    """Why one of these entries says that a rule need not be kept where it finds this; empty where none does."""
    excuses = (entry.get(fields.EXCUSES) for entry in entries)
    return next((reason for cell in excuses if cell is not None and (reason := cell.reason(rule, message))), "")
