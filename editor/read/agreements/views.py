"""The agreements of a system: to be read, and settled as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bidbase.systems.agreements import Choice
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import have_done
from bidbase_web.jobs.services import TooMuchWork
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.agreements.forms import AgreementsForm, sent_form
from editor.read.agreements.presenters import chapters_of, choices_words
from editor.read.agreements.selectors import SettledAgreements
from editor.read.agreements.settling import SettleAgreements
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
    found, form = SettledAgreements(system), None
    if may_change(request, system) and not system.as_it_was:
        form = AgreementsForm(settled=found.settled, initial={"seen": system.revision})
    return _page(request, found, form)


def _settle(request: HtmxRequest, slug: str) -> HttpResponse:
    system = fetch_editable_system(request, slug)
    form, found = sent_form(request.POST, SettledAgreements(system))
    if form is None:
        messages.error(request, CHANGED_SINCE)
        return redirect("editor:agreements", slug)
    if not form.is_valid():
        return _page(request, found, form)
    chosen = form.chosen()
    said, uses = choices_words(found.settled, chosen), found.by_version(found.switched(chosen))
    if any(each.agreement.parameters for each in found.settled if each.key in chosen):
        return _begin_settling(request, found, chosen, form.cleaned_data["why"], "; ".join(said))
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


def _begin_settling(
    request: HtmxRequest, found: SettledAgreements, chosen: Mapping[int, Choice], why: str, said: str
) -> HttpResponse:
    """Have a worker settle agreements of which some have parameters: it draws test hands for what follows them."""
    slug = found.system.slug
    if found.system.as_it_was:
        messages.error(request, CHANGED_SINCE)
        return redirect("editor:agreements", slug)
    pairs = [(each.agreement, chosen[each.key]) for each in found.settled if each.key in chosen]
    try:
        run = have_done(request, SettleAgreements.of(found.system, pairs, person_of(request), why, said))
    except TooMuchWork as too_much:
        messages.error(request, str(too_much))
        return redirect("editor:agreements", slug)
    return redirect("editor:settling", slug, run.pk)


@require_safe
@never_cache
def settling(request: HtmxRequest, slug: str, run: int) -> HttpResponse:
    """Waits until agreements are settled, and shows them then, or says why nothing is saved."""
    system = fetch_editable_system(request, slug)
    found = Run.objects.filter(pk=run, kind=SettleAgreements.kind).first()
    job = found.job if found is not None else None
    if found is None or not isinstance(job, SettleAgreements) or job.system.key != system.pk:
        raise Http404("There is no such change of agreements; it may be some time ago.")
    if found.state != Run.State.DONE:
        raise StillWorking(job)
    undo = reverse("editor:undo", args=[slug, found.result]) if found.result == system.revision else ""
    messages.success(request, f"Saved. {job.said}.", extra_tags=undo)
    return redirect("editor:agreements", slug)


def _page(request: HtmxRequest, found: SettledAgreements, form: AgreementsForm | None) -> HttpResponse:
    context = {
        "system": found.system,
        "chapters": chapters_of(found.settled, form),
        "form": form,
        "tab": "agreements",
    }
    return show_page(
        request, "editor/read/agreements/page.html", context, unreadable=form is not None and form.is_bound
    )
