"""Topics and drills: the drills that practice a topic, which one is next, and the topic for which a call counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.subjects import Level, may_be_asked
from bidbase.game.auction import PASS, Auction, Call
from editor.selectors import SystemRow, bidder_for
from practice.boards.board import TableBoard
from practice.boards.models import FirstCall, StudentBoard
from practice.drill.choices import choices
from practice.drill.drill import MAKE, Drill, Strand
from practice.drill.selectors import dry_strands, questions_left
from practice.drill.work import subject_of
from practice.learn.models import JudgedCall, Round, TopicMemory
from practice.learn.path import Path, PathStep, path_of, steps_left
from practice.learn.placement import Answer, place_to_ask, places_known
from practice.learn.plan import Plan, Wanted, plan_for
from practice.learn.rating import nearest
from practice.learn.rounds import RoundHand
from practice.learn.selectors import due_today, rating_of_student, ratings_of_questions, standings_of, times_asked
from practice.learn.stages import stage_of
from practice.learn.standing import Standings
from practice.learn.topics import Topic, curriculum


@dataclass(frozen=True)
class Drills:
    """The topics that a system has something of, by slug, and the drills of each in this system, level by level.

    Of the `dry` strands no hand was found: their drills are left out.
    """

    slug: str  # of the system
    bidder: Bidder
    topics: Mapping[str, Topic]
    drilled: Mapping[str, Mapping[Level, tuple[Drill, ...]]]
    dry: Collection[Strand]

    @property
    def path(self) -> Path:
        """The path through what can be drilled."""
        return path_of(self.topics, self.drilled)

    def next_step(self, standing: Standings) -> PathStep | None:
        """The next step on the path of a student; None where they hold all that can be asked."""
        left = steps_left(self.path, standing)
        return next((step for step in left if self.drills_for(Wanted(step.topic.slug, step.level))), None)

    def level_of(self, topic: str, standing: Standings) -> Level:
        """The level of a topic at which a student is: the first that they do not hold, or else the last."""
        levels = [*self.drilled[topic]]
        return next((level for level in levels if not standing.holds(topic, level)), levels[-1])

    def at_level_of(self, topic: str, standing: Standings) -> Wanted:
        """A hand of a topic at the level at which a student is."""
        return Wanted(topic, self.level_of(topic, standing))

    def drills_for(self, wanted: Wanted) -> tuple[Drill, ...]:
        """The drills that ask for what is wanted; none where the system has nothing of it any more."""
        if wanted.agreement:
            drill = self.of_agreement(wanted.agreement)
            return (drill,) if drill else ()
        drills = self.drilled.get(wanted.topic, {}).get(wanted.level, ())
        return tuple(drill for drill in drills if self._has_calls(drill))

    def _has_calls(self, drill: Drill) -> bool:
        """Whether the system says anything where the student of a drill is to call."""
        return drill.kind != "auction" or bool(subject_of(self.bidder, f"auction {drill.names[0]}").entries)

    def of_agreement(self, ref: str) -> Drill | None:
        """The drill of one entry; None where the system has it no more, or it cannot be asked."""
        system = self.bidder.system
        entry, drill = system.by_id.get(ref), Drill(self.slug, (ref,), MAKE, "entry")
        return drill if entry and may_be_asked(system, entry) and _has_hands(drill, self.dry) else None

    def to_ask(self, memories: Iterable[TopicMemory]) -> list[Wanted]:
        """What is to be asked by some memories, as far as this system has a drill for it."""
        wanted = (Wanted(memory.topic, Level(memory.level), memory.agreement) for memory in memories)
        return [one for one in wanted if one.topic in self.drilled and self.drills_for(one)]

    def again(self, judged: JudgedCall) -> str:
        """The address of another hand of the kind of a judged call, blank where the system has none any more."""
        wanted = Wanted(judged.topic, Level(judged.level), judged.agreement)
        drills = self.drills_for(wanted) or self.drills_for(replace(wanted, agreement=""))
        return drills[0].next_address if drills else ""


def drills_of_system(slug: str, bidder: Bidder, dry: Collection[Strand] = ()) -> Drills:
    """What a system has to learn: natural bidding, and the conventions that it plays.

    Drills of which all strands are `dry` have no hands: their topics are told, and not drilled.
    """
    played = {choice.name for choice in choices(bidder.system)}
    offered = {
        topic.slug: topic
        for topic in curriculum().topics.values()
        if topic.stages or not played.isdisjoint(topic.conventions)
    }
    drilled = {name: _levels_of(topic, slug, played, dry) for name, topic in offered.items()}
    return Drills(slug, bidder, offered, {name: levels for name, levels in drilled.items() if levels}, dry)


def drills_of(row: SystemRow) -> Drills:
    """What a system has to learn, as far as hands of it have been found."""
    return drills_of_system(row.slug, bidder_for(row), dry_strands(row))


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


def plan_of(owner: str, row: SystemRow, offered: Drills) -> Plan:
    """The hands of a system that an owner needs today."""
    return plan_of_today(offered, standings_of(owner, row), offered.to_ask(due_today(owner, row)))


def plan_of_today(offered: Drills, standing: Standings, due: Sequence[Wanted]) -> Plan:
    """The hands that a student needs today, by how they stand and by what is due."""
    step = offered.next_step(standing)
    known = [topic for topic in standing.weakest_first if topic in offered.drilled]
    weak = [topic for topic in known if standing.topics[topic].is_weak and not (step and topic == step.topic.slug)]
    return plan_for(
        due,
        Wanted(step.topic.slug, step.level) if step else None,
        [offered.at_level_of(topic, standing) for topic in weak],
        [offered.at_level_of(topic, standing) for topic in known],
    )


def next_drill(
    asking: Round,
    hands: Sequence[RoundHand],
    offered: Drills,
    standing: Standings,
    due: Sequence[Wanted],
) -> Drill | None:
    """The drill of the next hand of a round that has these hands so far; None where there is none.

    A drill that was asked and gave no board, since no deal was found, is not asked again as long as there are others.
    """
    random = Random(f"{asking.token} {len(hands)}")
    in_vain = {*asking.drills}.difference(hand.board.drill for hand in hands)
    drills = [
        drill
        for wanted in _wanted(asking, hands, offered, standing, due)
        for drill in sorted(offered.drills_for(wanted), key=lambda _: random.random())
    ]
    return next((drill for drill in drills if drill.query not in in_vain), drills[0] if drills else None)


def _wanted(
    asking: Round, hands: Sequence[RoundHand], offered: Drills, standing: Standings, due: Sequence[Wanted]
) -> Iterator[Wanted]:
    """What the next hand of a round may be about, the best first."""
    answered = sum(hand.answered for hand in hands)
    match asking.kind:
        case Round.Kind.TODAY:
            plan = [Wanted(topic, Level(level), agreement) for topic, level, agreement in asking.plan]
            yield from (*plan[answered:], *plan[:answered])
            if (step := offered.next_step(standing)) is not None:  # of what was planned there may be no hands
                yield Wanted(step.topic.slug, step.level)
        case Round.Kind.PLACEMENT:
            topics = _topics_to_place(offered)
            place = place_to_ask(len(topics), answers_of(hands, offered)) if topics else 0
            yield from (Wanted(topic, Level.BEGIN) for topic in (*topics[place:], *topics[:place]))
        case _ if asking.topic in offered.drilled:
            last = hands[-1].board.drill if hands else ""
            waiting = [wanted for wanted in due if wanted.topic == asking.topic]
            # What was missed comes back first, but not twice in a row, and a level that is due before the next one.
            for wanted in sorted(waiting, key=lambda wanted: not wanted.agreement):
                if not wanted.agreement or last not in (drill.query for drill in offered.drills_for(wanted)):
                    yield wanted
            yield offered.at_level_of(asking.topic, standing)


def next_question(owner: str, row: SystemRow, drill: Drill) -> int | None:
    """The number of the question of a drill that is right for an owner, among those that are dealt and new to them.

    None where none is left: then the next one is to be dealt.
    """
    level = drill.level or Level.BEGIN
    left = questions_left(owner, drill, row)
    questions = {number: (level.value, question.entry) for number, question in left.items()}
    asked = times_asked(owner, row, {question.entry for question in left.values()})
    return nearest(rating_of_student(owner, row), questions, ratings_of_questions(row, questions.values()), asked)


def answers_of(hands: Iterable[RoundHand], offered: Drills) -> list[Answer]:
    """What the hands of a placement have shown: the place of the topic of each, and whether it was right by itself."""
    topics = _topics_to_place(offered)
    judged = [(topic_of_board(hand.board), hand.right) for hand in hands if hand.judged is not None]
    return [(topics.index(topic.slug), right is True) for topic, right in judged if topic and topic.slug in topics]


def topics_known(hands: Iterable[RoundHand], offered: Drills) -> list[str]:
    """The topics that the hands of a placement show to be known."""
    topics = _topics_to_place(offered)
    return [topics[place] for place in places_known(len(topics), answers_of(hands, offered))]


def _topics_to_place(offered: Drills) -> list[str]:
    steps = (step for step in offered.path if step.is_first and offered.drills_for(Wanted(step.topic.slug, step.level)))
    return [step.topic.slug for step in steps]


def topic_of_board(row: StudentBoard) -> Topic | None:
    """The topic that a board of a drill is about, if it is one."""
    if not row.drill:
        return None
    drill = Drill.of_query(row.drill)
    if drill.kind == "auction" and drill.role == MAKE:
        return curriculum().by_stage[stage_of(Auction.parse(drill.names[0].split(";")[0]), PASS)]
    return curriculum().topic_of_drill(drill.conventions)


def drill_of_call(board: TableBoard, judged: FirstCall) -> Drill | None:
    """The drill that has asked for a judged call: it asks for the first one of its boards."""
    return Drill.of_query(board.row.drill) if board.row.drill and judged.index == board.row.given else None


def topic_of_call(board: TableBoard, judged: FirstCall, convention: str) -> Topic:
    """The topic for which a judged call counts; `convention` is that of the entry behind the right call, or blank.

    The first call of a drill counts for what is drilled, even where the right call is another one: to see that the
    convention does not apply is a part of it.
    """
    drilled = topic_of_board(board.row) if judged.index == board.row.given else None
    before = board.auction.before(judged.index)
    return drilled or curriculum().topic_of(before, Call.parse(judged.expected), convention)
