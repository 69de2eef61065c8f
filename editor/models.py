"""The tables of the editor, which stand with their features; Django looks for them here."""

from editor.runs.models import Run
from editor.systems.models import ConventionRow, EntryRow, Invitation, Member, SystemRevision, SystemRow
from editor.writing.models import EntryDraft

__all__ = ["ConventionRow", "EntryDraft", "EntryRow", "Invitation", "Member", "Run", "SystemRevision", "SystemRow"]
