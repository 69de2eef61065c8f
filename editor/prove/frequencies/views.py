"""The map of a system by auction, and how often its entries and conventions come up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import InvalidPage, Page, Paginator
from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.checks.coverage import percent
from bidbase.language.bids import parse_key
from bidbase_web.jobs.selectors import run_of
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.prove.frequencies.forms import ENTRIES, FrequenciesForm, MapForm
from editor.prove.frequencies.presenters import NameLine, below, map_lines, named_lines, sorted_lines, system_map
from editor.store.boards.models import FEWEST_TURNS, Counted
from editor.store.boards.selectors import sample_of
from editor.store.boards.services import RobotsBid
from editor.store.entries.presenters import trail
from editor.store.systems.access import fetch_system
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import bidder_for

LINES_ON_A_PAGE = 25


@require_safe
@never_cache
def system_map_page(request: HtmxRequest, slug: str) -> HttpResponse:
    """The places of a system from one on: how often the robots come there, and where they have no agreement."""
    system, form = fetch_system(request, slug), MapForm(request.GET)
    context, counted = _context(system, form)
    if not form.is_valid() or counted is None:
        return show_page(request, "editor/prove/frequencies/map.html", context, unreadable=not form.is_valid())
    after, lines = form.cleaned_data["after"], map_lines(counted)
    if after and after not in lines:
        form.add_error("after", f"The robots came there less than {FEWEST_TURNS} times, so the map does not have it.")
        return show_page(request, "editor/prove/frequencies/map.html", context, unreadable=True)
    table = sorted_lines(below(lines, after), form.cleaned_data["order"])
    context |= {
        "after": after,
        "here": lines.get(after) if after else None,
        "trail": trail(parse_key(after)) if after else (),
        "map": system_map(lines, after, counted.boards),
        "leaky": percent(counted.leaky / counted.boards),
        "page": _page_of(request, table),
    }
    return show_page(request, "editor/prove/frequencies/map.html", context)


@require_safe
@never_cache
def frequencies(request: HtmxRequest, slug: str) -> HttpResponse:
    """How often each convention, or each entry, comes up."""
    system, form = fetch_system(request, slug), FrequenciesForm(request.GET)
    context, counted = _context(system, form)
    if not form.is_valid() or counted is None:
        return show_page(request, "editor/prove/frequencies/page.html", context, unreadable=not form.is_valid())
    of, order, text = (form.cleaned_data[name] for name in ("of", "order", "text"))
    lines = _entries(system, counted) if of == ENTRIES else _conventions(system, counted)
    chosen = named_lines(lines, order, text)
    met = sum(bool(line.share.found) for line in lines)
    context |= {"page": _page_of(request, chosen), "met": met, "count": len(lines)}
    return show_page(request, "editor/prove/frequencies/page.html", context)


def _context(system: SystemRow, form: MapForm | FrequenciesForm) -> tuple[dict[str, Any], Counted | None]:
    """What both pages show of the boards, and what was counted in them."""
    sample, run = sample_of(system), run_of(RobotsBid.of(system))
    context = {
        "system": system,
        "tab": "sweep",
        "form": form,
        "sample": sample,
        "boards": sample.counted.boards if sample else 0,
        "current": sample is not None and sample.revision == system.revision,
        "run": run,
        "fewest": FEWEST_TURNS,
    }
    return context, sample.counted if sample else None


def _conventions(system: SystemRow, counted: Counted) -> list[NameLine]:
    names = system.conventions.values_list("name", flat=True)
    return [NameLine(name, counted.of_convention(name)) for name in names]


def _entries(system: SystemRow, counted: Counted) -> list[NameLine]:
    entries = bidder_for(system).system.entries
    return [NameLine(entry.id, counted.of_entry(entry.id), entry) for entry in entries]


def _page_of(request: HtmxRequest, lines: Sequence[object]) -> Page[Any]:
    try:
        return Paginator(lines, LINES_ON_A_PAGE).page(request.GET.get("page", 1))
    except InvalidPage:
        raise Http404("There is no such page.") from None
