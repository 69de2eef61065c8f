"""The frame of the editor's pages: the head of a system with its tabs, and where a page leads back to."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from bidbase_web.pages import HtmxRequest, own_address, show, wants_part
from editor.store.findings.selectors import findings_known
from editor.store.systems.addresses import revision_query
from editor.store.systems.selectors import revision_of


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
        context = {**context, "badge": findings_known(system)}
    context = {"section": "systems", **context}
    return show(request, template, context, frame="editor/frame.html", status=status)


def back_address(request: HtmxRequest) -> str:
    """The page to which the visitor wants to return after writing an entry; blank where there is none.

    The address of the page may say so itself. Otherwise it is the page of another app from which the visitor has come,
    such as the table.
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
