"""The tour begins, and ends."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from bidbase_web.pages import HtmxRequest, own_address
from editor.store.systems.access import fetch_system, reader_of
from editor.write.tour.access import begin_tour, end_tour
from editor.write.tour.selectors import system_to_begin_with, system_to_change


@require_POST
def begin(request: HtmxRequest) -> HttpResponse:
    """Begin the tour with the system that is named, or with the one that suits the visitor."""
    reader, slug = reader_of(request), request.POST.get("system")
    base = fetch_system(request, slug) if slug else system_to_begin_with(reader)
    if base is None:
        raise Http404("There is no system to begin with.")
    own = system_to_change(base, reader)
    if not begin_tour(request, own or base):
        messages.error(
            request,
            f"{base.title} has no opening between two numbers of high-card points that can be widened. Begin the tour"
            " with another system.",
        )
        return redirect("editor:systems")
    return redirect("editor:system", own.slug) if own else redirect("editor:about", base.slug)


@require_POST
def end(request: HtmxRequest) -> HttpResponse:
    """End the tour, or do without it, and go on with the page that the visitor was on."""
    end_tour(request)
    return redirect(own_address(request.POST.get("back", "")) or "editor:systems")
