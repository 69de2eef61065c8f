"""What a point or a card more or less in an entry gains, as far as workers have tried it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase_site.web import HtmxRequest, known_owner
from editor.entries.presenters import entry_title
from editor.limits.presenters import limits_of_fields
from editor.limits.selectors import limits_needed, run_of, trials_of
from editor.runs.pages import have_done
from editor.runs.services import TooMuchWork
from editor.systems.access import fetch_system, may_write
from editor.systems.pages import show_page
from editor.systems.selectors import bidder_for


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
            have_done(request, limits_needed(system, ref))
        except TooMuchWork as why:
            messages.error(request, str(why))
        return redirect("editor:limits", slug, ref)
    run = run_of(system, ref)
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
    return show_page(request, "editor/limits/page.html", context)
