"""Reading simulations."""

from __future__ import annotations

from collections.abc import Iterable

from practice.simulator.models import DealSimulation
from practice.simulator.question import DealQuestion, Played, is_finished


def simulation_of(question: DealQuestion) -> DealSimulation | None:
    """What has been found out about a question, if somebody has asked it."""
    return DealSimulation.objects.filter(key=question.key).first()


def asks_for_more(simulation: DealSimulation, wanted: int, played: Iterable[Played]) -> bool:
    """Whether so many deals, or the tricks of these, are more than was ever asked for."""
    return wanted > simulation.wanted or not {*map(str, played)} <= {*simulation.played}


def running(keys: Iterable[int]) -> list[int]:
    """Which of the simulations with these keys workers are at."""
    rows = DealSimulation.objects.filter(pk__in=[*keys], stopped=False)
    return [row.pk for row in rows if not is_finished(row)]
