"""What a point or a card more or less in an entry gains, as far as workers have tried it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase_web.jobs.pages import have_done
from bidbase_web.jobs.selectors import run_of
from bidbase_web.jobs.services import TooMuchWork
from bidbase_web.pages import HtmxRequest
from bidbase_web.visitors import known_owner
from editor.frame import show_page
from editor.prove.limits.presenters import limits_of_fields
from editor.prove.limits.work import TryLimits, trials_of
from editor.store.entries.presenters import entry_title
from editor.store.systems.access import fetch_system, may_write
from editor.store.systems.selectors import bidder_for


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def limits(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """The limits of an entry with what moving them by one gains; sent, it has them tried."""
    system = fetch_system(request, slug)
    entry = bidder_for(system).system.by_id.get(ref)
    if entry is None:
        raise Http404(f"{system.title} has no entry {ref} now; it may have been changed since.")
    if request.method == "POST":
        try:
            have_done(request, TryLimits.of(system, ref))
        except TooMuchWork as why:
            messages.error(request, str(why))
        return redirect("editor:limits", slug, ref)
    run = run_of(TryLimits.of(system, ref))
    trials = trials_of(run)
    fields = limits_of_fields(entry, trials)
    context = {
        "system": system,
        "tab": "grid",
        "entry": entry,
        "title": entry_title(entry),
        "fields": fields,
        "run": run,
        "ended": sum(trial.ended for trial in trials),
        "count": sum(len(field.steps) for field in fields),
        "may_cancel": run is not None and run.pending and run.owner != "" and run.owner == known_owner(request),
        "may_write": may_write(request, system),
    }
    return show_page(request, "editor/prove/limits/page.html", context)
