"""A system read by auction."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase.language.bids import PriorBids
from bidbase.systems.notes import NoteSubject
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.auction.forms import AuctionForm
from editor.read.auction.presenters import auction_page, section_page
from editor.read.notes.presenters import shown_notes
from editor.read.notes.selectors import notes_on
from editor.store.findings.presenters import coverage_bar
from editor.store.findings.selectors import coverages_of
from editor.store.systems.access import fetch_system, may_write
from editor.store.systems.selectors import bidder_for


@require_safe
def system(request: HtmxRequest, slug: str) -> HttpResponse:
    """The calls at one point of the auction or after a pattern, with their meanings and where they lead."""
    system = fetch_system(request, slug)
    form = AuctionForm(request.GET)
    context: dict[str, Any] = {
        "system": system,
        "form": form,
        "may_write": may_write(request, system),
        "tab": "auction",
    }
    if not form.is_valid():
        return show_page(request, "editor/read/auction/page.html", context, unreadable=True)
    bidder, key = bidder_for(system), form.cleaned_data["auction"]
    covered = coverages_of(system, str(key)).get(str(key))
    context["bar"] = coverage_bar(system, covered, bidder.system.by_id) if covered else None
    context["subject"] = NoteSubject.section(str(key)) if str(key) in bidder.system.sections else None
    if isinstance(key, PriorBids):
        page = auction_page(bidder, *form.auction_and_circumstances(key))
        subjects = (NoteSubject.section(section.name) for section in page.sections)
        context["notes"] = shown_notes(system, notes_on(system, NoteSubject.section(str(key)), *subjects))
        return show_page(request, "editor/read/auction/page.html", {**context, "page": page})
    section = section_page(bidder.system, key)
    if section is None:
        form.add_error("auction", "The system has no section of this pattern.")
        return show_page(request, "editor/read/auction/page.html", context, unreadable=True)
    context["notes"] = shown_notes(system, notes_on(system, NoteSubject.section(str(key))))
    return show_page(request, "editor/read/auction/section.html", {**context, "section_page": section})
