"""Taking a new revision of the base, and entries of other systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase_site.web import HtmxRequest
from editor.history.presenters import shown_changes
from editor.merge.forms import ReleaseForm, SourceForm, TakeForm
from editor.merge.selectors import Offer, offers_from, release_for
from editor.merge.services import take_offers, take_release
from editor.systems.access import fetch_editable_system, may_change, reader_of
from editor.systems.models import SystemRow
from editor.systems.pages import show_page
from editor.systems.services import Conflict, NameTaken

MOST_SHOWN = 100  # changes; the others are counted
CHANGED_SINCE = "Somebody else has changed the system in the meantime. Nothing is saved. Here is how it is now."


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
        seen_revision, base_revision = form.cleaned_data["revision"], form.cleaned_data["base_revision"]
        assert isinstance(request.user, User)  # who may change a system has an account
        try:
            take_release(
                system=system.as_of(seen_revision),
                base_revision=base_revision,
                theirs=form.theirs(),
                by=request.user,
                why=form.cleaned_data["why"],
            )
        except Conflict:
            changed_since = True
            form = ReleaseForm(initial=seen, disputed=disputed)
        else:
            messages.success(request, f"{system.title} stands on revision {base_revision} of {offered.base.title}.")
            return redirect("editor:about", slug)
    choices = form.choices_by_key()
    context = {
        "system": system,
        "tab": "about",
        "base": offered.base,
        "form": form,
        "changed_since": changed_since,
        "disputed": [(change, choices[change.key]) for change in shown_changes(offered.disputed, for_editors=True)],
        "taken": shown_changes(offered.taken[:MOST_SHOWN], for_editors=False),
        "taken_count": len(offered.taken),
        "more": max(0, len(offered.taken) - MOST_SHOWN),
    }
    return show_page(request, "editor/merge/release.html", context, unreadable=form.is_bound)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def merge(request: HtmxRequest, slug: str) -> HttpResponse:
    """What another system has changed, to be taken one by one, in one revision."""
    system = fetch_editable_system(request, slug)
    systems = SystemRow.objects.at_hand_for(reader_of(request)).exclude(pk=system.pk).select_related("base")
    source = SourceForm(request.GET or None, system=system, systems=systems)
    context: dict[str, Any] = {"system": system, "tab": "about", "source": source}
    if not source.is_valid():
        return show_page(request, "editor/merge/merge.html", context, unreadable=source.is_bound)
    other = source.cleaned_data["other"]
    offers = offers_from(system, other, source.cleaned_data["since"], source.cleaned_data["convention"])
    shown = offers[:MOST_SHOWN]
    by_key = {offer.pair.row.identity: offer for offer in shown}
    form = TakeForm(
        request.POST if request.method == "POST" else None, initial={"revision": system.revision}, offered=by_key
    )
    if form.is_valid():
        taken = [by_key[UUID(key)] for key in form.cleaned_data["take"]]
        if (problem := _take(request, system, other, taken, form)) is None:
            return redirect("editor:history", slug)
        context["problem"] = problem
    changes = shown_changes((offer.pair for offer in shown), for_editors=may_change(request, other))
    chosen = (
        form["take"].value() or []
        if form.is_bound
        else [c.key for c, o in zip(changes, shown, strict=True) if not o.disputed]
    )
    context |= {
        "other": other,
        "form": form,
        "offers": [
            (change, offer.disputed, change.key in chosen) for change, offer in zip(changes, shown, strict=True)
        ],
        "more": len(offers) - len(shown),
    }
    return show_page(request, "editor/merge/merge.html", context, unreadable=form.is_bound)


def _take(
    request: HtmxRequest, system: SystemRow, other: SystemRow, taken: Sequence[Offer], form: TakeForm
) -> str | None:
    """Take what was chosen; where that cannot be, say why."""
    assert isinstance(request.user, User)  # who may change a system has an account
    if form.cleaned_data["revision"] != system.revision:
        return CHANGED_SINCE
    try:
        new = take_offers(system=system, other=other, offers=taken, by=request.user, why=form.cleaned_data["why"])
    except Conflict:
        return CHANGED_SINCE
    except NameTaken as name:
        return f"The system has another {name.name} already. Nothing is saved."
    messages.success(request, f"Revision {new.revision}: {len(taken)} of what {other.title} says is taken.")
    return None
