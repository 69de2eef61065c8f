"""Topics, hands of a round and misses as their templates draw them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.bidding.subjects import Level
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS_DOWN, Hand, holding_text
from bidbase.language.bids import PatternKey, PriorBids, parse_key
from bidbase.language.circumstances import User
from bidbase.meaning.disclosure import Meaning
from bidbase.systems import System
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.learn.drilling import Drills
from practice.learn.models import JudgedCall
from practice.learn.path import PathStep
from practice.learn.plan import Plan, Wanted
from practice.learn.rounds import RoundHand
from practice.learn.standing import NOT_ASKED, Standing, Standings, TopicProgress
from practice.learn.topics import Topic, TopicExample, curriculum

LEVELS = {
    Level.BEGIN: "the call itself and its answers, in the plain auction",
    Level.FOLLOW: "what follows after that",
    Level.CONTESTED: "the opponents come in",
}
HELD = "Held"
MOST_WEAK = 3  # topics that are named as weak
MOST_PARTS = 5  # of a topic that are listed because they go wrong
MOST_CALLS = 8  # of the auction of a topic, with their meanings; the page of the system has all of them


@dataclass(frozen=True)
class TopicLine:
    """A topic in the list, with how the student stands in it, and whether it is due today.

    `state` says which of its levels they hold, and `here` whether it is the next one on their path.
    """

    topic: Topic
    standing: Standing
    due: bool
    state: str
    here: bool


@dataclass(frozen=True)
class TopicChapter:
    """The topics of a chapter that are listed; `open` where the student goes on, or where they were looked for."""

    title: str
    lines: tuple[TopicLine, ...]
    open: bool

    @property
    def held(self) -> int:
        """How many of them the student holds."""
        return sum(line.state == HELD for line in self.lines)

    @property
    def due(self) -> int:
        """How many of them are due today."""
        return sum(line.due for line in self.lines)


@dataclass(frozen=True)
class PathPlace:
    """Where a student is on the path: the next step, how far the path goes, and what was placed or is held of it."""

    step: PathStep | None
    level: str
    steps: int
    held: int


@dataclass(frozen=True)
class LevelLine:
    """A level of a topic in words, and whether the student is there, or has it still to come."""

    level: Level
    words: str
    here: bool
    ahead: bool


@dataclass(frozen=True)
class ShownExample:
    """An example with the calls before."""

    example: TopicExample
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class TopicPage:
    """What a topic teaches: its notes by convention, an example, and the calls after its auction with their meanings.

    `prior_bids` is that auction as addresses of the system have it. `more` counts the calls that are left out.
    """

    topic: Topic
    notes: tuple[tuple[str, str], ...]
    example: ShownExample | None
    prior_bids: str
    calls: tuple[Call, ...]
    meanings: tuple[Meaning, ...]
    more: int


@dataclass(frozen=True)
class MissLine:
    """A call that was wrong: what the student held and heard, what they called and what the system calls.

    `again` is the address of another hand of the kind, blank where there is none.
    """

    board: StudentBoard
    topic: Topic | None
    hand: Hand
    calls: tuple[Call, ...]
    call: Call
    expected: Call
    again: str

    @property
    def suits(self) -> list[str]:
        """The hand suit by suit, spades first: `♠AQ84`."""
        return [f"{suit.symbol}{holding_text(self.hand.holdings[suit]) or '—'}" for suit in SUITS_DOWN]


@dataclass(frozen=True)
class RoundPage:
    """How a round went so far: hands that were answered, those that count, those that were right, and the misses."""

    size: int
    answered: int
    counted: int
    right: int
    misses: tuple[MissLine, ...]

    @property
    def finished(self) -> bool:
        """Whether all hands have been bid."""
        return self.answered >= self.size


def plan_words(plan: Plan, drills: Drills) -> str:
    """`3 to bring back, 5 new: Stayman, 2 weak: Overcalls`."""
    told = {f"{len(plan.back)} to bring back": plan.back}
    for strand, words in ((plan.new, "new"), (plan.weak, "weak"), (plan.kept, "to keep up")):
        titles = dict.fromkeys(_title(wanted, drills) for wanted in strand)
        told[f"{len(strand)} {words}: {' and '.join(titles)}"] = strand
    return ", ".join(words for words, strand in told.items() if strand)


def _title(wanted: Wanted, drills: Drills) -> str:
    topic = drills.topics[wanted.topic]
    return PathStep(topic, wanted.level, len(drills.drilled[wanted.topic]) == 1).title


def place_on(drills: Drills, standing: Standings) -> PathPlace:
    """Where a student is on the path of a system."""
    step, path = drills.next_step(standing), drills.path
    held = sum(standing.holds(each.topic.slug, each.level) for each in path)
    return PathPlace(step, "" if step is None or step.alone else LEVELS[step.level], len(path), held)


def topics_by_chapter(
    drills: Drills, words: str, standing: Standings, due: Collection[str], here: Topic | None
) -> list[TopicChapter]:
    """The topics that speak of these words under their chapters; a chapter without any is left out.

    The student goes on at the topic that is `here`.
    """
    chapters: dict[str, list[TopicLine]] = {}
    for slug, topic in drills.topics.items():
        if topic.speaks_of(words):
            of_topic = standing.topics.get(slug, NOT_ASKED)
            state = _state(slug, drills.drilled.get(slug, ()), standing)
            line = TopicLine(topic, of_topic, slug in due, state, topic == here)
            chapters.setdefault(topic.chapter, []).append(line)
    return [
        TopicChapter(chapter, tuple(lines), bool(words) or any(line.here for line in lines))
        for chapter, lines in chapters.items()
    ]


def weak_topics(drills: Drills, standing: Standings) -> list[tuple[Topic, Standing]]:
    """The topics in which a student makes most mistakes, the weakest first; at most three."""
    found = [(drills.topics[slug], standing.topics[slug]) for slug in standing.weakest_first if slug in drills.topics]
    return [(topic, of_topic) for topic, of_topic in found if of_topic.is_weak][:MOST_WEAK]


def _state(topic: str, levels: Collection[Level], standing: Standings) -> str:
    """Which of its levels a student holds: `Held`, `Level 1 of 3 held`; blank where there is none."""
    held = sum(standing.holds(topic, level) for level in levels)
    if not held:
        return ""
    return HELD if held == len(levels) else f"Level {held} of {len(levels)} held"


def level_lines(levels: Iterable[Level], here: Level) -> list[LevelLine]:
    """The levels of a topic for a student who is at this one."""
    return [LevelLine(level, LEVELS[level], level is here, level > here) for level in levels]


def topic_page(topic: Topic, bidder: Bidder) -> TopicPage:
    """What a topic teaches in the system of this bidder."""
    table = Table(bidder, bidder)
    example = _example(topic, table)
    text = example.example.auction if example else next(iter(topic.auctions), "")
    auction = Auction.parse(text)
    has_auction = example is not None or bool(topic.auctions)
    offered = [meaning for meaning in table.meanings(auction).values() if meaning.offered] if has_auction else []
    chosen = _first(offered, example.example.call if example else None)
    return TopicPage(
        topic,
        tuple(_notes(topic, bidder.system)),
        example,
        auction.prior_bids,
        auction.calls,
        tuple(chosen),
        len(offered) - len(chosen),
    )


def _example(topic: Topic, table: Table) -> ShownExample | None:
    """The first example that the system bids as it is written."""
    for example in topic.examples:
        auction = Auction.parse(example.auction)
        if table.decide(example.hand, auction).call is example.call:
            return ShownExample(example, auction.calls)
    return None


def _first(meanings: Sequence[Meaning], call: Call | None) -> list[Meaning]:
    """The first calls in bidding order; the one of the example is among them."""
    first = [*meanings[:MOST_CALLS]]
    if call is not None and call not in {meaning.call for meaning in first}:
        first[-1:] = [meaning for meaning in meanings if meaning.call is call]
    return first


def _notes(topic: Topic, system: System) -> Iterable[tuple[str, str]]:
    """The notes of a topic: its own text, and what the system says of its conventions as far as it plays them."""
    if topic.text:
        yield "", topic.text.strip()
    for name, convention in system.conventions.items():
        above = [system.conventions[part] for part in convention.name.chain() if part in system.conventions]
        is_played = all(part.holds(User.WE) for part in above)
        if convention.notes and is_played and curriculum().of_convention(name) is topic:
            yield name, convention.notes


def parts_of(progress: TopicProgress, address: Callable[[str], str]) -> list[tuple[str, str, Standing]]:
    """The conventions and auctions of a topic that go wrong most, each with the address of its section, or blank.

    `address` gives that of a section by its name.
    """
    conventions = [(name, "", standing) for name, standing in progress.conventions.items()]
    sections = [(_after(name), address(name), standing) for name, standing in progress.sections.items()]
    missed = [part for part in (*conventions, *sections) if part[2].right < part[2].asked]
    return sorted(missed, key=lambda part: part[2].expected_misses, reverse=True)[:MOST_PARTS]


def _after(section: str) -> str:
    """A section in words: `After 1NT – Pass`."""
    key = parse_key(section)
    match key:
        case PriorBids() if not key.calls:
            return "The opening"
        case PriorBids():
            return f"After {key.words()}"
        case PatternKey():
            return f"In {key.words()}"
    words = key.words()
    return words[:1].upper() + words[1:]


def miss_line(missed: JudgedCall, topic: Topic | None, again: str) -> MissLine:
    """A wrong call with what the student held and heard; `again` leads to another hand of the kind."""
    board = TableBoard.of(missed.board)
    before = board.auction.before(missed.index)
    return MissLine(
        missed.board,
        topic,
        board.deal[before.turn],
        before.calls,
        Call.parse(missed.call),
        Call.parse(missed.expected),
        again,
    )


def round_page(size: int, hands: Sequence[RoundHand], again: Callable[[JudgedCall], str]) -> RoundPage:
    """How a round of this size went; `again` gives the address of another hand like one that was missed."""
    known = curriculum().topics
    counted = [hand for hand in hands if hand.right is not None]
    missed = [hand.judged for hand in counted if hand.judged is not None and not hand.right]
    return RoundPage(
        size,
        sum(hand.answered for hand in hands),
        len(counted),
        sum(hand.right is True for hand in counted),
        tuple(miss_line(judged, known.get(judged.topic), again(judged)) for judged in missed),
    )
