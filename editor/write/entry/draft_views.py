"""What people have begun to write and not saved yet."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.store.entries.selectors import held_entry
from editor.store.systems.access import fetch_editable_system
from editor.store.systems.models import EntryRow, SystemRow
from editor.write.entry.addresses import draft_address
from editor.write.entry.models import EntryDraft
from editor.write.entry.selectors import drafts_of


@never_cache
@require_safe
def drafts(request: HtmxRequest, slug: str) -> HttpResponse:
    """What the visitor has begun to write in this system."""
    system = fetch_editable_system(request, slug)
    listed = [
        (draft, draft_address(system, _row_of(system, draft), draft)) for draft in drafts_of(system, request.user)
    ]
    return show_page(request, "editor/write/entry/drafts.html", {"system": system, "drafts": listed, "tab": "grid"})


@require_POST
def drop_draft(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """Throw a draft away."""
    system = fetch_editable_system(request, slug)
    drafts_of(system, request.user).filter(pk=pk).delete()
    messages.success(request, "The draft is thrown away.")
    return redirect("editor:drafts", slug)


def _row_of(system: SystemRow, draft: EntryDraft) -> EntryRow | None:
    return held_entry(system, draft.identity) if draft.identity else None
