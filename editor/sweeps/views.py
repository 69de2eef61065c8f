"""What is wrong with a system, and the sweep that finds it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase_site.web import HtmxRequest, known_owner
from editor.boards.services import boards_needed
from editor.findings.selectors import entries_of_findings, findings_of, swept_of
from editor.runs.pages import have_done
from editor.runs.services import TooMuchWork
from editor.sweeps.forms import AcceptForm, FindingsForm
from editor.sweeps.presenters import MOST_SHOWN, by_rule, chosen, counts, progress_of
from editor.sweeps.selectors import run_of
from editor.sweeps.services import accept, sweep_needed
from editor.systems.access import fetch_editable_system, fetch_system, may_change
from editor.systems.pages import show_page
from editor.systems.services import Conflict


@require_safe
@never_cache
def sweep(request: HtmxRequest, slug: str) -> HttpResponse:
    """What the sweeps of a system have found, and how far the present one is."""
    system = fetch_system(request, slug)
    form = FindingsForm(request.GET)
    found = findings_of(system)
    shown = chosen(found, **form.cleaned_data) if form.is_valid() else []
    run, swept = run_of(system), swept_of(system)
    rows = entries_of_findings(system, shown[:MOST_SHOWN])
    context = {
        "system": system,
        "tab": "sweep",
        "form": form,
        "count": len(found),
        "counts": counts(found),
        "shown": len(shown),
        "groups": by_rule(system, shown[:MOST_SHOWN], rows),
        "most": MOST_SHOWN,
        "run": run,
        "progress": progress_of(run) if run is not None and run.pending else None,
        "may_cancel": run is not None and run.owner != "" and run.owner == known_owner(request),
        "swept": swept,
        "current": swept is not None and swept.revision == system.revision,
        "may_write": not system.as_it_was and may_change(request, system),
    }
    return show_page(request, "editor/sweeps/page.html", context, unreadable=not form.is_valid())


@require_POST
def begin(request: HtmxRequest, slug: str) -> HttpResponse:
    """Have a system swept."""
    system = fetch_system(request, slug)
    try:
        have_done(request, sweep_needed(system))
        have_done(request, boards_needed(system))
    except TooMuchWork as why:
        messages.error(request, str(why))
    return redirect("editor:sweep", slug)


@require_POST
def accept_finding(request: HtmxRequest, slug: str) -> HttpResponse:
    """Accept a finding with a reason, which the entry says from now on."""
    system = fetch_editable_system(request, slug)
    form = AcceptForm(request.POST)
    if not form.is_valid():
        for faults in form.errors.values():
            messages.error(request, f"The finding is not accepted: {faults[0]}")
        return redirect("editor:sweep", slug)
    row = system.entries.filter(pk=form.cleaned_data["entry"]).first()
    if row is None:
        messages.error(request, "Somebody has changed the entry in the meantime. Nothing is saved.")
        return redirect("editor:sweep", slug)
    rule, reason = form.cleaned_data["rule"], form.cleaned_data["reason"]
    try:
        accept(system=system, row=row, rule=rule, reason=reason, by=_user(request))
    except Conflict:
        messages.error(request, "Somebody has changed the entry in the meantime. Nothing is saved.")
    else:
        messages.success(request, f"The finding is accepted. The entry {row.ref} says why.")
    return redirect("editor:sweep", slug)


def _user(request: HtmxRequest) -> User:
    assert isinstance(request.user, User)  # who may change a system has an account
    return request.user
