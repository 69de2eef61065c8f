"""Reading systems: browsing by auction, one entry, the grid of entries, conventions, and the reference of fields."""

from typing import Any

from django.core.paginator import InvalidPage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

from editor import selectors
from editor.field_reference import reference_of
from editor.filters import EntryFilter
from editor.forms import ColumnsForm, PlaceForm
from editor.models import System
from editor.places import place_at, trail
from editor.spoken import examples_by_group, specs_by_group
from editor.tables import EntryTable
from editor.trials import trial_of

ENTRIES_ON_A_PAGE = 50


class HtmxRequest(HttpRequest):
    """A request that the middleware of django-htmx has seen."""

    htmx: HtmxDetails


def fetch_system(request: HtmxRequest, slug: str) -> System:
    """The system of this name, if the visitor may see it; else the page says that there is none."""
    system = selectors.system_or_none(slug, request.user)
    if system is None:
        raise Http404(f"There is no system {slug}.")
    return system


def show(request: HtmxRequest, template: str, context: dict[str, Any], *, fault: bool = False) -> HttpResponse:
    """A page, or for htmx the part of it that changes, from one template.

    A page about a faulty request has status 400; a fragment has not, since htmx shows successful answers only.
    """
    fragment = bool(request.htmx) and not request.htmx.history_restore_request
    frame = "editor/fragment.html" if fragment else "editor/frame.html"
    status = 400 if fault and not fragment else 200
    response = render(request, template, {"section": "systems", "frame": frame, **context}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def systems(request: HtmxRequest) -> HttpResponse:
    """All systems that the visitor may see."""
    return show(request, "editor/systems.html", {"systems": selectors.systems_with_counts(request.user)})


def system(request: HtmxRequest, slug: str) -> HttpResponse:
    """The calls at one place in the auction, with their meanings and where they lead."""
    system = fetch_system(request, slug)
    form = PlaceForm(request.GET)
    context: dict[str, Any] = {"system": system, "form": form, "tab": "auction"}
    if not form.is_valid():
        return show(request, "editor/place.html", context, fault=True)
    place = place_at(selectors.bidder_for(system), *form.place())
    return show(request, "editor/place.html", {**context, "place": place})


def entry(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """One entry with all its specs in words, its test hand, and what stands before and after it."""
    system = fetch_system(request, slug)
    bidder = selectors.bidder_for(system)
    entry = bidder.system.by_id.get(ref)
    if entry is None:
        raise Http404(f"{system.title} has no entry {ref} now; it may have been changed since.")
    section = bidder.system.sections[entry.section]
    at = section.index(entry)
    context = {
        "system": system,
        "entry": entry,
        "revision": selectors.entry_revision(system, ref),
        "groups": specs_by_group(entry),
        "trial": trial_of(bidder, entry),
        "conventions": selectors.conventions_above(system, entry),
        "previous": section[at - 1] if at else None,
        "next": section[at + 1] if at + 1 < len(section) else None,
        "trail": [(call, selectors.section_url(system, name)) for call, name in trail(entry.key)],
        "section_address": selectors.section_url(system, entry.section),
        "number": at + 1,
        "count": len(section),
    }
    return show(request, "editor/entry.html", context)


def grid(request: HtmxRequest, slug: str) -> HttpResponse:
    """All entries as a table to filter, sort and leaf through, under the columns of one's choice."""
    system = fetch_system(request, slug)
    filters, columns = EntryFilter(request.GET, system=system), ColumnsForm(request.GET)
    context: dict[str, Any] = {"system": system, "filters": filters.form, "columns": columns, "tab": "grid"}
    if not (filters.is_valid() and columns.is_valid()):
        return show(request, "editor/grid.html", context, fault=True)
    table = EntryTable(
        filters.qs, system=system, columns=columns.chosen(), order_by=request.GET.getlist("sort"), request=request
    )
    try:
        table.paginate(page=request.GET.get("page", 1), per_page=ENTRIES_ON_A_PAGE)
    except InvalidPage:
        raise Http404("The grid has no such page.") from None
    return show(request, "editor/grid.html", {**context, "table": table})


def conventions(request: HtmxRequest, slug: str) -> HttpResponse:
    """The conventions of a system with their notes and selection codes."""
    system = fetch_system(request, slug)
    context = {"system": system, "conventions": selectors.conventions_with_counts(system), "tab": "conventions"}
    return show(request, "editor/conventions.html", context)


def fields(request: HtmxRequest) -> HttpResponse:
    """The reference of all fields that an entry has."""
    return show(request, "editor/fields.html", {"groups": examples_by_group()})


def field(request: HtmxRequest, name: str) -> HttpResponse:
    """The reference of one field: its grammar, its codes, and examples judged by the engine."""
    try:
        reference = reference_of(name)
    except KeyError:
        raise Http404(f"An entry has no field {name}.") from None
    return show(request, "editor/field.html", {"reference": reference})
