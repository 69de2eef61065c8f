"""Entries side by side."""

from itertools import chain
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bidbase.checks import Survey
from bidbase.checks.look_alikes import side_by_side
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.compare.forms import AlikeForm
from editor.read.compare.presenters import alike_page, beside, compared, refs_of, undecided_sections
from editor.read.compare.selectors import differences_found, meant_in
from editor.store.findings.selectors import swept_of
from editor.store.systems.access import fetch_system, may_write
from editor.store.systems.selectors import bidder_for, entries_by_ref

FEWEST, MOST = 2, 6  # entries side by side


@require_safe
def compare(request: HtmxRequest, slug: str) -> HttpResponse:
    """Chosen entries, field by field."""
    system = fetch_system(request, slug)
    refs = list(dict.fromkeys(request.GET.getlist("entry")))
    if not FEWEST <= len(refs) <= MOST:
        raise BadRequest(f"Choose {FEWEST} to {MOST} entries to compare; {len(refs)} are chosen.")
    by_id = bidder_for(system).system.by_id
    if missing := [ref for ref in refs if ref not in by_id]:
        raise Http404(f"{system.title} has no entry {missing[0]} now; it may have been changed since.")
    entries = [by_id[ref] for ref in refs]
    context = {"system": system, "entries": entries, "fields": compared(entries), "tab": "grid"}
    return show_page(request, "editor/read/compare/page.html", context)


@require_safe
@never_cache
def look_alikes(request: HtmxRequest, slug: str) -> HttpResponse:
    """A section beside the sections that say the same of other suits; without one, what is to be decided and meant."""
    system = fetch_system(request, slug)
    form = AlikeForm(request.GET if "after" in request.GET else None)
    found = differences_found(system)
    undecided, meant = undecided_sections(found), meant_in(system, chain.from_iterable(found.values()))
    context: dict[str, Any] = {
        "system": system,
        "form": form,
        "tab": "grid",
        "undecided": undecided,
        "meant": meant,
        "swept": swept_of(system),
        "may_write": may_write(request, system),
    }
    if not form.is_valid():
        return show_page(request, "editor/read/compare/look_alikes.html", context, unreadable=form.is_bound)
    bidder, section = bidder_for(system), str(form.cleaned_data["after"])
    if section not in bidder.system.sections:
        form.add_error("after", "The system has no section for this auction.")
        return show_page(request, "editor/read/compare/look_alikes.html", context, unreadable=True)
    versions = side_by_side(Survey(bidder, robot_deals=0), section)
    differing = chain.from_iterable(found.get(name, ()) for name in versions[0])
    context["page"] = alike_page(versions, differing, entries_by_ref(system, refs_of(versions)), meant)
    context["before"], context["after"] = beside(undecided, section)
    return show_page(request, "editor/read/compare/look_alikes.html", context)
