"""The convention card."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase_site.web import HtmxRequest
from editor.card.presenters import card_parts
from editor.card.work import card_of
from editor.runs.selectors import result_of
from editor.systems.access import fetch_system
from editor.systems.pages import show_page


@require_safe
def card(request: HtmxRequest, slug: str) -> HttpResponse:
    """The card of a system, filled in as far as its entries say."""
    system = fetch_system(request, slug)
    parts = card_parts(result_of(card_of(system)))
    return show_page(request, "editor/card/page.html", {"system": system, "parts": parts, "tab": "card"})
