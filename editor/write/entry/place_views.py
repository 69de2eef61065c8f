"""The place of an entry in its system: moved within its section, duplicated into others like it, or removed."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase_web.pages import HtmxRequest
from editor.frame import back_query, show_page
from editor.store.entries.presenters import entry_title
from editor.store.entries.selectors import held_entry
from editor.store.entries.services import remove_entry
from editor.store.systems.access import fetch_editable_system, person_of
from editor.store.systems.rows import engine_entry
from editor.store.systems.services import Conflict
from editor.write.entry import services
from editor.write.entry.access import fetch_entry, seen_entry
from editor.write.entry.attempt import alike_sections
from editor.write.entry.forms import EntryForm, form_data
from editor.write.entry.panel import panel_for
from editor.write.entry.selectors import cells_of


@never_cache
@require_safe
def alike(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """The sections that look like the section of an entry, to duplicate it there with the suits exchanged."""
    system = fetch_editable_system(request, slug)
    row = fetch_entry(system, ref)
    context = {
        "system": system,
        "seen": row,
        "title": entry_title(engine_entry(row)),
        "sections": alike_sections(system, row),
        "tab": "grid",
    }
    return show_page(request, "editor/write/entry/alike.html", context)


@require_POST
def move(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """Move an entry up or down in its section, or number the section anew."""
    system = fetch_editable_system(request, slug)
    row, to = fetch_entry(system, ref), request.POST.get("to")
    try:
        if to == "renumber":
            if not row.prior_bids:
                raise BadRequest("The opening keeps its numbers: some of them mean something.")
            new = services.renumber_section(system=system, prior_bids=row.prior_bids, by=person_of(request))
        else:
            new = services.move_entry(system=system, row=row, up=to == "up", by=person_of(request))
    except Conflict:
        messages.error(request, "Somebody else has just moved entries of this section. Nothing was changed.")
        new = system
    held = held_entry(new, row.identity)
    query = back_query(request)
    return redirect(reverse("editor:write", args=[slug, held.ref if held else ref]) + query + "#order-buttons")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """Remove an entry, after a look at what its hands would call without it."""
    system = fetch_editable_system(request, slug)
    if request.method == "POST":
        seen = seen_entry(request, system)
        if seen is None:
            raise BadRequest("Nothing says which entry is to be removed.")
        try:
            system = remove_entry(
                system=system, seen=seen, by=person_of(request), why=request.POST.get("why", "")[:300]
            )
        except Conflict:
            messages.error(request, "Somebody has changed this entry since. Look at it again before you remove it.")
            held = held_entry(system, seen.identity)
            return redirect("editor:remove", slug, held.ref) if held else redirect("editor:grid", slug)
        messages.success(request, "The entry is removed.")
        return redirect("editor:revision", slug, system.revision)
    row = fetch_entry(system, ref)
    form = EntryForm(form_data(cells_of(row), row), system=system, kept=cells_of(row))
    form.is_valid()
    context = {
        "system": system,
        "seen": row,
        "title": entry_title(engine_entry(row)),
        "panel": panel_for(system, form, row),
        "tab": "grid",
    }
    return show_page(request, "editor/write/entry/remove.html", context)
