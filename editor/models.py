"""The tables of the editor, which stand with their features; Django looks for them here."""

from editor.files.models import Merge
from editor.findings.models import SweptSection, SweptSystem
from editor.runs.models import Run
from editor.systems.models import ConventionRow, EntryRow, Invitation, Member, SystemRevision, SystemRow
from editor.writing.models import EntryDraft

__all__ = [
    "ConventionRow",
    "EntryDraft",
    "EntryRow",
    "Invitation",
    "Member",
    "Merge",
    "Run",
    "SweptSection",
    "SweptSystem",
    "SystemRevision",
    "SystemRow",
]
