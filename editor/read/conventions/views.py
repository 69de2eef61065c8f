"""The conventions of a system: to be read, switched, added, renamed and merged."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase.systems.notes import NoteSubject
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.conventions.forms import (
    SWITCHES,
    ConventionForm,
    ConventionMergeForm,
    ConventionRemovalForm,
    SwitchesForm,
)
from editor.read.conventions.presenters import IN_USE, convention_groups
from editor.read.conventions.selectors import convention_facts, convention_named, conventions_with_counts
from editor.read.conventions.services import merge_convention, remove_convention, save_convention, switch_conventions
from editor.read.notes.presenters import notes_by_convention, shown_notes
from editor.read.notes.selectors import notes_of, notes_on
from editor.store.boards.presenters import often_words
from editor.store.boards.selectors import sample_as_it_is
from editor.store.systems.access import fetch_editable_system, fetch_system, may_change, person_of
from editor.store.systems.models import ConventionRow, SystemRow
from editor.store.systems.services import Conflict, NameTaken

PAGE_OR_POST = ["GET", "HEAD", "POST"]
CHANGED_SINCE = "Somebody else has changed the same in the meantime. Nothing is saved. Here is how it is now."


@require_safe
def conventions(request: HtmxRequest, slug: str) -> HttpResponse:
    """The conventions of a system with their notes and selection codes."""
    system = fetch_system(request, slug)
    notes = notes_by_convention(system, notes_of(system))
    sample = sample_as_it_is(system)
    groups = convention_groups(conventions_with_counts(system), notes, sample.counted if sample else None)
    may_switch = may_change(request, system)
    context = {"system": system, "groups": groups, "in_use": IN_USE, "tab": "conventions", "may_switch": may_switch}
    return show_page(request, "editor/read/conventions/page.html", context)


@require_http_methods(PAGE_OR_POST)
@never_cache
def switches(request: HtmxRequest, slug: str) -> HttpResponse:
    """Who uses each convention: both sides, we, the opponents or nobody. All changes of a page make one revision."""
    system = fetch_editable_system(request, slug)
    facts = convention_facts(system)
    form = SwitchesForm(request.POST if request.method == "POST" else None, system=system, facts=facts)
    if form.is_valid():
        try:
            new = switch_conventions(
                system=system, uses=form.uses(), by=person_of(request), why=form.cleaned_data["why"]
            )
        except Conflict:
            messages.error(request, CHANGED_SINCE)
        else:
            saved = new.revision != system.revision
            messages.success(request, "The switches are saved." if saved else "Nothing was changed.")
        return redirect("editor:switches", slug)
    context = {
        "system": system,
        "tab": "conventions",
        "form": form,
        "facts": [(fact, form[str(fact.row.pk)].value()) for fact in facts],
        "uses": SWITCHES,
    }
    return show_page(request, "editor/read/conventions/switches.html", context, unreadable=form.is_bound)


@require_http_methods(PAGE_OR_POST)
@never_cache
def new_convention(request: HtmxRequest, slug: str) -> HttpResponse:
    """Add a convention or a subcategory."""
    system = fetch_editable_system(request, slug)
    form = ConventionForm(request.POST if request.method == "POST" else None, initial={"name": request.GET.get("name")})
    if form.is_valid() and _save(request, system, form, None):
        return redirect("editor:switches", slug)
    context = {"system": system, "tab": "conventions", "form": form}
    return show_page(request, "editor/read/conventions/edit.html", context, unreadable=form.is_bound)


@require_http_methods(PAGE_OR_POST)
@never_cache
def convention(request: HtmxRequest, slug: str, name: str) -> HttpResponse:
    """Change the name and the notes of a convention. Entries that name it follow."""
    system, row = _fetch(request, slug, name)
    form = ConventionForm(request.POST if request.method == "POST" else None, initial=ConventionForm.values(row))
    if form.is_valid() and _save(request, system, form, row):
        return redirect("editor:switches", slug)
    return _show(request, system, row, form=form)


@require_POST
def merge(request: HtmxRequest, slug: str, name: str) -> HttpResponse:
    """Let the entries of a convention belong to another one."""
    system, row = _fetch(request, slug, name)
    form = ConventionMergeForm(request.POST, system=system, row=row)
    if not form.is_valid():
        return _show(request, system, row, merge_form=form)
    into = form.cleaned_data["into"]
    try:
        merge_convention(system=system, seen=row, into=into, by=person_of(request), why=form.cleaned_data["why"])
    except Conflict:
        messages.error(request, CHANGED_SINCE)
        return redirect("editor:convention", slug, name)
    messages.success(request, f"{row.name} is a part of {into.name} now.")
    return redirect("editor:switches", slug)


@require_POST
def remove(request: HtmxRequest, slug: str, name: str) -> HttpResponse:
    """Remove a convention that no entry names."""
    system, row = _fetch(request, slug, name)
    form = ConventionRemovalForm(request.POST)
    if not form.is_valid():
        return _show(request, system, row, removal_form=form)
    if _needed(system, row):
        messages.error(request, f"Entries name {row.name}. Merge it into another convention instead.")
        return redirect("editor:convention", slug, name)
    try:
        remove_convention(system=system, seen=row, by=person_of(request), why=form.cleaned_data["why"])
    except Conflict:
        messages.error(request, CHANGED_SINCE)
        return redirect("editor:switches", slug)
    messages.success(request, f"{row.name} is removed.")
    return redirect("editor:switches", slug)


def _fetch(request: HtmxRequest, slug: str, name: str) -> tuple[SystemRow, ConventionRow]:
    system = fetch_editable_system(request, slug)
    row = convention_named(system, name)
    if row is None:
        raise Http404(f"{system.title} has no convention {name}.")
    return system, row


def _save(request: HtmxRequest, system: SystemRow, form: ConventionForm, row: ConventionRow | None) -> bool:
    """Save what the form says; False where it cannot be saved, and the form says why."""
    given = form.cleaned_data
    if row is not None and given["seen"] != row.pk:
        form.add_error(None, "Somebody else has changed this convention since you opened the page. Nothing is saved.")
        return False
    try:
        save_convention(
            system=system, name=form.named(), notes=given["notes"], seen=row, by=person_of(request), why=given["why"]
        )
    except Conflict:
        form.add_error(None, CHANGED_SINCE)
    except NameTaken as taken:
        form.add_error("name", f"The system has {taken.name} already. You can merge the two below.")
    else:
        messages.success(request, f"{form.named()} is saved.")
        return True
    return False


def _needed(system: SystemRow, row: ConventionRow) -> bool:
    """Whether entries or subcategories name a convention."""
    (fact,) = (fact for fact in convention_facts(system) if fact.row.pk == row.pk)
    return bool(fact.entries or fact.subcategories or fact.against)


def _show(request: HtmxRequest, system: SystemRow, row: ConventionRow, **bound: Any) -> HttpResponse:
    (fact,) = (fact for fact in convention_facts(system) if fact.row.pk == row.pk)
    sample = sample_as_it_is(system)
    context: dict[str, Any] = {
        "system": system,
        "tab": "conventions",
        "row": row,
        "often": often_words(sample.counted.of_convention(row.name)) if sample and fact.entries and fact.is_on else "",
        "fact": fact,
        "form": ConventionForm(initial=ConventionForm.values(row)),
        "merge_form": ConventionMergeForm(system=system, row=row),
        "removal_form": ConventionRemovalForm(auto_id="removal_%s"),
        "notes": shown_notes(system, notes_on(system, NoteSubject.convention(row.name))),
    }
    unreadable = any(form.is_bound for form in bound.values())
    return show_page(request, "editor/read/conventions/edit.html", context | bound, unreadable=unreadable)
