"""Counting judged calls for their topics, beginning rounds, and the stock that drills and rounds are dealt from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidbase.bidding.subjects import Level
from bidbase_web.jobs.job import JobLine, LongJob, PieceDone, Reporter
from editor.selectors import SystemRow, bidder_for, shipped_systems
from practice.boards.board import TableBoard
from practice.boards.models import FirstCall
from practice.drill.drill import Drill
from practice.drill.services import fill_a_pool, make_all_pools, make_pools
from practice.learn.drilling import drill_of_call, drills_of, drills_of_system, topic_of_call, topics_known
from practice.learn.models import JudgedCall, QuestionRating, Round, TopicMemory
from practice.learn.placement import HANDS
from practice.learn.plan import Plan
from practice.learn.rating import HARDNESS, after_game
from practice.learn.rounds import ROUND
from practice.learn.schedule import reviewed
from practice.learn.selectors import hands_of, is_right, memory_of, rating_of_student, round_of


def count_call(*, board: TableBoard, judged: FirstCall) -> None:
    """Count what was called first at a place for its topic, and plan when the topic is to come back.

    It does not count where the verdict is neither right nor wrong.
    """
    right = is_right(judged.verdict)
    if right is not None:
        _count(board, judged, right)
    if board.row.drill:
        _place(board)


def _count(board: TableBoard, judged: FirstCall, right: bool) -> None:
    caller = board.auction.seat_of(judged.index)
    system = board.systems[caller]
    entry = bidder_for(system).system.by_id.get(judged.entry)
    convention = str(entry.convention) if entry and entry.convention else ""
    asked = _asked_for(board, judged, entry.id if entry else "", convention)
    counted = JudgedCall(
        board=board.row,
        index=judged.index,
        owner_key=board.key_of(caller),
        system=system,
        **asked,
        convention=convention,
        section=entry.section if entry else None,
        call=judged.call,
        expected=judged.expected,
        right=None if right and judged.hinted else right,
    )
    if drill_of_call(board, judged) is not None:
        play(counted)
    counted.save()
    remember(counted)


def play(counted: JudgedCall) -> None:
    """Take the answer to a question as a game between the student and the question, unless it was given with hints.

    Of two answers to one question at the same moment the question counts one.
    """
    if counted.right is None or not counted.agreement:
        return
    key = {"system": counted.system, "level": counted.level, "agreement": counted.agreement}
    new = HARDNESS[Level(counted.level)]
    asked, _ = QuestionRating.objects.get_or_create(**key, defaults={"strength": new.strength, "doubt": new.doubt})
    before = rating_of_student(counted.owner_key, counted.system)
    student, question = after_game(before, asked.rating, right=counted.right)
    counted.strength, counted.doubt = student.strength, student.doubt
    QuestionRating.objects.filter(pk=asked.pk, games=asked.games).update(
        strength=question.strength, doubt=question.doubt, games=asked.games + 1
    )


def _place(board: TableBoard) -> None:
    """Keep what a placement has shown, when the board is of its last hand."""
    asking = round_of(board.row)
    if asking is not None and asking.kind == Round.Kind.PLACEMENT:
        hands = hands_of(asking)
        if sum(hand.answered for hand in hands) == asking.size:
            asking.placed = topics_known(hands, drills_of(asking.system))
            asking.save(update_fields=["placed"])


def _asked_for(board: TableBoard, judged: FirstCall, entry: str, convention: str) -> dict[str, Any]:
    """The topic, the level and the agreement for which a judged call counts; `entry` is the one behind the right call.

    The drill of an agreement that was missed counts where it was missed.
    """
    drill = drill_of_call(board, judged)
    if drill is not None and drill.kind == "entry":
        entry = drill.names[0]
        caller = board.auction.seat_of(judged.index)
        if (missed := memory_of(board.key_of(caller), board.systems[caller], entry)) is not None:
            return {"topic": missed.topic, "level": missed.level, "agreement": entry}
    level = drill.level if drill is not None and drill.level else Level.BEGIN
    return {"topic": topic_of_call(board, judged, convention).slug, "level": level, "agreement": entry}


def remember(counted: JudgedCall) -> None:
    """Plan what is to come back after a call that has been counted, and when.

    An agreement has a memory of its own from the first time that it is missed, or called with hints. The level of the
    topic is remembered by what is right: what was missed comes back, and not the rest of it.
    """
    owner, system, agreement = counted.owner_key, counted.system, counted.agreement
    missed = memory_of(owner, system, agreement) if agreement else None
    if agreement and (missed is not None or not counted.right):
        topic, level = (missed.topic, missed.level) if missed is not None else (counted.topic, counted.level)
        _plan(counted, topic=topic, level=level, agreement=agreement)
    if counted.right or not agreement:
        _plan(counted, topic=counted.topic, level=counted.level, agreement="")


def _plan(counted: JudgedCall, **of: Any) -> None:
    """Plan when this memory of whoever made a call is to come back after it."""
    key = {"owner_key": counted.owner_key, "system": counted.system, **of}
    memory = TopicMemory.objects.filter(**key).first()
    card = reviewed(memory.card if memory else None, right=counted.right, when=counted.made_at)
    values = TopicMemory.values_of(card)
    TopicMemory.objects.bulk_create(
        [TopicMemory(**key, **values)], update_conflicts=True, unique_fields=[*key], update_fields=[*values]
    )


def make_topic_pools() -> None:
    """Make the pools of questions of all topics of the shipped systems, for workers to fill: first those of level 1."""
    for system in shipped_systems():
        drilled = drills_of_system(system.slug, bidder_for(system)).drilled.values()
        drills = [drill for level in Level for levels in drilled for drill in levels.get(level, ())]
        make_pools(system=system, strands=[strand for drill in drills for strand in drill.strands()])


def begin_round(*, owner: str, system: SystemRow, topic: str) -> Round:
    """A new round of a topic."""
    return Round.objects.create(owner_key=owner, system=system, topic=topic, size=ROUND)


def begin_round_of_today(*, owner: str, system: SystemRow, plan: Plan) -> Round:
    """A new round of the hands that its owner needs today."""
    hands = [(wanted.topic, wanted.level.value, wanted.agreement) for wanted in plan.hands]
    return Round.objects.create(owner_key=owner, system=system, kind=Round.Kind.TODAY, size=len(hands), plan=hands)


def begin_placement(*, owner: str, system: SystemRow) -> Round:
    """A new round that shows where on the path its owner is."""
    return Round.objects.create(owner_key=owner, system=system, kind=Round.Kind.PLACEMENT, size=HANDS)


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
            make_topic_pools()
            make_all_pools()
            return PieceDone(reached=True)
        return PieceDone(reached=True, finished=not fill_a_pool(report=report))
