"""What is wrong with a system, and the sweep that finds it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase_web.jobs.pages import have_done
from bidbase_web.jobs.selectors import run_of
from bidbase_web.jobs.services import TooMuchWork
from bidbase_web.pages import HtmxRequest
from bidbase_web.visitors import known_owner
from editor.frame import back_address, show_page
from editor.prove.findings.forms import AcceptForm, DecideAnewForm, FindingsForm
from editor.prove.findings.presenters import MOST_SHOWN, by_rule, chosen, counts, progress_of
from editor.prove.findings.services import accept, decide_anew
from editor.prove.findings.work import Sweep
from editor.store.boards.services import RobotsBid
from editor.store.findings.models import FoundOne
from editor.store.findings.selectors import entries_of_findings, findings_of, swept_of
from editor.store.systems.access import fetch_editable_system, fetch_system, may_change, person_of
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.services import Conflict

CHANGED_SINCE = "Somebody has changed the entry in the meantime. Nothing is saved."


@require_safe
@never_cache
def sweep(request: HtmxRequest, slug: str) -> HttpResponse:
    """What the sweeps of a system have found, and how far the present one is."""
    system = fetch_system(request, slug)
    form = FindingsForm(request.GET)
    found = findings_of(system)
    shown = chosen(found, **form.cleaned_data) if form.is_valid() else []
    run, swept = run_of(Sweep.of(system)), swept_of(system)
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
    return show_page(request, "editor/prove/findings/page.html", context, unreadable=not form.is_valid())


@require_POST
def begin(request: HtmxRequest, slug: str) -> HttpResponse:
    """Have a system swept."""
    system = fetch_system(request, slug)
    try:
        have_done(request, Sweep.of(system))
        have_done(request, RobotsBid.of(system))
    except TooMuchWork as why:
        messages.error(request, str(why))
    return redirect("editor:sweep", slug)


@require_POST
def accept_finding(request: HtmxRequest, slug: str) -> HttpResponse:
    """Accept a finding with a reason, which the entry says from now on."""
    system = fetch_editable_system(request, slug)
    form, back = AcceptForm(request.POST), back_address(request) or reverse("editor:sweep", args=[slug])
    if not form.is_valid():
        for faults in form.errors.values():
            messages.error(request, f"The finding is not accepted: {faults[0]}")
        return redirect(back)
    given = form.cleaned_data
    row = system.entries.filter(pk=given["entry"]).first()
    found = _found(system, given["rule"], row) if row is not None else None
    if row is None or found is None:
        messages.error(request, CHANGED_SINCE)
        return redirect(back)
    try:
        accept(system=system, row=row, found=found, reason=given["reason"], by=person_of(request))
    except Conflict:
        messages.error(request, CHANGED_SINCE)
    else:
        messages.success(request, f"The finding is accepted. The entry {row.ref} says why.")
    return redirect(back)


@require_POST
def decide_finding_anew(request: HtmxRequest, slug: str) -> HttpResponse:
    """Take back that a finding is accepted."""
    system = fetch_editable_system(request, slug)
    form, back = DecideAnewForm(request.POST), back_address(request) or reverse("editor:sweep", args=[slug])
    row = system.entries.filter(pk=form.cleaned_data["entry"]).first() if form.is_valid() else None
    if row is None:
        messages.error(request, CHANGED_SINCE)
        return redirect(back)
    try:
        decide_anew(system=system, row=row, rule=form.cleaned_data["rule"], by=person_of(request))
    except Conflict:
        messages.error(request, CHANGED_SINCE)
    else:
        messages.success(request, "It is to be decided anew: the next sweep finds it again.")
    return redirect(back)


def _found(system: SystemRow, rule: str, row: EntryRow) -> FoundOne | None:
    """What the rule has found with an entry, or with its section as a whole."""
    of_rule = [one for one in findings_of(system) if one.rule == rule]
    of_entry = (one for one in of_rule if one.ref == row.ref)
    of_section = (one for one in of_rule if not one.ref and one.section == row.prior_bids)
    return next(of_entry, None) or next(of_section, None)
