"""Search in a system."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase.game.written_auctions import auctions_written
from bidbase_web.pages import HtmxRequest
from bidbase_web.words import words_to_find
from editor.frame import show_page
from editor.read.search.forms import SearchForm
from editor.read.search.presenters import found_in
from editor.read.search.selectors import conventions_with, entries_with, notes_with, sections_like
from editor.store.systems.access import fetch_system


@require_safe
def search(request: HtmxRequest, slug: str) -> HttpResponse:
    """What a system has of these words: the call of an auction, conventions, notes, sections and entries."""
    system = fetch_system(request, slug)
    form = SearchForm(request.GET)
    context: dict[str, Any] = {"system": system, "form": form, "searched": request.GET.get("text", "")}
    if not form.is_valid():
        return show_page(request, "editor/read/search/page.html", context, unreadable=True)
    words = words_to_find(form.cleaned_data["text"])
    if words:
        sections = sections_like(system, " ".join(words), form.key())
        conventions, notes = conventions_with(system, words), notes_with(system, words)
        written = [auction for auction in auctions_written(form.cleaned_data["text"]) if len(auction.calls) > 1]
        context["found"] = found_in(written, conventions, notes, sections, entries_with(system, words))
    return show_page(request, "editor/read/search/page.html", context)
