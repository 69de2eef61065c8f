"""A student who forgets learns more by a hundred hands of today's rounds than by a hundred at random.

The student is simulated. Their memory of each agreement fades as FSRS has it: `get_card_retrievability` of the library
is its forgetting curve. They are right when they remember, and else by luck, three times in ten; then they see the
right call, which they remember from then on for some time. The rounds are the site's own: the plan of the day, the
choice of drill and question, the ratings and the memories that are kept. They know the student by the answers alone.

The hands are of SAYC, ten a day for ten days. At random, drill and question are drawn from the same stock. The measure
is the share of calls at the table that the student gets right a week later, each agreement as often as robots use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import mean

import pytest
from django.utils import timezone
from fsrs import Card, Rating, Scheduler

from bidbase.bidding.robots import Table
from bidbase.bidding.subjects import Level
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from editor.models import SystemRow
from practice.drill.drill import Drill, Strand
from practice.drill.selectors import questions_left
from practice.drill.work import subject_of
from practice.learn.drilling import Drills, drills_of, next_drill, next_question, plan_of, topic_of_board
from practice.learn.selectors import due_today, hands_of, memory_of, standings_of
from practice.learn.services import ask_drill, begin_round_of_today, play, remember
from practice.models import DrillPool, DrillQuestion, JudgedCall, Round, StudentBoard
from tests.loaded import loaded

LUCK = 0.3
DAYS, HANDS = 10, 10  # a day
EVENING = datetime(2026, 3, 2, 18, tzinfo=UTC)
MOMENTS = [EVENING + timedelta(days=day, minutes=hand) for day in range(DAYS) for hand in range(HANDS)]
EXAM = MOMENTS[-1] + timedelta(days=7)
DEALS = 400  # that robots bid to find how often agreements come up
QUESTIONS = 90  # of each strand in the stock
SEEDS = range(6)


class Student:
    """Somebody who learns by each hand, and forgets from then on."""

    def __init__(self, seed: int) -> None:
        self.random, self.memory = Random(seed), Scheduler(enable_fuzzing=False)
        self.cards: dict[str, Card] = {}

    def knows(self, agreement: str, when: datetime) -> float:
        """How likely they are to make the right call."""
        card = self.cards.get(agreement)
        return LUCK + (1 - LUCK) * (self.memory.get_card_retrievability(card, when) if card else 0.0)

    def answers(self, agreement: str, when: datetime) -> bool:
        """Whether they make it now."""
        right = self.random.random() < self.knows(agreement, when)
        card = self.cards.get(agreement, Card(card_id=0))
        self.cards[agreement], _ = self.memory.review_card(card, Rating.Good if right else Rating.Again, when)
        return right

    def bids(self, agreements: Sequence[str]) -> Student:
        """The student after these hands, ten a day."""
        for agreement, when in zip(agreements, MOMENTS, strict=True):
            self.answers(agreement, when)
        return self


@dataclass(frozen=True)
class Stock:
    """Questions of every drill of the path. Nobody looks at their cards; how often agreements are used is real."""

    row: SystemRow
    offered: Drills
    used: Counter[str]

    def fill(self, strand: Strand) -> list[str]:
        """The agreements of the questions of a strand, which are there from then on."""
        subject, chair = strand
        entries = [entry.id for entry in subject_of(self.offered.bidder, subject).entries]
        weights = [self.used[entry] + 0.02 for entry in entries]
        drawn = Random(f"{subject} {chair}").choices(entries, weights, k=QUESTIONS) if entries else []
        pool, new = DrillPool.objects.get_or_create(
            system=self.row, revision=self.row.revision, subject=subject, chair=chair, defaults={"dry": not entries}
        )
        if new:
            DrillQuestion.objects.bulk_create(
                DrillQuestion(pool=pool, number=number, sources=[], entry=entry, wanted=entry, decoy=False)
                for number, entry in enumerate(drawn, 1)
            )
        return drawn

    def at_table(self, student: Student) -> float:
        """The share of calls at the table that a student gets right on the day of the exam."""
        right = sum(student.knows(agreement, EXAM) * times for agreement, times in self.used.items())
        return right / self.used.total()


@pytest.fixture
def stock(db) -> Stock:
    row = loaded("sayc")
    offered = drills_of(row)
    table, used = Table(offered.bidder, offered.bidder), Counter[str]()
    for number in range(1, DEALS + 1):
        deal, dealer = numbered_deal(number), board_dealer(number)
        _, decisions = table.bid_deal(deal, dealer, board_vulnerability(number))
        used.update(decision.entry.id for decision in decisions if decision.entry)
    return Stock(row, offered, used)


def drawn_by_rounds(stock: Stock, student: Student, seed: int, monkeypatch) -> list[str]:
    """The agreements about which the rounds of ten days ask a student, who answers them."""
    owner, asked = f"student {seed}", []
    for place, when in enumerate(MOMENTS):
        monkeypatch.setattr(timezone, "now", lambda when=when: when)
        if place % HANDS == 0:
            asking = begin_round_of_today(owner=owner, system=stock.row, plan=plan_of(owner, stock.row, stock.offered))
            Round.objects.filter(pk=asking.pk).update(token=f"{seed} {place}")  # draws follow from it
            asking.refresh_from_db()
        due, standing = stock.offered.to_ask(due_today(owner, stock.row)), standings_of(owner, stock.row)
        drill = next_drill(asking, hands_of(asking), stock.offered, standing, due)
        assert drill is not None
        ask_drill(asking=asking, drill=drill)
        asked.append(bid(stock, student, owner, drill, when))
    return asked


def bid(stock: Stock, student: Student, owner: str, drill: Drill, when: datetime) -> str:
    """Begin the hand to which the round leads and answer it. What the site keeps of an answer is kept."""
    for strand in drill.strands():
        stock.fill(strand)
    number = next_question(owner, stock.row, drill)
    agreement = questions_left(owner, drill, stock.row)[number].entry
    played = {"our_system": stock.row, "their_system": stock.row, "our_revision": 1, "their_revision": 1, "seat": "S"}
    board = StudentBoard.objects.create(
        owner_key=owner, deal_number=number, drill=drill.query, cards="-", first_verdict="agrees", **played
    )
    missed = memory_of(owner, stock.row, agreement) if drill.kind == "entry" else None
    counted = JudgedCall(
        board=board,
        index=0,
        owner_key=owner,
        system=stock.row,
        topic=missed.topic if missed else topic_of_board(board).slug,
        level=missed.level if missed else drill.level or Level.BEGIN,
        agreement=agreement,
        call="P",
        expected="P",
        right=student.answers(agreement, when),
        made_at=when,
    )
    play(counted)
    counted.save()
    remember(counted)
    return agreement


def test_a_hundred_hands_of_todays_rounds_teach_more_than_a_hundred_at_random(stock, monkeypatch):
    drills = [
        [agreement for strand in drill.strands() for agreement in stock.fill(strand)]
        for step in stock.offered.path
        for drill in stock.offered.drilled[step.topic.slug][step.level]
    ]
    drills = [drill for drill in drills if drill]
    by_rounds, at_random, shuffled = [], [], []
    for seed in SEEDS:
        student, random = Student(seed), Random(seed)
        asked = drawn_by_rounds(stock, student, seed, monkeypatch)
        by_rounds.append(student)
        at_random.append(Student(seed).bids([random.choice(random.choice(drills)) for _ in asked]))
        shuffled.append(Student(seed).bids(random.sample(asked, len(asked))))
    gained, gained_at_random, gained_shuffled = (
        mean(map(stock.at_table, students)) - LUCK for students in (by_rounds, at_random, shuffled)
    )
    assert gained > 1.3 * gained_at_random, "beyond luck, a third more of the calls at the table are right"
    assert mean(map(kept, by_rounds)) > mean(map(kept, at_random)) + 0.05, "and more of what was asked is kept"
    assert gained == pytest.approx(gained_shuffled, abs=0.02), "the choice of hands teaches, and not their order"


def kept(student: Student) -> float:
    """The share that a student gets right of what they were asked about, on the day of the exam."""
    return mean(student.knows(agreement, EXAM) for agreement in student.cards)
