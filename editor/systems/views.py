"""The list of systems."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase_site.web import HtmxRequest
from editor.systems.access import reader_of
from editor.systems.pages import show_page
from editor.systems.selectors import systems_with_counts


@require_safe
def systems(request: HtmxRequest) -> HttpResponse:
    """All systems that the visitor may see."""
    return show_page(request, "editor/systems/page.html", {"systems": systems_with_counts(reader_of(request))})
