"""The convention card."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.card.work import FilledCard
from editor.store.systems.access import fetch_system
from editor.store.systems.selectors import SystemVersion


@require_safe
def card(request: HtmxRequest, slug: str) -> HttpResponse:
    """The card of a system, filled in as far as its entries say."""
    system = fetch_system(request, slug)
    parts = result_of(FilledCard(SystemVersion.of(system)))
    return show_page(request, "editor/read/card/page.html", {"system": system, "parts": parts, "tab": "card"})
