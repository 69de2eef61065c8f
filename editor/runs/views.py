"""Ending work that a visitor no longer waits for."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from bidbase_site.web import own_address, owner_of
from editor.runs import services
from editor.runs.models import Run


@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a run of the visitor's own, and go back to where he came from."""
    run = Run.objects.filter(pk=pk, owner=owner_of(request)).first()
    if run is None:
        raise Http404("There is no such work, or it is not yours.")
    services.cancel(run=run)
    return redirect(own_address(request.POST.get("back", "")) or "/")
