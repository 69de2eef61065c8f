"""A system read by auction."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase_site.web import HtmxRequest
from editor.auction.forms import AuctionForm
from editor.auction.presenters import auction_page
from editor.systems.access import fetch_system
from editor.systems.pages import show_page
from editor.systems.selectors import bidder_for


@require_safe
def system(request: HtmxRequest, slug: str) -> HttpResponse:
    """The calls at one point of the auction, with their meanings and where they lead."""
    system = fetch_system(request, slug)
    form = AuctionForm(request.GET)
    context: dict[str, Any] = {"system": system, "form": form, "tab": "auction"}
    if not form.is_valid():
        return show_page(request, "editor/auction/page.html", context, unreadable=True)
    page = auction_page(bidder_for(system), *form.auction_and_circumstances())
    return show_page(request, "editor/auction/page.html", {**context, "page": page})
