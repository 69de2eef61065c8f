"""The buttons of the guide: the next step, or no guide any more."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from bidbase_site.web import HtmxRequest
from practice.guide.access import guided_deal, turn_to


@require_POST
def guide(request: HtmxRequest) -> HttpResponse:
    """Turn to the step that is named; any other word ends the guide. Without htmx it leads back to the table."""
    deal = guided_deal(request)
    guide = turn_to(request, request.POST.get("step", ""))
    if request.htmx:
        return render(request, "practice/guide/step.html", {"guide": guide})
    return redirect("practice:deal", deal) if deal else redirect("practice:home")
