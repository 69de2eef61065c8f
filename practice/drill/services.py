"""The questions of drills: asked for by pages, dealt by workers into pools, and begun as boards.

A worker can be killed at any moment: what it has dealt is kept, and the next one deals the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Count, F, Q
from django.utils import timezone

from bidbase.bidding.questions import Question, Report
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, Vulnerability
from editor.selectors import SystemRow, bidder_for, bidder_of_key, shipped_systems
from editor.work import Arguments, Reporter, StillWorking, prepare, register, register_remarks, result_of
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.services import begin
from practice.drill.choices import choices
from practice.drill.definition import Drill, strand_of
from practice.drill.models import DrillPool, DrillQuestion
from practice.drill.selectors import never_drawn, pools_of, question_in
from practice.drill.work import deal

KIND = "drill questions"
READY = 5  # questions that a pool has before anybody asks
AHEAD = 4  # questions that are dealt while the student bids
PIECE_SECONDS = 2.0  # spent on filling a pool; then other work has its turn
LEASE = timedelta(minutes=1)  # a worker is at a pool for some seconds
CLAIMS = 5  # tried in a row, where other workers claim pools at the same time


def begin_drill_board(*, owner: str, drill: Drill, number: int, question: DrillQuestion) -> StudentBoard:
    """A new board for the question with this number in a drill, bid as far as the question is put."""
    dealer, vulnerability = Seat.parse(question.dealer), Vulnerability.parse(question.vulnerability)
    auction = Auction.parse(question.calls, dealer, vulnerability)
    board = StudentBoard(
        owner_key=owner,
        deal_number=number,
        cards=question.cards,
        cards_dealer=question.dealer,
        cards_vulnerability=question.vulnerability,
        drill=drill.query,
        given=len(auction.calls),
    )
    return begin(board, Preferences(drill.system, drill.system, question.seat), auction, question.sources)


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
    question = deal(bidder_of_key(pool.system_id, pool.revision), pool.subject, pool.chair, number, report)
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


def fill_a_pool() -> bool:
    """Deal questions into the pool that lacks most, for a short while; False where no pool lacks any.

    One that cannot be filled stays claimed for a while, and keeps no other waiting.
    """
    pool = _claim_pool()
    if pool is None:
        return False
    ends = time.monotonic() + PIECE_SECONDS
    for number in range(1, READY + 1):
        if not deal_question(pool=pool, number=number):
            return True
        if time.monotonic() > ends:
            break
    DrillPool.objects.filter(pk=pool.pk).update(claimed_until=None)
    return True


def _claim_pool() -> DrillPool | None:
    now = timezone.now()
    lacking = (
        DrillPool.objects.filter(Q(claimed_until=None) | Q(claimed_until__lt=now), dry=False)
        .filter(system__shipped=True, revision=F("system__revision"))
        .annotate(dealt=Count("questions", filter=Q(questions__number__lte=READY)))
        .filter(dealt__lt=READY)
        .order_by("dealt", "pk")
    )
    for pool in lacking[:CLAIMS]:
        unclaimed = DrillPool.objects.filter(pk=pool.pk, claimed_until=pool.claimed_until)
        if unclaimed.update(claimed_until=now + LEASE):
            return pool
    return None


def _remarks(system: SystemRow) -> dict[str, str]:
    return dict.fromkeys(never_drawn(system), "Never comes up when robots bid, so it cannot be drilled.")


register(KIND, _deal_questions)
register_remarks(_remarks)
