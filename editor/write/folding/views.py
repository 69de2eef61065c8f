"""Sections that say the same, and the pattern that takes their place."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase.folding.folds import Fold, fold_of
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.history.forms import WhyForm
from editor.store.systems.access import fetch_editable_system, fetch_system, may_change, person_of
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import bidder_for
from editor.store.systems.services import Conflict
from editor.write.folding.presenters import folding_page, pattern_page
from editor.write.folding.services import make_pattern
from editor.write.folding.work import FindFolds, ProveFold


@require_safe
@never_cache
def folding(request: HtmxRequest, slug: str) -> HttpResponse:
    """The sections of a system that say the same but for the suits, and those that nearly do."""
    system = fetch_system(request, slug)
    context = {"system": system, "tab": "grid", "page": folding_page(result_of(FindFolds.of(system)))}
    return show_page(request, "editor/write/folding/page.html", context)


@require_safe
@never_cache
def pattern(request: HtmxRequest, slug: str, pattern: str) -> HttpResponse:
    """The pattern of a group of sections as it would stand, with the proof that no call changes."""
    system = fetch_system(request, slug)
    fold = _fetch_fold(system, pattern)
    context = {
        "system": system,
        "tab": "grid",
        "page": pattern_page(fold, bidder_for(system).system.sections),
        "proof": result_of(ProveFold.of(system, fold)),
        "form": WhyForm() if may_change(request, system) and not system.as_it_was else None,
    }
    return show_page(request, "editor/write/folding/pattern.html", context)


@require_POST
def make(request: HtmxRequest, slug: str, pattern: str) -> HttpResponse:
    """Let the pattern take the place of its sections, where the proof holds."""
    system, form = fetch_editable_system(request, slug), WhyForm(request.POST)
    try:
        fold = _fetch_fold(system, pattern)
        holds = result_of(ProveFold.of(system, fold)).holds
    except StillWorking:
        return redirect("editor:pattern", slug, pattern)  # the system has changed, and what it shows is worked out anew
    if not holds or not form.is_valid():
        return redirect("editor:pattern", slug, pattern)
    try:
        system = make_pattern(system=system, fold=fold, by=person_of(request), why=form.cleaned_data["why"])
    except Conflict:
        messages.error(request, "Somebody has changed the system in the meantime. Nothing is saved.")
        return redirect("editor:folding", slug)
    messages.success(request, f"{len(fold.sections)} sections are one pattern now. You can take this back here.")
    return redirect("editor:revision", slug, system.revision)


def _fetch_fold(system: SystemRow, pattern: str) -> Fold:
    """The fold of this pattern, among those that were found in the system."""
    groups = result_of(FindFolds.of(system)).groups
    sections = next((group.sections for group in groups if group.pattern == pattern), None)
    fold = fold_of(bidder_for(system).system, sections) if sections is not None else None
    if fold is None:
        raise Http404(f"{system.title} has no sections now that could become {pattern}.")
    return fold
