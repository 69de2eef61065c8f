"""The agreements of a system: to be read, and settled as a whole."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.agreements.forms import AgreementsForm, sent_form
from editor.read.agreements.presenters import chapters_of, choices_words
from editor.read.agreements.selectors import Agreements
from editor.read.conventions.services import switch_conventions
from editor.store.systems.access import fetch_editable_system, fetch_system, may_change, person_of
from editor.store.systems.services import Conflict

CHANGED_SINCE = "Somebody else has changed the same in the meantime. Nothing is saved. Here is how it is now."


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def agreements(request: HtmxRequest, slug: str) -> HttpResponse:
    """What a partnership plays, question by question. All choices of a page make one revision."""
    if request.method == "POST":
        return _settle(request, slug)
    system = fetch_system(request, slug)
    found, form = Agreements(system), None
    if may_change(request, system) and not system.as_it_was:
        form = AgreementsForm(settled=found.settled, initial={"seen": system.revision})
    return _page(request, found, form)


def _settle(request: HtmxRequest, slug: str) -> HttpResponse:
    system = fetch_editable_system(request, slug)
    form, found = sent_form(request.POST, Agreements(system))
    if form is None:
        messages.error(request, CHANGED_SINCE)
        return redirect("editor:agreements", slug)
    if not form.is_valid():
        return _page(request, found, form)
    chosen = form.chosen()
    said, uses = choices_words(found.settled, chosen), found.by_version(found.switched(chosen))
    try:
        new = switch_conventions(
            system=system, uses=uses, by=person_of(request), why=form.cleaned_data["why"], said="; ".join(said)
        )
    except Conflict:
        messages.error(request, CHANGED_SINCE)
    else:
        changed = new.revision != system.revision
        messages.success(request, f"Saved. {'; '.join(said)}." if changed else "Nothing was changed.")
    return redirect("editor:agreements", slug)


def _page(request: HtmxRequest, found: Agreements, form: AgreementsForm | None) -> HttpResponse:
    context = {
        "system": found.system,
        "chapters": chapters_of(found.settled, form),
        "form": form,
        "tab": "agreements",
    }
    return show_page(
        request, "editor/read/agreements/page.html", context, unreadable=form is not None and form.is_bound
    )
