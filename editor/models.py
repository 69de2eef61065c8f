"""The tables of the editor, which stand with their features; Django looks for them here."""

from editor.boards.models import BidBoards, BoardCount
from editor.contests.models import Contest
from editor.files.models import Merge
from editor.findings.models import SweptSection, SweptSystem
from editor.systems.models import ConventionRow, EntryRow, Invitation, Member, NoteRow, SystemRevision, SystemRow
from editor.writing.models import EntryDraft

__all__ = [
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
