"""Counting judged calls for their topics, beginning rounds, and the stock that drills and rounds are dealt from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from bidbase_web.jobs.job import JobLine, LongJob, PieceDone, Reporter
from editor.selectors import SystemRow, bidder_for, shipped_systems
from practice.boards.board import TableBoard
from practice.boards.models import StudentCall
from practice.drill.drill import Drill
from practice.drill.services import fill_a_pool, make_all_pools, make_pools
from practice.learn.drilling import drills_of_system, topic_of_call
from practice.learn.models import JudgedCall, Round, TopicMemory
from practice.learn.rounds import ROUND
from practice.learn.schedule import reviewed
from practice.learn.selectors import is_right


def count_call(*, board: TableBoard, judged: StudentCall) -> None:
    """Count a judged call for its topic, and plan when the topic is to come back.

    A call counts once, as it was first made, and not at all where the verdict is neither right nor wrong.
    """
    right = is_right(judged.verdict)
    if right is None:
        return
    caller = board.auction.seat_of(judged.index)
    system = board.systems[caller]
    entry = bidder_for(system).system.by_id.get(judged.entry)
    convention = str(entry.convention) if entry and entry.convention else ""
    topic, owner = topic_of_call(board, judged, convention).slug, board.key_of(caller)
    if JudgedCall.objects.filter(board=board.row, index=judged.index).exists():
        return
    counted = JudgedCall.objects.create(
        board=board.row,
        index=judged.index,
        owner_key=owner,
        system=system,
        topic=topic,
        convention=convention,
        section=entry.section if entry else None,
        call=judged.call,
        expected=judged.expected,
        right=right,
    )
    remember(owner=owner, system=system, topic=topic, right=right, when=counted.made_at)


def remember(*, owner: str, system: SystemRow, topic: str, right: bool, when: datetime | None = None) -> None:
    """Plan when a topic is to come back after a call that was right or wrong, made now or `when`."""
    memory = TopicMemory.objects.filter(owner_key=owner, system=system, topic=topic).first()
    card = reviewed(memory.card if memory else None, right=right, when=when or timezone.now())
    values = TopicMemory.values_of(card)
    TopicMemory.objects.bulk_create(
        [TopicMemory(owner_key=owner, system=system, topic=topic, **values)],
        update_conflicts=True,
        unique_fields=["owner_key", "system", "topic"],
        update_fields=[*values],
    )


def make_topic_pools() -> None:
    """Make the pools of questions of all topics of the shipped systems, for workers to fill."""
    for system in shipped_systems():
        drilled = drills_of_system(system.slug, bidder_for(system).system).drilled.values()
        strands = [strand for drills in drilled for drill in drills for strand in drill.strands()]
        make_pools(system=system, strands=strands)


def begin_round(*, owner: str, system: SystemRow, topic: str = "", size: int = ROUND) -> Round:
    """A new round of a topic, or of whatever its owner needs most where the topic is blank."""
    return Round.objects.create(owner_key=owner, system=system, topic=topic, size=size)


def ask_drill(*, asking: Round, drill: Drill) -> None:
    """Have the boards of a drill that are begun from now on belong to a round."""
    if drill.query not in asking.drills:
        asking.drills = [*asking.drills, drill.query]
        asking.save(update_fields=["drills"])


@dataclass(frozen=True)
class KeepStock(LongJob[bool, None]):
    """Filling the pools of the shipped systems. They are made first, which is what is reached."""

    kind = "stock"
    line = JobLine.AHEAD
    doing = "Dealing hands ahead"
    repeats = True

    def piece(self, reached: bool | None, report: Reporter) -> PieceDone[bool, None]:
        """Make the pools, or deal into one of them for a short while."""
        if not reached:
            make_all_pools()
            make_topic_pools()
            return PieceDone(reached=True)
        return PieceDone(reached=True, finished=not fill_a_pool(report=report))
