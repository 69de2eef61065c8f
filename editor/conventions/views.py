"""The conventions of a system."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from bidbase_site.web import HtmxRequest
from editor.conventions.presenters import IN_USE, convention_groups
from editor.conventions.selectors import conventions_with_counts
from editor.systems.access import fetch_system
from editor.systems.pages import show_page


@require_safe
def conventions(request: HtmxRequest, slug: str) -> HttpResponse:
    """The conventions of a system with their notes and selection codes."""
    system = fetch_system(request, slug)
    groups = convention_groups(conventions_with_counts(system))
    context = {"system": system, "groups": groups, "in_use": IN_USE, "tab": "conventions"}
    return show_page(request, "editor/conventions/page.html", context)
