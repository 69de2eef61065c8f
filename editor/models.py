"""The tables of the editor, which stand with their features; Django looks for them here."""

from editor.prove.contests.models import Contest
from editor.store.boards.models import BidBoards, BoardCount
from editor.store.findings.models import SweptSection, SweptSystem
from editor.store.systems.models import (
    AgreementRow,
    ConventionRow,
    EntryRow,
    Invitation,
    Member,
    NoteRow,
    SystemRevision,
    SystemRow,
)
from editor.write.entry.models import EntryDraft
from editor.write.files.models import Merge

__all__ = [
    "AgreementRow",
    "BidBoards",
    "BoardCount",
    "Contest",
    "ConventionRow",
    "EntryDraft",
    "EntryRow",
    "Invitation",
    "Member",
    "Merge",
    "NoteRow",
    "SweptSection",
    "SweptSystem",
    "SystemRevision",
    "SystemRow",
]
