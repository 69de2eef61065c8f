"""What would change if conventions were switched."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.conventions.forms import LABELS, SwitchesForm
from editor.store.systems.access import fetch_editable_system
from editor.write.entry.panel import changes_of_switches


@never_cache
@require_POST
def switch_changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What would change if conventions were switched as the form says, before they are."""
    system = fetch_editable_system(request, slug)
    rows = list(system.conventions)
    form = SwitchesForm(request.POST, conventions=rows)
    if not form.is_valid():
        messages.error(request, "Somebody may have changed a convention in the meantime. Choose the switches again.")
        return redirect("editor:switches", slug)
    uses = form.uses()
    switched = [(row, LABELS[uses[row.pk]]) for row in rows if uses[row.pk] != row.use]
    found = changes_of_switches(request, system, {row.name: uses[row.pk] for row, _ in switched}) if switched else None
    context = {"system": system, "form": form, "switched": switched, "found": found, "tab": "conventions"}
    return show_page(request, "editor/write/entry/switches.html", context)
