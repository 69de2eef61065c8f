"""The pages of the editor."""

from typing import Any

from django.http import HttpResponse

from bidbase_site.web import HtmxRequest, show, wants_part


def show_page(
    request: HtmxRequest, template: str, context: dict[str, Any], *, unreadable: bool = False
) -> HttpResponse:
    """A page, or for htmx the part of it that changes.

    A page about an unreadable request has status 400; a part has not, since htmx shows successful answers only.
    """
    status = 400 if unreadable and not wants_part(request) else 200
    context = {"section": "systems", **context}
    return show(request, template, context, frame="editor/frame.html", status=status)
