"""Topics and drills: the drills that practice a topic, which one is next, and the topic for which a call counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.subjects import Level, may_be_asked
from bidbase.game.auction import PASS, Auction, Call
from bidbase.systems import System
from editor.selectors import SystemRow, bidder_for
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard, StudentCall
from practice.drill.choices import choices
from practice.drill.drill import MAKE, Drill, Strand
from practice.drill.selectors import dry_strands
from practice.drill.work import subject_of
from practice.learn.models import JudgedCall, Round, TopicMemory
from practice.learn.picking import next_topic
from practice.learn.rounds import ROUND
from practice.learn.selectors import due_today
from practice.learn.stages import stage_of
from practice.learn.standing import NOT_ASKED, Standing, Standings
from practice.learn.topics import Topic, curriculum


@dataclass(frozen=True)
class Drills:
    """The topics that a system has something of, by slug, and the drills of each in this system, level by level.

    Of the `dry` strands no hand was found: their drills are left out.
    """

    slug: str  # of the system
    system: System
    topics: Mapping[str, Topic]
    drilled: Mapping[str, Mapping[Level, tuple[Drill, ...]]]
    dry: Collection[Strand]

    def level_of(self, topic: str, standings: Mapping[tuple[str, int], Standing]) -> Level:
        """The level of a topic at which a student is: the first that they do not hold, or else the last."""
        levels = [*self.drilled[topic]]
        return next((level for level in levels if not standings.get((topic, level), NOT_ASKED).is_held), levels[-1])

    def of_agreement(self, ref: str) -> Drill | None:
        """The drill of one entry; None where the system has it no more, or it cannot be asked."""
        entry, drill = self.system.by_id.get(ref), Drill(self.slug, (ref,), MAKE, "entry")
        return drill if entry and may_be_asked(self.system, entry) and _has_hands(drill, self.dry) else None

    def to_ask(self, memories: Iterable[TopicMemory]) -> list[TopicMemory]:
        """Those of some memories for which this system has a drill."""
        return [memory for memory in memories if memory.topic in self.drilled and self._asks(memory)]

    def _asks(self, memory: TopicMemory) -> bool:
        if memory.agreement:
            return self.of_agreement(memory.agreement) is not None
        return memory.level in self.drilled[memory.topic]

    def again(self, judged: JudgedCall) -> str:
        """The address of another hand of the kind of a judged call, blank where the system has none any more."""
        if (drill := self.of_agreement(judged.agreement)) is not None:
            return drill.next_address
        drills = self.drilled.get(judged.topic, {}).get(Level(judged.level), ())
        return drills[0].next_address if drills else ""


def drills_of_system(slug: str, system: System, dry: Collection[Strand] = ()) -> Drills:
    """What a system has to learn: natural bidding, and the conventions that it plays.

    Drills of which all strands are `dry` have no hands: their topics are told, and not drilled.
    """
    played = {choice.name for choice in choices(system)}
    offered = {
        topic.slug: topic
        for topic in curriculum().topics.values()
        if topic.stages or not played.isdisjoint(topic.conventions)
    }
    drilled = {name: _levels_of(topic, slug, played, dry) for name, topic in offered.items()}
    return Drills(slug, system, offered, {name: levels for name, levels in drilled.items() if levels}, dry)


def hands_due(owner: str, row: SystemRow) -> int:
    """How many hands an owner's review of a system has today: one for each memory that is due, at most a round."""
    due = due_today(owner, row)
    return min(len(drills_of(row).to_ask(due)), ROUND) if due else 0


def drills_of(row: SystemRow) -> Drills:
    """What a system has to learn, as far as hands of it have been found."""
    return drills_of_system(row.slug, bidder_for(row).system, dry_strands(row))


