"""Which system a visitor may see: fetch it or refuse."""

from django.http import Http404, HttpRequest

from editor.systems.models import SystemRow
from editor.systems.selectors import system_or_none


def fetch_system(request: HttpRequest, slug: str) -> SystemRow:
    """The system of this name, if the visitor may see it; else the page says that there is none."""
    system = system_or_none(slug, request.user)
    if system is None:
        raise Http404(f"There is no system {slug}.")
    return system
