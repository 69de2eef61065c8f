"""Asking for simulations, their steps, and the sets that are made of their deals."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from bidbase.game.board_files import DealtBoard
from bidbase.game.cards import Deal, Seat, board_dealer, board_vulnerability
from editor.selectors import SystemRow
from editor.work import Arguments, Reporter, StillWorking, prepare, register
from practice.sets.models import BoardSet
from practice.sets.services import make_set
from practice.simulator.definition import DealQuestion, Played, is_finished, question_of
from practice.simulator.models import DealSimulation
from practice.simulator.work import next_step

KIND = "simulated deals"
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
        changed = ["wanted", "played", "asked_at", "stepped_at"]
        if simulation.stopped:
            # The step at which it was stopped counts as made: the work for it may have ended with nothing done.
            simulation.stopped, simulation.steps = False, simulation.steps + 1
            changed += ["stopped", "steps"]
        simulation.save(update_fields=changed)
    go_on(simulation=simulation)
    return simulation


def go_on(*, simulation: DealSimulation) -> None:
    """Have the next step made, if there is one. Ask as often as you like."""
    if not simulation.stopped and not is_finished(simulation):
        prepare(StillWorking(KIND, {"simulation": simulation.key, "step": simulation.steps}, "Simulating"))


def stop(*, simulation: DealSimulation) -> None:
    """Let a simulation be as it is. The step that is being made is still kept, and no other follows it."""
    DealSimulation.objects.filter(pk=simulation.pk).update(stopped=True)


def _step(arguments: Arguments, report: Reporter) -> None:
    """Make a step of a simulation, unless it is made already, and ask for the next one.

    The next one waits behind all other work, so that nobody's double-dummy analysis waits for a whole simulation.
    """
    steps = DealSimulation.objects.filter(key=arguments["simulation"], steps=arguments["step"], stopped=False)
    simulation = steps.first()
    if simulation is None or is_finished(simulation):
        return
    changes = next_step(simulation, report)
    steps = DealSimulation.objects.filter(pk=simulation.pk, steps=simulation.steps)  # a step is kept when it is stopped
    if steps.update(**changes, steps=simulation.steps + 1, stepped_at=timezone.now()):
        simulation.refresh_from_db()
        go_on(simulation=simulation)


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


register(KIND, _step)
