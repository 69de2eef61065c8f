"""The notes of a system: to be read, written and removed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase.errors import TextError
from bidbase.systems.notes import NoteSubject, parse_subject
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.notes.forms import NoteForm, RemovalForm
from editor.read.notes.presenters import shown_notes
from editor.read.notes.selectors import note_named, notes_of, subjects_offered
from editor.read.notes.services import remove_note, save_note
from editor.store.systems.access import fetch_editable_system, fetch_system, may_write, person_of
from editor.store.systems.models import NoteRow, SystemRow
from editor.store.systems.services import Conflict, NameTaken

PAGE_OR_POST = ["GET", "HEAD", "POST"]
CHANGED_SINCE = "Somebody else has changed this note since you opened the page. Nothing is saved."


@require_safe
def notes(request: HtmxRequest, slug: str) -> HttpResponse:
    """All notes of a system, each with what it serves."""
    system = fetch_system(request, slug)
    context = {
        "system": system,
        "tab": "booklet",
        "notes": shown_notes(system, notes_of(system)),
        "may_write": may_write(request, system),
    }
    return show_page(request, "editor/read/notes/page.html", context)


@require_http_methods(PAGE_OR_POST)
@never_cache
def new_note(request: HtmxRequest, slug: str) -> HttpResponse:
    """Write a new note, perhaps for what the address says that it serves."""
    return _answer(request, fetch_editable_system(request, slug), None, _asked_for(request))


@require_http_methods(PAGE_OR_POST)
@never_cache
def note(request: HtmxRequest, slug: str, name: str) -> HttpResponse:
    """Change a note."""
    system, row = _fetch(request, slug, name)
    return _answer(request, system, row, row.subjects)


@require_POST
def remove(request: HtmxRequest, slug: str, name: str) -> HttpResponse:
    """Remove a note, with the reason."""
    system, row = _fetch(request, slug, name)
    form = RemovalForm(request.POST)
    if not form.is_valid():
        given = NoteForm(system=system, subjects=row.subjects, initial=NoteForm.values(row))
        return _show(request, system, row, given, removal=form, unreadable=True)
    try:
        if form.cleaned_data["seen"] != row.pk:
            raise Conflict({row.identity: row})
        remove_note(system=system, seen=row, by=person_of(request), why=form.cleaned_data["why"])
    except Conflict:
        messages.error(request, CHANGED_SINCE)
        return redirect("editor:notes", slug)
    messages.success(request, f"The note {row.name} is removed.")
    return redirect("editor:notes", slug)


def _answer(
    request: HtmxRequest, system: SystemRow, row: NoteRow | None, subjects: tuple[NoteSubject, ...]
) -> HttpResponse:
    """The form; with what was sent its preview, or the note is saved."""
    if request.method != "POST":
        values = NoteForm.values(row) if row else None
        return _show(request, system, row, NoteForm(system=system, subjects=subjects, initial=values))
    form = NoteForm(request.POST, system=system)
    sound = form.is_valid()
    if request.POST.get("do") == "preview":
        return _show(request, system, row, form)
    if not sound:
        return _show(request, system, row, form, unreadable=True)
    try:
        if row is not None and form.cleaned_data["seen"] != row.pk:
            raise Conflict({row.identity: row})
        save_note(
            system=system,
            name=form.cleaned_data["name"],
            serves=form.serves(),
            text=form.cleaned_data["text"],
            seen=row,
            by=person_of(request),
            why=form.cleaned_data["why"],
        )
    except Conflict as conflict:
        return _conflict_page(request, system, conflict)
    except NameTaken as taken:
        form.add_error("name", f"The system has the note {taken.name} already.")
        return _show(request, system, row, form, unreadable=True)
    messages.success(request, f"The note {form.cleaned_data['name']} is saved.")
    return redirect("editor:notes", system.slug)


def _conflict_page(request: HtmxRequest, system: SystemRow, conflict: Conflict) -> HttpResponse:
    """What was written beside what somebody else has saved since. Saved once more, it takes the place of that."""
    (held,) = conflict.held.values()
    if not isinstance(held, NoteRow):
        messages.error(request, "Somebody else has removed this note in the meantime. Nothing is saved.")
        return redirect("editor:notes", system.slug)
    data = request.POST.copy()
    data["seen"] = str(held.pk)
    form = NoteForm(data, system=system)
    form.is_valid()
    form.add_error(None, CHANGED_SINCE)
    return _show(request, system, held, form, held=held, unreadable=True)


def _show(
    request: HtmxRequest,
    system: SystemRow,
    row: NoteRow | None,
    form: NoteForm,
    *,
    held: NoteRow | None = None,
    removal: RemovalForm | None = None,
    unreadable: bool = False,
) -> HttpResponse:
    """The page on which a note is written; beside the form, what somebody else may have saved since."""
    context: dict[str, Any] = {
        "system": system,
        "tab": "booklet",
        "row": row,
        "form": form,
        "offered": subjects_offered(system),
        "preview": form["text"].value() or "",
        "held": held,
        "removal": removal or (RemovalForm(initial={"seen": row.pk}, auto_id="removal_%s") if row else None),
    }
    return show_page(request, "editor/read/notes/edit.html", context, unreadable=unreadable)


def _fetch(request: HtmxRequest, slug: str, name: str) -> tuple[SystemRow, NoteRow]:
    system = fetch_editable_system(request, slug)
    row = note_named(system, name)
    if row is None:
        raise Http404(f"{system.title} has no note {name}.")
    return system, row


def _asked_for(request: HtmxRequest) -> tuple[NoteSubject, ...]:
    """What the address says that a new note serves; what cannot be read is left out."""
    try:
        return (parse_subject(request.GET.get("serves", "")),)
    except TextError:
        return ()
