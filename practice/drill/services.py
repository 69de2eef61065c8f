"""The questions of drills: asked for by pages, dealt by workers into pools, and begun as boards.

A worker can be killed at any moment: what it has dealt is kept, and the next one deals the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from django.db.models import F, QuerySet
from django.utils import timezone

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.questions import Question, QuestionDealer, Report, robot_auctions_of
from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Deal, Seat, Vulnerability
from bidbase_web.jobs.job import Cancelled, GivesWay, Job, JobLine, Reporter
from bidbase_web.jobs.pages import prepare
from bidbase_web.jobs.selectors import result_of, run_of
from editor.selectors import SystemRow, bidder_for, bidder_of_key, shipped_systems
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.services import begin
from practice.drill.choices import choices
from practice.drill.drill import Drill, strand_of
from practice.drill.models import DrillPool, DrillQuestion, SystemAuctions
from practice.drill.selectors import auctions_kept, pools_of, question_in
from practice.drill.work import deal

READY = 10  # questions that a pool has before anybody asks
AHEAD = 2  # questions that are dealt while the student bids
PIECE_SECONDS = 2.0  # spent on filling a pool; then other work has its turn
PATIENCE = timedelta(seconds=4)  # for which a student waits for a hand; then they get another one
LEASE = timedelta(minutes=1)  # a worker is at a pool for some seconds


def begin_drill_board(
    *, owner: str, drill: Drill, number: int, question: DrillQuestion, seat: Seat = Seat.SOUTH
) -> TableBoard:
    """A new board for the question with this number in a drill, bid as far as the question is put.

    Where the student sits in another seat than the question, all hands move round the table. The robots bid by the
    book, whatever the student's own robots do: a drill asks for the book's call, and a question is only put where
    the book's auction leads to it. A robot that departed from the book, or a verdict from roll-outs, would teach
    another lesson.
    """
    turns = seat - Seat.parse(question.seat)
    dealt, vulnerability = Deal.parse(question.cards), Vulnerability.parse(question.vulnerability)
    auction = Auction.parse(
        question.calls, Seat.parse(question.dealer).plus(turns), vulnerability.turned() if turns % 2 else vulnerability
    )
    row = StudentBoard(
        owner_key=owner,
        deal_number=number,
        cards=str(Deal(dealt[other.plus(-turns)] for other in SEATS)),
        cards_dealer=auction.dealer.letter,
        cards_vulnerability=str(auction.vulnerability),
        drill=drill.query,
        given=len(auction.calls),
    )
    return begin(row, Preferences(drill.system, drill.system, seat.letter), auction, question.sources)


# --- Asked for by pages ---


def ask_question(*, drill: Drill, system: SystemRow, number: int) -> DrillQuestion | None:
    """The question of a drill with this number; None where it has none.

    Raises `StillWorking` until a worker has dealt it. Who has waited for some seconds gets another question of the
    drill that is there: one that would come late, before those that came earlier.
    """
    found = _place_of(drill, system, number)
    if found is None:
        return None
    pool, within = found
    question = question_in(pool, within)
    if question is None:
        job = DealQuestions.of(drill, pool, [within])
        if (instead := _stand_in(drill, system, number, job)) is not None:
            return instead
        result_of(job)
        question = question_in(pool, within)
    if question is None and DrillPool.objects.filter(pk=pool.pk, dry=True).exists():
        return ask_question(drill=drill, system=system, number=number)  # from the pools that are left
    return question


def _stand_in(drill: Drill, system: SystemRow, number: int, job: DealQuestions) -> DrillQuestion | None:
    """A question that takes the place of the one with this number, for which somebody has waited for too long."""
    run = run_of(job)
    if run is None or not run.pending or timezone.now() - run.asked_at < PATIENCE:
        return None
    pools = [pool for pool in pools_of(system, drill.strands()).values() if not pool.dry]
    ready = list(DrillQuestion.objects.filter(pool__in=pools).order_by("number", "pool"))
    later = [question for question in ready if question.number > number // len(pools)]
    return later[-1] if later else ready[number % len(ready)] if ready else None


def deal_questions(
    *, drill: Drill, system: SystemRow, numbers: Iterable[int], report: Report
) -> Iterator[DrillQuestion]:
    """The questions of a drill with these numbers, dealt at once where they are not there: for workers."""
    for number in numbers:
        if (found := _place_of(drill, system, number)) is not None:
            pool, within = found
            deal_question(pool=pool, number=within, report=report)
            if (question := question_in(pool, within)) is not None:
                yield question


def prepare_questions(*, drill: Drill, system: SystemRow, after: int) -> None:
    """Have the questions of a drill dealt that come after this number, as far as they are not there."""
    wanted: dict[DrillPool, list[int]] = {}
    for number in range(after + 1, after + 1 + AHEAD):
        if (found := _place_of(drill, system, number)) is not None and question_in(*found) is None:
            wanted.setdefault(found[0], []).append(found[1])
    for pool, numbers in wanted.items():
        prepare(DealQuestions.of(drill, pool, numbers))


def _place_of(drill: Drill, system: SystemRow, number: int) -> tuple[DrillPool, int] | None:
    """The pool from which a question of a drill comes, and its number there; None where all pools are dry."""
    strands = drill.strands()
    known = pools_of(system, strands)
    all_pools = (known.get(strand) or _make_pool(system, *strand) for strand in strands)
    pools = [pool for pool in all_pools if not pool.dry]
    if not pools:
        return None
    place, within = strand_of(len(pools), number, drill.query)
    return pools[place], within


def _make_pool(system: SystemRow, subject: str, chair: str) -> DrillPool:
    pool, _ = DrillPool.objects.get_or_create(system=system, revision=system.revision, subject=subject, chair=chair)
    return pool


# --- Dealt by workers ---


@dataclass(frozen=True)
class DealQuestions(Job[None]):
    """Dealing the questions of a pool with these numbers. They are kept in the pool."""

    kind = "drill questions"
    line = JobLine.TABLE
    doing = "Dealing a hand"
    while_watched = True

    pool: int
    numbers: tuple[int, ...]

    @classmethod
    def of(cls, drill: Drill, pool: DrillPool, numbers: Iterable[int]) -> DealQuestions:
        """The job of a pool for a drill."""
        return cls(pool.pk, tuple(numbers), back=drill.address)

    def work(self, report: Reporter) -> None:
        """Deal them."""
        pool = DrillPool.objects.filter(pk=self.pool).first()
        if pool is not None:
            for number in self.numbers:
                deal_question(pool=pool, number=number, report=report)


def deal_question(*, pool: DrillPool, number: int, report: Report = lambda: None) -> bool:
    """Deal the question of a pool with this number, unless it is there; False where there is none.

    A system that has changed since has new pools: nothing is dealt into this one then.
    """
    if question_in(pool, number) is not None:
        return True
    if pool.dry or not DrillPool.objects.filter(pk=pool.pk, system__revision=pool.revision).exists():
        return False
    dealer = _dealer(bidder_of_key(pool.system_id, pool.revision), pool.system_id, pool.revision)
    question = deal(dealer, pool.subject, pool.chair, number, report)
    if question is not None:
        _keep(pool, number, question)
    elif not pool.questions.exists():
        DrillPool.objects.filter(pk=pool.pk).update(dry=True)
    return question is not None


def _keep(pool: DrillPool, number: int, question: Question) -> None:
    """Keep a question in its pool, unless another worker has dealt it meanwhile."""
    auction, expected = question.auction, question.expected
    row = DrillQuestion(
        pool=pool,
        number=number,
        cards=str(question.deal),
        dealer=auction.dealer.letter,
        vulnerability=str(auction.vulnerability),
        seat=auction.turn.letter,
        calls=str(auction),
        sources=[decision.entry.id if decision.entry else "" for decision in question.decisions],
        expected=str(expected.call),
        entry=expected.entry.id if expected.entry else "",
        wanted=question.wanted.id,
        decoy=question.decoy,
    )
    DrillQuestion.objects.bulk_create([row], ignore_conflicts=True)


def make_pools(*, system: SystemRow, strands: Iterable[tuple[str, str]]) -> None:
    """Make the pools that are missing for these strands, and drop those of earlier revisions of the system."""
    DrillPool.objects.filter(system=system, revision__lt=system.revision).delete()
    pools = (
        DrillPool(system=system, revision=system.revision, subject=subject, chair=chair) for subject, chair in strands
    )
    DrillPool.objects.bulk_create(pools, ignore_conflicts=True)


def make_all_pools() -> None:
    """Make the pools of all conventions that the shipped systems play."""
    for system in shipped_systems():
        names = tuple(choice.name for choice in choices(bidder_for(system).system))
        make_pools(system=system, strands=Drill(system.slug, names).strands())


def fill_a_pool(*, report: Report) -> bool:
    """Deal questions for a short while into the pool that lacks most; False where no pool lacks any.

    A pool at which a worker fails comes last for a while, as one that another worker is at.
    """
    now = timezone.now()
    pool = _lacking().exclude(claimed_until__gt=now).first()
    if pool is None:
        return False
    if _lacking().filter(pk=pool.pk, claimed_until=pool.claimed_until).update(claimed_until=now + LEASE):
        try:
            _fill(pool, report)
        except (Cancelled, GivesWay):  # nothing is wrong with the pool
            _release(pool)
            raise
        _release(pool)
    return True


def _release(pool: DrillPool) -> None:
    DrillPool.objects.filter(pk=pool.pk).update(claimed_until=None)


def _fill(pool: DrillPool, report: Report) -> None:
    """Deal the next questions of a pool for a short while."""
    begun = time.monotonic()
    for number in range(pool.tried + 1, READY + 1):
        deal_question(pool=pool, number=number, report=report)
        DrillPool.objects.filter(pk=pool.pk).update(tried=number)
        if time.monotonic() - begun > PIECE_SECONDS:
            return


def _lacking() -> QuerySet[DrillPool]:
    """The pools that are to be filled, those first that lack most."""
    pools = DrillPool.objects.filter(dry=False, tried__lt=READY)
    return pools.filter(system__shipped=True, revision=F("system__revision")).order_by("tried", "pk")


# --- What dealers know ---


@lru_cache(maxsize=4)
def _dealer(bidder: Bidder, system: int, revision: int) -> QuestionDealer:
    """The dealer of questions of a system, which the process keeps."""
    return QuestionDealer(bidder, lambda: _robot_auctions(bidder, system, revision))


def _robot_auctions(bidder: Bidder, system: int, revision: int) -> RobotAuctions:
    """The auctions that robots reach in this revision of a system: kept, or found, which takes some seconds."""
    kept = auctions_kept(system, revision)
    if kept is None:
        kept = robot_auctions_of(bidder).to_json()
        SystemAuctions.objects.filter(system=system, revision__lt=revision).delete()
        row = SystemAuctions(system_id=system, revision=revision, auctions=kept)
        SystemAuctions.objects.bulk_create([row], ignore_conflicts=True)
    return RobotAuctions.from_json(kept)
