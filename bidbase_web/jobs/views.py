"""Ending a job that a visitor no longer waits for, and how the lines stand, for the site's staff."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase_web.jobs import services
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import lines_now
from bidbase_web.pages import own_address
from bidbase_web.visitors import owner_of


@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a job of the visitor's own, and go back to where they came from."""
    run = Run.objects.filter(pk=pk, owner=owner_of(request)).first()
    if run is None:
        raise Http404("There is no such work, or it is not yours.")
    services.cancel(run=run)
    return redirect(own_address(request.POST.get("back", "")) or "/")


@require_safe
@never_cache
def lines(request: HttpRequest) -> HttpResponse:
    """Who waits for workers, line by line."""
    if not request.user.is_staff:
        raise PermissionDenied("Who waits for workers is for the editors of this site.")
    return render(request, "jobs/lines.html", {"section": "lookup", "lines": lines_now()})
