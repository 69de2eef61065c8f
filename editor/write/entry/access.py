"""Which entries, versions and drafts a request names: fetch them or refuse."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404

from bidbase_web.pages import HtmxRequest
from editor.store.systems.models import EntryRow, SystemRow
from editor.write.entry.models import EntryDraft
from editor.write.entry.selectors import drafts_of, seen_version


def fetch_entry(system: SystemRow, ref: str) -> EntryRow:
    """The entry that the system knows by this ref."""
    row = system.entries.filter(ref=ref).first()
    if row is None:
        raise Http404(f"{system.title} has no entry {ref} now; it may have been changed since.")
    return row


def draft_named(request: HtmxRequest, system: SystemRow) -> EntryDraft | None:
    """The visitor's draft of a new entry that the request names."""
    number = _number(request.POST.get("draft") or request.GET.get("draft"))
    return drafts_of(system, request.user).filter(pk=number, identity=None).first() if number else None


def seen_entry(request: HtmxRequest, system: SystemRow) -> EntryRow | None:
    """The version that the writer has on the page; None for a new entry."""
    key = request.POST.get("seen")
    if not key:
        return None
    row = seen_version(system, _number(key))
    if row is None:
        raise BadRequest("This is no version of an entry of this system.")
    return row


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 18 else None