def _levels_of(
    topic: Topic, system: str, played: Collection[str], dry: Collection[Strand]
) -> dict[Level, tuple[Drill, ...]]:
    """The drills of a topic at each level: one of its conventions together, and at the first one of its auctions."""
    names = tuple(name for name in topic.conventions if name in played)
    levels = {level: [Drill(system, names, level=level)] if names else [] for level in Level}
    if topic.auctions:
        levels[Level.BEGIN].append(Drill(system, (";".join(topic.auctions),), MAKE, "auction"))
    for drills in levels.values():
        drills[:] = [drill for drill in drills if _has_hands(drill, dry)]
    return {level: tuple(drills) for level, drills in levels.items() if drills}


def _has_hands(drill: Drill, dry: Collection[Strand]) -> bool:
    return not {*drill.strands()}.issubset(dry)


def next_drill(
    asking: Round,
    begun: Sequence[StudentBoard],
    offered: Drills,
    bidder: Bidder,
    standing: Standings,
    due: Sequence[TopicMemory],
) -> Drill | None:
    """The drill of the next hand of a round in which these boards were begun; None where there is none.

    What was missed in a topic and is due comes first, but not twice in a row. A drill that was asked and gave no board,
    since no deal was found, is not asked again as long as there are others.
    """
    random = Random(f"{asking.token} {len(begun)}")
    in_vain = {*asking.drills}.difference(board.drill for board in begun)
    topics = [slug for slug in offered.drilled if asking.topic in ("", slug)]
    last = topic_of_board(begun[-1]) if begun else None
    while topics:
        topic = next_topic(topics, standing.topics, {memory.topic for memory in due}, random, last.slug if last else "")
        waiting = [memory for memory in due if memory.topic == topic]
        missed = filter(None, (offered.of_agreement(memory.agreement) for memory in waiting))
        skipped = in_vain.union(board.drill for board in begun[-1:])
        if (drill := next((drill for drill in missed if drill.query not in skipped), None)) is not None:
            return drill
        drills = _drills_at_level(topic, offered, standing, waiting)
        for drill in sorted(random.sample(drills, len(drills)), key=lambda drill: drill.query in in_vain):
            if _has_calls(bidder, drill) and (asking.topic or drill.query not in in_vain):
                return drill
        topics.remove(topic)
    return None


def _drills_at_level(
    topic: str, offered: Drills, standing: Standings, waiting: Iterable[TopicMemory]
) -> tuple[Drill, ...]:
    """The drills of the level of a topic that is due as a whole, or else of the level at which the student is."""
    due = (Level(memory.level) for memory in waiting if not memory.agreement)
    return offered.drilled[topic][next(due, offered.level_of(topic, standing.levels))]


def _has_calls(bidder: Bidder, drill: Drill) -> bool:
    """Whether the system says anything where the student of a drill is to call."""
    return drill.kind != "auction" or bool(subject_of(bidder, f"auction {drill.names[0]}").entries)


def topic_of_board(row: StudentBoard) -> Topic | None:
    """The topic that a board of a drill is about, if it is one."""
    if not row.drill:
        return None
    drill = Drill.of_query(row.drill)
    if drill.kind == "auction" and drill.role == MAKE:
        return curriculum().by_stage[stage_of(Auction.parse(drill.names[0].split(";")[0]), PASS)]
    return curriculum().topic_of_drill(drill.conventions)


def drill_of_call(board: TableBoard, judged: StudentCall) -> Drill | None:
    """The drill that has asked for a judged call: it asks for the first one of its boards."""
    return Drill.of_query(board.row.drill) if board.row.drill and judged.index == board.row.given else None


def topic_of_call(board: TableBoard, judged: StudentCall, convention: str) -> Topic:
    """The topic for which a judged call counts; `convention` is that of the entry behind the right call, or blank.

    The first call of a drill counts for what is drilled, even where the right call is another one: to see that the
    convention does not apply is a part of it.
    """
    drilled = topic_of_board(board.row) if judged.index == board.row.given else None
    before = board.auction.before(judged.index)
    return drilled or curriculum().topic_of(before, Call.parse(judged.expected), convention)
