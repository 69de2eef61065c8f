"""Taking a new revision of the base."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.history.presenters import shown_changes
from editor.store.systems.access import fetch_editable_system, person_of, reader_of
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import readable_system
from editor.store.systems.services import Conflict
from editor.write.release.forms import ReleaseForm
from editor.write.release.selectors import release_for
from editor.write.release.services import take_release

MOST_SHOWN = 100  # changes that need no decision; the others are counted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def release(request: HtmxRequest, slug: str) -> HttpResponse:
    """What a newer revision of the base changes for the system, to be taken in one revision."""
    system = fetch_editable_system(request, slug)
    offered = release_for(system)
    if offered is None:
        messages.success(request, f"{system.title} stands on the newest revision of its base.")
        return redirect("editor:about", slug)
    seen = {"revision": system.revision, "base_revision": offered.base.revision}
    disputed = [pair.row.identity for pair in offered.disputed]
    form = ReleaseForm(request.POST if request.method == "POST" else None, initial=seen, disputed=disputed)
    changed_since = False
    if form.is_valid():
        if taken := _taken(form, system, person_of(request)):
            messages.success(
                request, f"{taken.title} stands on revision {taken.base_revision} of {offered.base.title}."
            )
            return redirect("editor:about", slug)
        changed_since = True
        form = ReleaseForm(initial=seen, disputed=disputed)
    choices = form.choices_by_key()
    context = {
        "system": system,
        "tab": "about",
        "base": offered.base,
        "readable_base": readable_system(offered.base.slug, reader_of(request)),
        "form": form,
        "changed_since": changed_since,
        "disputed": [(change, choices[change.key]) for change in shown_changes(offered.disputed, for_editors=True)],
        "taken": shown_changes(offered.taken[:MOST_SHOWN], for_editors=False),
        "taken_count": len(offered.taken),
        "more": max(0, len(offered.taken) - MOST_SHOWN),
    }
    return show_page(request, "editor/write/release/page.html", context, unreadable=form.is_bound)


def _taken(form: ReleaseForm, system: SystemRow, by: User) -> SystemRow | None:
    """The system after it has taken what the valid form says; None where something else was saved in the meantime."""
    given = form.cleaned_data
    try:
        return take_release(
            system=system.as_of(given["revision"]),
            base_revision=given["base_revision"],
            theirs=form.theirs(),
            by=by,
            why=given["why"],
        )
    except Conflict:
        return None
