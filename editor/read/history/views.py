"""The history of a system, one revision, the difference between two states, and all versions of an entry or another
thing that a system has.
"""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django.contrib import messages
from django.core.paginator import InvalidPage, Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from bidbase_web.pages import HtmxRequest
from bidbase_web.visitors import readers_zone
from editor.frame import back_address, show_page
from editor.read.history.charts import calendar_of, first_day
from editor.read.history.forms import CompareForm, DayForm, WhyForm
from editor.read.history.presenters import address_of, shown_changes, shown_versions
from editor.read.history.selectors import (
    FIRST,
    changed_in,
    changes_by_day,
    family_of,
    known_version,
    readable_layers,
    revisions_of,
    versions_of,
)
from editor.read.history.services import undo_revision
from editor.store.systems.access import fetch_editable_system, fetch_system, may_change, person_of, reader_of
from editor.store.systems.differences import Difference, differences
from editor.store.systems.models import VERSIONED, SystemRevision, SystemRow
from editor.store.systems.services import Conflict, NameTaken
from editor.store.systems.versions import Version

REVISIONS_ON_A_PAGE = 50
CHANGES_ON_A_PAGE = 20
MODELS: dict[str, type[Version]] = {model.CALLED[0]: model for model in VERSIONED}


@require_safe
def history(request: HtmxRequest, slug: str) -> HttpResponse:
    """The changes of a system, all or on one day, the newest first: who, when, what and why; and a calendar of them.

    A day begins at midnight in the reader's time zone.
    """
    with timezone.override(readers_zone(request)):
        return _history(request, slug)


def _history(request: HtmxRequest, slug: str) -> HttpResponse:
    system, form, today = fetch_system(request, slug), DayForm(request.GET), timezone.localdate()
    context: dict[str, Any] = {
        "system": system,
        "tab": "history",
        "form": form,
        "where": "UTC" if readers_zone(request) is UTC else "where you are",
        "calendar": calendar_of(changes_by_day(system, first_day(today)), today),
        "compare": CompareForm(system=system, family=family_of(system, reader_of(request))),
    }
    if not form.is_valid():
        return show_page(request, "editor/read/history/page.html", context, unreadable=True)
    revisions, day = revisions_of(system), form.cleaned_data["day"]
    if day is not None:
        revisions = revisions.filter(made__date=day)
    context |= {"day": day, "page": _page_of(request, revisions, REVISIONS_ON_A_PAGE)}
    return show_page(request, "editor/read/history/page.html", context)


@require_safe
def revision(request: HtmxRequest, slug: str, number: int) -> HttpResponse:
    """One change of a system: each entry and convention before and after."""
    system = fetch_system(request, slug)
    made = _revision(system, number)
    for_editors = may_change(request, system)
    changes, page = _changes(request, changed_in(system, number), for_editors)
    context = {
        "system": system,
        "tab": "history",
        "revision": made,
        "changes": changes,
        "page": page,
        "first": number == FIRST,
        "undo": WhyForm() if for_editors and number > FIRST else None,
    }
    return show_page(request, "editor/read/history/revision.html", context)


@require_POST
def undo(request: HtmxRequest, slug: str, number: int) -> HttpResponse:
    """Take back what a revision changed, as a new change."""
    system = fetch_editable_system(request, slug)
    made, form = _revision(system, number), WhyForm(request.POST)
    if number == FIRST:
        raise Http404(f"{system.title} begins with its first revision, which cannot be taken back.")
    context = {"system": system, "tab": "history", "revision": made}
    if not form.is_valid():
        return show_page(request, "editor/read/history/refused.html", {**context, "form": form}, unreadable=True)
    try:
        undo_revision(system=system, number=number, by=person_of(request), why=form.cleaned_data["why"])
    except Conflict as conflict:
        pairs = [pair for pair in changed_in(system, number) if pair.row.identity in conflict.held]
        since = [Difference(pair.after, conflict.held[pair.row.identity]) for pair in pairs]
        since = [pair for pair in since if pair.before is not None or pair.after is not None]
        changes = shown_changes(since, for_editors=True)
        return show_page(request, "editor/read/history/refused.html", {**context, "changes": changes})
    except NameTaken as taken:
        return show_page(request, "editor/read/history/refused.html", {**context, "taken": taken.name})
    messages.success(request, f"Revision {number} is taken back.")
    return redirect(back_address(request) or reverse("editor:history", args=[slug]))


@require_safe
def compare(request: HtmxRequest, slug: str) -> HttpResponse:
    """What differs between two revisions of a system, or between it and another system of its family."""
    system = fetch_system(request, slug)
    form = CompareForm(request.GET, system=system, family=family_of(system, reader_of(request)))
    context: dict[str, Any] = {"system": system, "tab": "history", "form": form}
    if not form.is_valid():
        return show_page(request, "editor/read/history/compare.html", context, unreadable=True)
    older, newer = form.systems()
    for_editors = may_change(request, older) and may_change(request, newer)
    changes, page = _changes(request, differences(older, newer), for_editors)
    context |= {"older": older, "newer": newer, "changes": changes, "page": page}
    return show_page(request, "editor/read/history/compare.html", context)


@require_safe
def versions(request: HtmxRequest, slug: str, kind: str, name: str) -> HttpResponse:
    """All versions of an entry, a convention or a note, the newest first."""
    system, model = fetch_system(request, slug), MODELS.get(kind)
    row = known_version(system, model, name) if model else None
    if row is None:
        raise Http404(f"{system.title} has never had the {kind} {name}.")
    readable = set(readable_layers(system, reader_of(request)))
    held = system.rows_of(type(row)).filter(identity=row.identity).first()
    context = {
        "system": system,
        "tab": "history",
        "versions": shown_versions(versions_of(system, row), may_change(request, system), readable),
        "kind": kind,
        "held": address_of(system, held) if held else "",
    }
    return show_page(request, "editor/read/history/versions.html", context)


def _revision(system: SystemRow, number: int) -> SystemRevision:
    made = revisions_of(system).filter(number=number).first() if number <= system.revision else None
    if made is None:
        raise Http404(f"{system.title} has no revision {number}.")
    return made


def _changes(request: HtmxRequest, pairs: list[Difference[Any]], for_editors: bool) -> tuple[Any, Page[Any]]:
    """The changes on the page that the address names, and the page."""
    page = _page_of(request, pairs, CHANGES_ON_A_PAGE)
    return shown_changes(page.object_list, for_editors), page


def _page_of(request: HtmxRequest, items: Any, number: int) -> Page[Any]:
    try:
        page = Paginator(items, number).page(request.GET.get("page", 1))
    except InvalidPage:
        raise Http404("There is no such page.") from None
    page.object_list = list(page.object_list)  # read before the page is written
    return page
