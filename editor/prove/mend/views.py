"""The mends of a finding: tried by a worker, shown with what they change, one of them made with a click."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase.checks import RULE_BY_NAME
from bidbase.systems import EntryError
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from editor.frame import back_address, show_page
from editor.prove.mend.forms import FindingForm, MendForm
from editor.prove.mend.presenters import shown_mends
from editor.prove.mend.selectors import rows_of
from editor.prove.mend.work import MendFinding
from editor.store.entries.presenters import entry_title
from editor.store.entries.services import save_entries
from editor.store.findings.presenters import title_of
from editor.store.systems.access import fetch_editable_system, person_of
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion, bidder_for
from editor.store.systems.services import Conflict

TOO_LATE = "Somebody has changed the system in the meantime. Here is what can be done now."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mend(request: HtmxRequest, slug: str) -> HttpResponse:
    """The mends of a finding. Only those are shown with which the rule finds it no more."""
    system = fetch_editable_system(request, slug)
    if request.method == "POST":
        return _make(request, system)
    form = FindingForm(request.GET)
    if not form.is_valid():
        raise BadRequest("Nothing says which finding is to be mended.")
    given, back = form.cleaned_data, back_address(request) or reverse("editor:sweep", args=[slug])
    entry = bidder_for(system).system.by_id.get(given["entry"])
    section = entry.section if entry is not None else given["section"]
    found = result_of(_job(system, given, section, back))
    context = {
        "system": system,
        "tab": "sweep",
        "rule": RULE_BY_NAME[given["rule"]],
        "given": given,
        "entry": entry,
        "title": entry_title(entry) if entry is not None else title_of(section),
        "gone": found is None,
        "mends": shown_mends(found or [], rows_of(system, found or [])),
        "back": back,
    }
    return show_page(request, "editor/prove/mend/page.html", context)


def _job(system: SystemRow, given: Mapping[str, Any], section: str, back: str) -> MendFinding:
    return MendFinding(SystemVersion.of(system), given["rule"], section, given["entry"], back=back)


def _make(request: HtmxRequest, system: SystemRow) -> HttpResponse:
    """Make one of the mends."""
    form = MendForm(request.POST)
    if not form.is_valid():
        raise BadRequest("Nothing says which mend is to be made.")
    given, back = form.cleaned_data, back_address(request) or reverse("editor:sweep", args=[system.slug])
    entry = bidder_for(system).system.by_id.get(given["entry"])
    section = entry.section if entry is not None else given["section"]
    try:
        if given["revision"] != system.revision:
            raise Conflict({})
        found = result_of(_job(system, given, section, back)) or []
        chosen = next((one for one in found if one.key == given["mend"]), None)
        if chosen is None:
            raise BadRequest("There is no such mend.")
        why = f"Mended a finding of the rule {given['rule']}"
        by = person_of(request)
        system = save_entries(system=system, written=chosen.steps, summary=chosen.words, by=by, why=why)
    except (Conflict, EntryError, StillWorking):
        messages.error(request, TOO_LATE)
        return redirect(back)
    undo = reverse("editor:undo", args=[system.slug, system.revision])
    messages.success(request, f"{chosen.words}: done, as revision {system.revision}.", extra_tags=undo)
    return redirect(back)
