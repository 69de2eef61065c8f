"""An entry that is meant to differ from those beside it."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.language.excuses import Given
from editor.store.systems.models import EntryRow, SystemRevision


@dataclass(frozen=True)
class Meant:
    """An entry that is meant to differ from its look-alikes: why, and the revision in which somebody has said so."""

    row: EntryRow
    given: Given
    revision: SystemRevision
