"""What has been shown at a board: a page of its own, and for htmx the pictures that the table and the review show."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from practice.selectors.boards import table_address
from practice.selectors.pictures import pictures
from practice.views.visitors import HtmxRequest, is_own, readable_board


@require_safe
@never_cache
def board_shown(request: HtmxRequest, token: str, count: int) -> HttpResponse:
    """What has been shown by the first `count` calls. The board itself knows all hands and stays out of the context."""
    found = readable_board(request, token)
    try:
        seen = pictures(found, count)
    except IndexError:
        raise Http404(f"The auction of this board has not come to {count} calls.") from None
    context = {
        "section": "table",
        "pictures": seen,
        "own": is_own(request, found),
        "number": found.deal_number,
        "token": token,
        "finished": found.finished,
        "table_address": table_address(found),
    }
    return render(request, f"practice/shown/{'pictures' if request.htmx else 'page'}.html", context)
