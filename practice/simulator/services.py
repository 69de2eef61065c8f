"""Asking for simulations, their steps, and the sets that are made of their deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from bidbase.game.boards import DealtBoard
from bidbase.game.cards import Deal, Seat, board_dealer, board_vulnerability
from bidbase_web.jobs.job import LongJob, PieceDone, Reporter
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import ask_for
from editor.selectors import SystemRow
from practice.sets.models import BoardSet
from practice.sets.services import make_set
from practice.simulator.models import DealSimulation
from practice.simulator.question import DealQuestion, Played, is_finished, question_of
from practice.simulator.work import Changes, next_step

KEPT = timedelta(days=30)  # a simulation that nobody has asked for since is forgotten


def ask(*, question: DealQuestion, system: SystemRow | None, wanted: int, played: Iterable[Played]) -> DealSimulation:
    """Have so many deals found, and these tricks counted: beside all that is known already."""
    now = timezone.now()
    DealSimulation.objects.filter(asked_at__lt=now - KEPT).delete()
    asked = DealSimulation(
        key=question.key, question=question.to_json(), system=system, wanted=wanted, asked_at=now, stepped_at=now
    )
    DealSimulation.objects.bulk_create([asked], ignore_conflicts=True)  # somebody else may have asked the same
    with transaction.atomic():
        simulation = DealSimulation.objects.select_for_update().get(key=question.key)
        simulation.wanted = max(simulation.wanted, wanted)
        simulation.played = [*dict.fromkeys([*simulation.played, *map(str, played)])]
        simulation.asked_at = simulation.stepped_at = now
        changed = ["wanted", "played", "asked_at", "stepped_at", "stopped"]
        simulation.stopped = False
        simulation.save(update_fields=changed)
    go_on(simulation=simulation)
    return simulation


def go_on(*, simulation: DealSimulation, owner: str = "") -> Run | None:
    """Have the next steps made, and how that stands; None where there are none. Ask as often as you like."""
    if simulation.stopped or is_finished(simulation):
        return None
    return ask_for(SimulateDeals(simulation.key), owner=owner)


def stop(*, simulation: DealSimulation) -> None:
    """Let a simulation be as it is. The step that is being made is still kept, and no other follows it."""
    DealSimulation.objects.filter(pk=simulation.pk).update(stopped=True)


@dataclass(frozen=True)
class SimulateDeals(LongJob[int, None]):
    """The steps of a simulation that have yet to be made, one at a time; how many were made is what is reached."""

    kind = "simulated deals"
    doing = "Simulating"
    unit = "steps"
    repeats = True

    simulation: str

    def piece(self, reached: int | None, report: Reporter) -> PieceDone[int, None]:
        """Make the next step, and keep it unless another worker has made it."""
        simulation = DealSimulation.objects.filter(key=self.simulation, stopped=False).first()
        if simulation is None or is_finished(simulation):
            return PieceDone(reached or 0, finished=True)
        changes, made = next_step(simulation, report), simulation.steps + 1
        steps = DealSimulation.objects.filter(pk=simulation.pk, steps=simulation.steps)  # also when it is stopped now
        return PieceDone(made, {"done": made}, keep=lambda: _keep(steps, changes, made))


def _keep(steps: QuerySet[DealSimulation], changes: Changes, made: int) -> None:
    steps.update(**changes, steps=made, stepped_at=timezone.now())


def keep_as_set(*, simulation: DealSimulation, board_set: BoardSet, count: int, seat: Seat) -> BoardSet:
    """Save a new set with the first deals of a simulation. After calls, the player in turn is the student."""
    asked, deals = question_of(simulation), map(Deal.parse, simulation.lines[:count])
    auction = asked.auction
    if auction is None or auction.finished:
        boards = [
            DealtBoard(deal, board_dealer(number), board_vulnerability(number)) for number, deal in enumerate(deals, 1)
        ]
        return make_set(board_set=board_set, boards=boards, seat=seat.letter)
    boards = [DealtBoard(deal, auction.dealer, auction.vulnerability) for deal in deals]
    return make_set(board_set=board_set, boards=boards, seat=auction.turn.letter, calls=str(auction))
