"""Topics and drills: the drills that practice a topic, which one is next, and the topic for which a call counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bidbase.bidding.bidder import Bidder
from bidbase.game.auction import PASS, Auction, Call
from bidbase.systems import System
from editor.selectors import SystemRow, bidder_for
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard, StudentCall
from practice.drill.choices import choices
from practice.drill.drill import MAKE, Drill
from practice.drill.selectors import never_drawn
from practice.drill.work import subject_of
from practice.learn.models import JudgedCall, Round
from practice.learn.picking import next_topic
from practice.learn.rounds import ROUND
from practice.learn.selectors import due_today
from practice.learn.stages import stage_of
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
        board = judged.board
        if board.drill and judged.index == board.given:
            return Drill.of_query(board.drill).next_address
        if judged.convention in self.conventions:
            return Drill(self.system, (judged.convention,)).next_address
        return next((drill.next_address for drill in self.drilled.get(judged.topic, ())), "")


def drills_of_system(slug: str, system: System, never_drawn: Collection[str] = ()) -> Drills:
    """What a system has to learn: natural bidding, and the conventions that it plays.

    Conventions that are `never_drawn` are told, and not drilled.
    """
    played = {choice.name for choice in choices(system)}
    conventions = frozenset(played.difference(never_drawn))
    offered = {
        topic.slug: topic
        for topic in curriculum().topics.values()
        if topic.stages or not played.isdisjoint(topic.conventions)
    }
    drilled = {name: tuple(_drills_of(topic, slug, conventions)) for name, topic in offered.items()}
    return Drills(slug, offered, {name: drills for name, drills in drilled.items() if drills}, conventions)


def hands_due(owner: str, row: SystemRow) -> int:
    """How many hands an owner's review of a system has today: one for each topic that is due, at most a round."""
    due = due_today(owner, row)
    offered = drills_of_system(row.slug, bidder_for(row).system, never_drawn(row)).drilled if due else {}
    return min(len(offered.keys() & due), ROUND)


def _drills_of(topic: Topic, system: str, conventions: Collection[str]) -> Iterable[Drill]:
    """The drills of a topic: one of its conventions together, and one of each of its auctions."""
    if names := tuple(name for name in topic.conventions if name in conventions):
        yield Drill(system, names)
    for auction in topic.auctions:
        yield Drill(system, (auction,), MAKE, "auction")


def next_drill(
    asking: Round,
    begun: Sequence[StudentBoard],
    offered: Drills,
    bidder: Bidder,
    standings: Mapping[str, Standing],
    due: Collection[str],
) -> Drill | None:
    """The drill of the next hand of a round in which these boards were begun; None where there is none.

    A drill that was asked and gave no board, since no deal was found, is not asked again as long as there are others.
    """
    random = Random(f"{asking.token} {len(begun)}")
    boards = {board.drill for board in begun}
    in_vain = {query for query in asking.drills if query not in boards}
    topics = [asking.topic] if asking.topic else [*offered.drilled]
    last = topic_of_board(begun[-1]) if begun else None
    while topics:
        topic = next_topic(topics, standings, due, random, last.slug if last else "")
        drills = offered.drilled.get(topic, ())
        for drill in sorted(random.sample(drills, len(drills)), key=lambda drill: drill.query in in_vain):
            if _has_calls(bidder, drill) and (asking.topic or drill.query not in in_vain):
                return drill
        topics.remove(topic)
    return None


def _has_calls(bidder: Bidder, drill: Drill) -> bool:
    """Whether the system says anything where the student of a drill is to call."""
    return drill.kind != "auction" or bool(subject_of(bidder, f"auction {drill.names[0]}").entries)


def topic_of_board(row: StudentBoard) -> Topic | None:
    """The topic that a board of a drill is about, if it is one."""
    if not row.drill:
        return None
    drill = Drill.of_query(row.drill)
    if drill.kind == "auction" and drill.role == MAKE:
        return curriculum().by_stage[stage_of(Auction.parse(drill.names[0]), PASS)]
    return curriculum().topic_of_drill(drill.conventions)


def topic_of_call(board: TableBoard, judged: StudentCall, convention: str) -> Topic:
    """The topic for which a judged call counts; `convention` is that of the entry behind the right call, or blank.

    The first call of a drill counts for what is drilled, even where the right call is another one: to see that the
    convention does not apply is a part of it.
    """
    drilled = topic_of_board(board.row) if judged.index == board.row.given else None
    before = board.auction.before(judged.index)
    return drilled or curriculum().topic_of(before, Call.parse(judged.expected), convention)
