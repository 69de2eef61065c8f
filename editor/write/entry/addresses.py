"""Where a draft is."""

from __future__ import annotations

from django.urls import reverse

from editor.store.entries.selectors import held_entry
from editor.store.systems.models import EntryRow, SystemRow
from editor.write.entry.models import EntryDraft


def draft_address(system: SystemRow, row: EntryRow | None, draft: EntryDraft) -> str:
    """The form with a draft in it. `row` is a version of the entry that it changes, None for a new one."""
    held = held_entry(system, row.identity) if row else None
    if held is not None:
        return reverse("editor:write", args=[system.slug, held.ref]) + "?draft=1"
    return reverse("editor:write_new", args=[system.slug]) + f"?draft={draft.pk}"
