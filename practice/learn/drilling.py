"""Topics and drills: the drills that practice a topic, which one is next, and the topic for which a call counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bidbase.game.auction import Call
from bidbase.systems import System
from practice.boards.models import StudentBoard, StudentCall
from practice.drill.definition import Drill
from practice.drill.search import choices
from practice.learn.choice import next_topic
from practice.learn.models import JudgedCall, Round
from practice.learn.standing import Standing
from practice.learn.topics import Topic, curriculum


@dataclass(frozen=True)
class Drills:
    """The topics that a system has something of, by slug, and the drills of each in this system.

    `conventions` are those of the system that can be practiced.
    """

    system: str  # its slug
    topics: Mapping[str, Topic]
    drilled: Mapping[str, tuple[Drill, ...]]
    conventions: frozenset[str]

    def again(self, judged: JudgedCall) -> str:
        """The address of another hand of the kind of a judged call, blank where the system has none any more."""
        if judged.convention in self.conventions:
            return Drill(self.system, (judged.convention,)).next_address
        return next((drill.next_address for drill in self.drilled.get(judged.topic, ())), "")


def drills_of_system(slug: str, system: System) -> Drills:
    """What a system has to learn: natural bidding, and the conventions that it plays."""
    conventions = frozenset(choice.name for choice in choices(system))
    offered = {
        topic.slug: topic
        for topic in curriculum().topics.values()
        if topic.stages or not conventions.isdisjoint(topic.conventions)
    }
    drilled = {name: _drills_of(topic, slug, conventions) for name, topic in offered.items()}
    return Drills(slug, offered, {name: drills for name, drills in drilled.items() if drills}, conventions)


def _drills_of(topic: Topic, system: str, conventions: Collection[str]) -> tuple[Drill, ...]:
    """The drills of a topic: one of its conventions together."""
    names = tuple(name for name in topic.conventions if name in conventions)
    return (Drill(system, names),) if names else ()


def next_drill(
    asking: Round,
    begun: Sequence[StudentBoard],
    offered: Drills,
    standings: Mapping[str, Standing],
    due: Collection[str],
) -> Drill | None:
    """The drill of the next hand of a round in which these boards were begun; None where there is none.

    The same hand of a round asks for the same drill, so that a second click changes nothing. A topic whose drill was
    asked without a board, since no deal was found, is left out of a mixed round.
    """
    random = Random(f"{asking.token} {len(begun)}")
    topic = asking.topic
    if not topic:
        boards = {board.drill for board in begun}
        in_vain = {query for query in asking.drills if query not in boards}
        found = {
            slug: drills
            for slug, drills in offered.drilled.items()
            if in_vain.isdisjoint(drill.query for drill in drills)
        }
        drilled = found or offered.drilled
        if not drilled:
            return None
        last = topic_of_board(begun[-1]) if begun else None
        topic = next_topic([*drilled], standings, due, random, last.slug if last else "")
    drills = offered.drilled.get(topic, ())
    return random.choice(drills) if drills else None


def topic_of_board(board: StudentBoard) -> Topic | None:
    """The topic that a board of a drill is about, if it is one."""
    return curriculum().topic_of_drill(Drill.of_query(board.drill).conventions) if board.drill else None


def topic_of_call(board: StudentBoard, judged: StudentCall, convention: str) -> Topic:
    """The topic for which a judged call counts; `convention` is that of the entry behind the right call, or blank.

    The first call of a drill counts for what is drilled, even where the right call is another one: to see that the
    convention does not apply is a part of it.
    """
    drilled = topic_of_board(board) if judged.index == board.given else None
    before = board.auction.before(judged.index)
    return drilled or curriculum().topic_of(before, Call.parse(judged.expected), convention)
