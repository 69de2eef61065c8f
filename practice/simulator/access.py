"""Who asks the simulator, and which running simulations are theirs: what they may stop, and how many they may have."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from editor.selectors import SystemRow, readable_system, reader_of
from practice.boards.access import systems_to_play
from practice.simulator.models import DealSimulation
from practice.simulator.question import MOST_AT_A_TIME
from practice.simulator.selectors import running

BEGUN = "simulations"  # in the session: the keys of those that the visitor has begun


def systems_to_ask(request: HttpRequest, named: str = "") -> list[SystemRow]:
    """The systems that the visitor may choose from, with the one of this name where they may read it."""
    systems = systems_to_play(request)
    if named and named not in {system.slug for system in systems}:
        system = readable_system(named, reader_of(request))
        return systems if system is None else [*systems, system]
    return systems


def may_begin(request: HttpRequest, simulation: DealSimulation | None) -> bool:
    """Whether the visitor may have another one run; this one is theirs already, if they have begun it."""
    own = _running(request)
    return len(own) < MOST_AT_A_TIME or (simulation is not None and simulation.pk in own)


def keep_begun(request: HttpRequest, simulation: DealSimulation) -> None:
    """Remember that the visitor has begun this simulation."""
    request.session[BEGUN] = [*(key for key in _running(request) if key != simulation.pk), simulation.pk]


def has_begun(request: HttpRequest, simulation: DealSimulation) -> bool:
    """Whether the visitor has begun this simulation."""
    return simulation.pk in request.session.get(BEGUN, ())


def require_begun(request: HttpRequest, simulation: DealSimulation | None) -> DealSimulation:
    """The simulation, if the visitor has begun it; else it is not theirs to stop."""
    if simulation is None or not has_begun(request, simulation):
        raise Http404("There is no such simulation, or somebody else has begun it.")
    return simulation


def _running(request: HttpRequest) -> list[int]:
    return running(request.session.get(BEGUN, ()))
