"""The simulator: a question in the address, and below it all that is known of it, while workers find out more.

Whoever has the link to a question sees its result, if they may read the system that it asks of.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase.game.cards import Seat
from bidbase_web.jobs.pages import has_failed
from bidbase_web.pages import HtmxRequest, show
from bidbase_web.visitors import owner_of
from practice.boards.access import preferences_of, systems_to_play
from practice.sets.models import BoardSet
from practice.simulator import services
from practice.simulator.access import has_begun, keep_begun, may_begin, require_begun, systems_to_ask
from practice.simulator.downloads import as_pbn
from practice.simulator.forms import HANDS, KeepForm, SimulatorForm
from practice.simulator.models import DealSimulation
from practice.simulator.presenters import SimulationResult, result_of_simulation, shortened
from practice.simulator.question import TOO_MANY
from practice.simulator.selectors import asks_for_more, simulation_of

EXAMPLES = (
    ("Is 16 enough for 4♠?", {"south": "hcp 16; spades 5+", "north": "hcp 6-8; spades 3", "contracts": "4S, 3S"}),
    (
        "Is 3NT better than 2NT with 8 opposite 15 to 17?",
        {"south": "hcp 15-17; shape balanced", "north": "hcp 8; shape balanced", "contracts": "3N, 2N"},
    ),
    ("How often does Stayman find four hearts?", {"auction": "1N-P-2C-P-2H"}),
)


@require_safe
@never_cache
def simulator(request: HtmxRequest) -> HttpResponse:
    """The form, and below it the result when there is a question; what is not known yet is begun."""
    if not SimulatorForm.base_fields.keys() & request.GET.keys():
        return _show(request, SimulatorForm(systems_to_ask(request)), None)
    form = _read(request, request.GET)
    if not form.is_valid():
        return _show(request, form, None, status=400)
    simulation = simulation_of(form.question)
    asks_more = simulation is None or asks_for_more(simulation, form.cleaned_data["deals"], form.played)
    if asks_more and not (simulation is not None and simulation.stopped):
        if not may_begin(request, simulation):
            return _show(request, form, simulation, refused=TOO_MANY, status=429)
        simulation = _begin(request, form)
    elif simulation is not None:
        failed = has_failed(services.go_on(simulation=simulation))
        return _show(request, form, simulation, failed=failed)
    return _show(request, form, simulation)


@require_safe
@never_cache
def field(request: HttpRequest, name: str) -> HttpResponse:
    """What is wrong with a field of the form, as it is typed; nothing where it can be read."""
    if name not in SimulatorForm.base_fields:
        raise Http404(f"The simulator has no field {name}.")
    form = _read(request, request.GET)
    return render(request, "practice/simulator/said.html", {"field": form[name]})


@require_POST
def more(request: HttpRequest) -> HttpResponse:
    """Let a simulation go on that was stopped."""
    form = _posted(request)
    if not may_begin(request, simulation_of(form.question)):
        messages.error(request, TOO_MANY)
    else:
        _begin(request, form)
    return redirect(_address(form))


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Stop a simulation that the visitor has begun. What has been found is kept."""
    form = _posted(request)
    services.stop(simulation=require_begun(request, simulation_of(form.question)))
    return redirect(_address(form))


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Make a set of the first deals."""
    form, keeping = _posted(request), KeepForm(request.POST)
    simulation = _with_deals(form)
    if not keeping.is_valid():
        messages.error(request, " ".join(str(fault) for faults in keeping.errors.values() for fault in faults))
        return redirect(_address(form))
    preferences = preferences_of(request, systems_to_play(request))
    board_set = BoardSet(
        owner_key=owner_of(request),
        title=shortened(f"Simulator: {form.question.title}"),
        our_system=form.chosen_system,
        their_system=form.chosen_system,
        scoring=preferences.scoring,
    )
    declarer: Seat = form.cleaned_data["declarer"]
    made = services.keep_as_set(
        simulation=simulation, board_set=board_set, count=keeping.cleaned_data["count"], seat=declarer
    )
    messages.success(request, "The deals are a set now. Its links are below.")
    return redirect("practice:set_results", made.token, made.secret)


@require_safe
@never_cache
def deals(request: HttpRequest) -> HttpResponse:
    """The deals as a PBN file."""
    form = _read(request, request.GET)
    if not form.is_valid():
        raise Http404("This address asks for no deals.")
    response = HttpResponse(as_pbn(_with_deals(form)), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="deals.pbn"'
    return response


def _read(request: HttpRequest, query: QueryDict) -> SimulatorForm:
    """The form with what an address says, without what it leaves blank."""
    written = {name: text for name, text in query.dict().items() if isinstance(text, str) and text.strip()}
    return SimulatorForm(systems_to_ask(request, written.get("system", "")), written)


def _posted(request: HttpRequest) -> SimulatorForm:
    """The form with the question that a page has sent along, which it had read."""
    form = _read(request, QueryDict(request.POST.get("query", "")))
    if not form.is_valid():
        raise BadRequest("The form does not say which question it is about. Reload the simulator.")
    return form


def _with_deals(form: SimulatorForm) -> DealSimulation:
    simulation = simulation_of(form.question)
    if simulation is None or not simulation.deals:
        raise Http404("There are no such deals. Open the question in the simulator first.")
    return simulation


def _begin(request: HttpRequest, form: SimulatorForm) -> DealSimulation:
    simulation = services.ask(
        question=form.question, system=form.needed_system, wanted=form.cleaned_data["deals"], played=form.played
    )
    keep_begun(request, simulation)
    return simulation


def _address(form: SimulatorForm) -> str:
    return f"{reverse('practice:simulator')}?{form.query}"


def _show(
    request: HtmxRequest,
    form: SimulatorForm,
    simulation: DealSimulation | None,
    refused: str = "",
    status: int = 200,
    *,
    failed: bool = False,
) -> HttpResponse:
    valid = form.is_bound and form.is_valid()
    context: dict[str, Any] = {
        "section": "simulator",
        "form": form,
        "hands": [form[name] for name in HANDS],
        "examples": [(words, urlencode(query)) for words, query in EXAMPLES],
        "refused": refused,
        "result": _result(form, simulation, failed) if valid and simulation is not None else None,
        "query": form.query if valid else "",
        "keeping": KeepForm(),
        "begun": simulation is not None and has_begun(request, simulation),
    }
    return show(request, "practice/simulator/page.html", context, status=status)


def _result(form: SimulatorForm, simulation: DealSimulation, failed: bool) -> SimulationResult:
    return result_of_simulation(simulation, form.weighed, timezone.now(), failed=failed)
