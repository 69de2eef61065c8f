"""The pages of the editor."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from bidbase_web.pages import HtmxRequest, own_address, show, wants_part
from editor.systems.addresses import revision_query
from editor.systems.models import SystemRow
from editor.systems.selectors import revision_of

Badge = Callable[[SystemRow], int | None]
_badges: list[Badge] = []


def register_badge(badge: Badge) -> None:
    """Let the pages of a system show how many findings there are: None where that is not known."""
    if badge not in _badges:
        _badges.append(badge)


def badge_of(system: SystemRow) -> int | None:
    """How many findings there are in a system; None where that is not known."""
    return next((badge(system) for badge in _badges), None)


def show_page(
    request: HtmxRequest, template: str, context: dict[str, Any], *, unreadable: bool = False
) -> HttpResponse:
    """A page, or for htmx the part of it that changes.

    A page about an unreadable request has status 400; a part has not, since htmx shows successful answers only. Where a
    system is read as it was, `as_of` goes behind the links to its other pages, and `past` is the revision.
    """
    status = 400 if unreadable and not wants_part(request) else 200
    system = context.get("system")
    if system is not None and system.as_it_was:
        context = {**context, "as_of": revision_query(system), "past": revision_of(system)}
    if system is not None and not wants_part(request):
        context = {**context, "badge": badge_of(system)}
    context = {"section": "systems", **context}
    return show(request, template, context, frame="editor/frame.html", status=status)


def back_address(request: HtmxRequest) -> str:
    """The page to which the visitor wants to return when he has written an entry; blank where there is none.

    The address of the page may say so itself. Otherwise it is the page of another app from which he has come, such as
    the table.
    """
    named = request.POST.get("back") or request.GET.get("back", "")
    if named:
        return own_address(named)
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()}):
        return ""
    page = urlsplit(came_from)
    outside = not page.path.startswith((reverse("editor:systems"), "/account/"))
    return own_address(f"{page.path}{'?' if page.query else ''}{page.query}") if outside and page.netloc else ""


def back_query(request: HtmxRequest) -> str:
    """The query with which a page of an entry leads back to where the reader has come from; blank for nowhere."""
    back = back_address(request)
    return f"?{urlencode({'back': back})}" if back else ""
