"""The questions of drills: asked for by pages, dealt by workers into pools, and begun as boards.

A worker can be killed at any moment: what it has dealt is kept, and the next one deals the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import F, QuerySet
from django.utils import timezone

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.questions import Question, QuestionDealer, Report, robot_auctions_of
from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Deal, Seat, Vulnerability
from editor.selectors import SystemRow, bidder_for, bidder_of_key, shipped_systems
from editor.work import (
    Arguments,
    Reporter,
    StillWorking,
    prepare,
    register,
    register_remarks,
    result_of,
    work_waits,
)
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.services import begin
from practice.double_dummy.selectors import analysis_waits
from practice.drill.choices import choices
from practice.drill.definition import Drill, strand_of
from practice.drill.models import DrillPool, DrillQuestion, SystemAuctions
from practice.drill.selectors import auctions_kept, never_drawn, pools_of, question_in
from practice.drill.work import deal

KIND = "drill questions"
READY = 5  # questions that a pool has before anybody asks
AHEAD = 2  # questions that are dealt while the student bids
PIECE_SECONDS = 2.0  # spent on filling a pool; then other work has its turn
LOOK_SECONDS = 0.3  # between two looks for visitors who wait
YIELD_SECONDS = 1.0  # left to them before the next piece
OTHER_SECONDS = 5.0  # before a worker looks again whether another one still fills pools
LEASE = timedelta(minutes=1)  # a worker is at a pool for some seconds


def begin_drill_board(
    *, owner: str, drill: Drill, number: int, question: DrillQuestion, seat: Seat = Seat.SOUTH
) -> StudentBoard:
    """A new board for the question with this number in a drill, bid as far as the question is put.

    Where the student sits in another seat than the question, all hands move round the table with him. The robots bid by
    the book, whatever the student's own robots do: a drill asks for the book's call, and a question is only put where
    the book's auction leads to it. A robot that departed from the book, or a verdict from roll-outs, would teach
    another lesson.
    """
    turns = seat - Seat.parse(question.seat)
    dealt, vulnerability = Deal.parse(question.cards), Vulnerability.parse(question.vulnerability)
    auction = Auction.parse(
        question.calls, Seat.parse(question.dealer).plus(turns), vulnerability.turned() if turns % 2 else vulnerability
    )
    board = StudentBoard(
        owner_key=owner,
        deal_number=number,
        cards=str(Deal(dealt[other.plus(-turns)] for other in SEATS)),
        cards_dealer=auction.dealer.letter,
        cards_vulnerability=str(auction.vulnerability),
        drill=drill.query,
        given=len(auction.calls),
    )
    return begin(board, Preferences(drill.system, drill.system, seat.letter), auction, question.sources)


# --- Asked for by pages ---


def ask_question(*, drill: Drill, system: SystemRow, number: int) -> DrillQuestion | None:
    """The question of a drill with this number; None where it has none.

    Raises `StillWorking` until a worker has dealt it.
    """
    found = _place_of(drill, system, number)
    if found is None:
        return None
    pool, within = found
    question = question_in(pool, within)
    if question is None:
        result_of(_dealing(drill, pool, [within]))
        question = question_in(pool, within)
    if question is None and DrillPool.objects.filter(pk=pool.pk, dry=True).exists():
        return ask_question(drill=drill, system=system, number=number)  # from the pools that are left
    return question


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
        prepare(_dealing(drill, pool, numbers))


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


def _dealing(drill: Drill, pool: DrillPool, numbers: list[int]) -> StillWorking:
    return StillWorking(KIND, {"pool": pool.pk, "numbers": numbers}, "Dealing a hand", back=drill.address)


# --- Dealt by workers ---


def _deal_questions(arguments: Arguments, report: Reporter) -> None:
    pool = DrillPool.objects.filter(pk=arguments["pool"]).first()
    if pool is not None:
        for number in arguments["numbers"]:
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


def fill_a_pool() -> float | None:
    """Deal questions into the pool that lacks most: in how many seconds to come back; None where no pool lacks any.

    One worker at a time fills pools, for a short while, and stops at once when somebody waits for work.
    """
    now = timezone.now()
    if not _lacking().exists():
        return None
    if work_waits() or analysis_waits():
        return YIELD_SECONDS
    if _lacking().filter(claimed_until__gt=now).exists():
        return OTHER_SECONDS
    pool = _claim_pool(now)
    if pool is None:
        return YIELD_SECONDS
    with suppress(_SomebodyWaits):
        _fill(pool)
    DrillPool.objects.filter(pk=pool.pk).update(claimed_until=None)
    return 0


class _SomebodyWaits(Exception):
    """A visitor needs a worker now; pools can wait."""


def _fill(pool: DrillPool) -> None:
    """Deal the next questions of a pool for a short while. Raises `_SomebodyWaits`."""
    looked = begun = time.monotonic()

    def look() -> None:
        nonlocal looked
        if time.monotonic() - looked > LOOK_SECONDS:
            looked = time.monotonic()
            if work_waits() or analysis_waits():
                raise _SomebodyWaits

    for number in range(pool.tried + 1, READY + 1):
        deal_question(pool=pool, number=number, report=look)
        DrillPool.objects.filter(pk=pool.pk).update(tried=number)
        if time.monotonic() - begun > PIECE_SECONDS:
            return


def _lacking() -> QuerySet[DrillPool]:
    """The pools that are to be filled, those first that lack most; one at which a worker failed comes last."""
    pools = DrillPool.objects.filter(dry=False, tried__lt=READY)
    pools = pools.filter(system__shipped=True, revision=F("system__revision"))
    return pools.order_by(F("claimed_until").asc(nulls_first=True), "tried", "pk")


def _claim_pool(now: datetime) -> DrillPool | None:
    """The pool that lacks most; None where another worker has just claimed it."""
    pool = _lacking().first()
    if pool is None:
        return None
    unclaimed = DrillPool.objects.filter(pk=pool.pk, claimed_until=pool.claimed_until)
    return pool if unclaimed.update(claimed_until=now + LEASE) else None


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


def _remarks(system: SystemRow) -> dict[str, str]:
    return dict.fromkeys(never_drawn(system), "Never comes up when robots bid, so it cannot be drilled.")


register(KIND, _deal_questions)
register_remarks(_remarks)
