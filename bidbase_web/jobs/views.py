"""Ending a job that a visitor no longer waits for."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from bidbase_web.jobs import services
from bidbase_web.jobs.models import Run
from bidbase_web.visitors import owner_of


@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a job of the visitor's own, and go back to where they came from."""
    run = Run.objects.filter(pk=pk, owner=owner_of(request)).first()
    if run is None:
        raise Http404("There is no such work, or it is not yours.")
    services.cancel(run=run)
    back = request.POST.get("back", "/")
    return redirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "/")
