"""The pages of the editor."""

from typing import Any

from django.http import HttpResponse

from bidbase_site.web import HtmxRequest, show, wants_part
from editor.systems.addresses import revision_query
from editor.systems.selectors import revision_of


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
    context = {"section": "systems", **context}
    return show(request, template, context, frame="editor/frame.html", status=status)
