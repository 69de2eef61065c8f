"""What a rule is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from bidbase.checks.survey import Survey
from bidbase.language import fields
from bidbase.systems import Entry


class Severity(Enum):
    """How bad a finding is: an error must be mended, a warning be mended or excused, information be read."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Effort(Enum):
    """When a rule is run: always, when the check is to be thorough, or when the rule is named."""

    QUICK = "quick"
    THOROUGH = "thorough"
    ASKED = "asked"


Fault = tuple[Entry | None, str]
"""What is wrong, and with which entry; None where it is the section or the system as a whole."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule over one section at a time. `run` is given the name of a section and yields what is wrong there.

    A rule over the system as a whole (`whole`) is run once, and given no section.
    """

    name: str
    explanation: str
    severity: Severity
    run: Callable[[Survey, str], Iterator[Fault]]
    effort: Effort = Effort.QUICK
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule found, in a section, and with which entry of it.

    `section` is None where the finding is about the system as a whole, `entry` where it is about all of a section.
    """

    rule: str
    severity: Severity
    section: str | None
    entry: Entry | None
    message: str

    @property
    def where(self) -> str:
        """The entry, the section or the system that it is about."""
        if self.entry is not None:
            return f"{self.entry.id} ({self.entry.text('bid')})"
        return "the system" if self.section is None else self.section or "(opening)"


def excuse(rule: str, entries: Iterable[Entry]) -> str:
    """Why one of these entries says that a rule need not be kept; empty where none does."""
    excuses = (entry.get(fields.EXCUSES) for entry in entries)
    return next((reason for cell in excuses if cell is not None and (reason := cell.reason(rule))), "")
