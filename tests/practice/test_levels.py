"""The first level of every topic: most hands in the plain auction, and some that have no use for the convention."""

from dataclasses import dataclass

import pytest

from bidbase.bidding.questions import BLOCK, Chair, Question, QuestionDealer
from bidbase.bidding.subjects import Level
from bidbase.game.auction import PASS
from practice.drill.work import deal
from practice.learn.drilling import Drills, drills_of_system
from practice.learn.topics import curriculum
from tests.engine.making import shipped_bidder

SHIPPED = ["sayc", "2over1"]

NOT_PLAIN = {
    "slam-bidding": "a slam is bid after any start",
    "blackwood": "aces are asked for wherever a suit has been agreed",
    "key-cards": "likewise",
    "western-cue": "both sides have called in many ways before",
}
NO_DECOYS = {
    "key-cards": "its own calls are the answers, and one of them is always right",
}
NO_ANSWER = {
    "competing": "its conventions ask for no answer: a simulation decides, or a pass",
    "lead-directing-double": "partner leads; the opponents go on",
}


@dataclass(frozen=True)
class Asked:
    """The questions that a topic asks first in a system, by the chair of the student."""

    makes: list[Question]
    answers: list[Question]
    natural: bool

    @property
    def all(self) -> list[Question]:
        return self.makes + self.answers


@pytest.fixture(scope="module", params=SHIPPED)
def system(request) -> tuple[Drills, QuestionDealer]:
    bidder = shipped_bidder(request.param)
    return drills_of_system(request.param, bidder), QuestionDealer(bidder)


@pytest.mark.parametrize("slug", curriculum().topics)
def test_the_first_level_of_a_topic(system, slug):
    drills, dealer = system
    if slug not in drills.drilled:
        pytest.skip("the system does not play it")
    asked = first_hands(drills, dealer, slug)
    plain = [question for question in asked.all if is_plain(question, asked)]
    decoys = [question for question in asked.makes if question.decoy]
    assert 2 * len(plain) >= len(asked.all) or slug in NOT_PLAIN, "half of the hands are in the plain auction"
    assert 3 * len(decoys) >= len(asked.makes) > 0 or slug in NO_DECOYS, "a third of those who could use it should not"
    assert asked.natural or (asked.makes and asked.answers) or slug in NO_ANSWER, "do I use it, and what do I answer?"


def first_hands(drills: Drills, dealer: QuestionDealer, slug: str) -> Asked:
    """As many hands of each strand as have their share of decoys."""
    found: dict[Chair, list[Question]] = {chair: [] for chair in Chair}
    strands = [strand for drill in drills.drilled[slug][Level.BEGIN] for strand in drill.strands()]
    for subject, chair in strands:
        questions = (deal(dealer, subject, chair, number, lambda: None) for number in range(1, BLOCK + 1))
        found[Chair(chair)] += filter(None, questions)
    return Asked(found[Chair.MAKER], found[Chair.PARTNER], natural=not curriculum().topics[slug].conventions)


def is_plain(question: Question, asked: Asked) -> bool:
    """Whether the opponents call no more than it takes, and the student's side comes to the point at once."""
    ours, theirs = calls_of(question)
    fewest = [min(counts) for counts in zip(*map(calls_of, asked.all), strict=True)]
    return ours <= fewest[0] + 1 and theirs <= fewest[1]


def calls_of(question: Question) -> tuple[int, int]:
    """How often the student's side and the opponents have bid, doubled or redoubled before the question."""
    made = question.auction.calls[::-1]
    return sum(call is not PASS for call in made[1::2]), sum(call is not PASS for call in made[::2])
