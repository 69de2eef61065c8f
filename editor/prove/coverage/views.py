"""What becomes of the hands that reach each section of a system."""

from __future__ import annotations

from typing import Any

from django.core.paginator import InvalidPage, Paginator
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from bidbase.checks.hands import SAMPLE_DEALS
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.prove.coverage.forms import CoverageForm
from editor.prove.coverage.presenters import chosen_sections, unfit_count
from editor.store.findings.presenters import coverage_bar, title_of
from editor.store.findings.selectors import coverages_of, swept_of
from editor.store.systems.access import fetch_system
from editor.store.systems.addresses import section_url
from editor.store.systems.selectors import bidder_for

SECTIONS_ON_A_PAGE = 25


@require_safe
def coverage(request: HtmxRequest, slug: str) -> HttpResponse:
    """The sections of a system as bars that open into calls and entries, those that leave most hands out first."""
    system = fetch_system(request, slug)
    form = CoverageForm(request.GET)
    known, swept = coverages_of(system), swept_of(system)
    context: dict[str, Any] = {
        "system": system,
        "tab": "sweep",
        "form": form,
        "swept": swept,
        "current": swept is not None and swept.revision == system.revision,
        "count": len(known),
        "unfit": unfit_count(known),
        "deals": SAMPLE_DEALS,
    }
    if not form.is_valid():
        return show_page(request, "editor/prove/coverage/page.html", context, unreadable=True)
    sections = chosen_sections(known, **form.cleaned_data)
    try:
        page = Paginator(sections, SECTIONS_ON_A_PAGE).page(request.GET.get("page", 1))
    except InvalidPage:
        raise Http404("There is no such page.") from None
    entries = bidder_for(system).system.by_id
    shown = [(section, known[section]) for section in page]
    context |= {
        "page": page,
        "bars": [coverage_bar(system, covered, entries) for _, covered in shown if covered],
        "unknown": [(title_of(section), section_url(system, section)) for section, covered in shown if not covered],
    }
    return show_page(request, "editor/prove/coverage/page.html", context)
