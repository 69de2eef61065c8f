"""The pools of questions: what is dealt, when, and by whom."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils import timezone

from bidbase.game.auction import Auction
from bidbase_web.jobs import claims
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.models import Run
from editor.selectors import bidder_for
from practice.drill import services
from practice.drill.drill import MAKE, Drill
from practice.drill.services import READY, DealQuestions, ask_question, deal_question, fill_a_pool, make_all_pools
from practice.drill.work import deal
from practice.learn.services import KeepStock
from practice.learn.tasks import keep_stock
from practice.models import DrillPool, DrillQuestion, SystemAuctions
from tests.practice.drills import (
    assert_honest,
    pool_of,
)
from tests.practice.pages import words


def test_a_pool_has_honest_questions_of_both_kinds(small):
    pool = pool_of(small)
    for number in range(1, 11):
        assert deal_question(pool=pool, number=number)
    questions = list(pool.questions.all())
    for question in questions:
        assert_honest(question, small)
    assert 3 <= sum(question.decoy for question in questions) <= 5
    transfers = {question.expected for question in questions if not question.decoy}
    assert transfers == {"2D", "2H"}
    assert {question.expected for question in questions if question.decoy}.isdisjoint(transfers)


def test_a_question_is_dealt_once(small):
    pool = pool_of(small)
    deal_question(pool=pool, number=1)
    first = pool.questions.get()
    assert deal_question(pool=pool, number=1)
    assert pool.questions.get().pk == first.pk
    with pytest.raises(IntegrityError), transaction.atomic():
        DrillQuestion.objects.create(pool=pool, number=1, sources=[], decoy=False)


def test_the_same_number_is_the_same_question_in_another_pool(small):
    first = pool_of(small)
    deal_question(pool=first, number=2)
    kept = first.questions.get()
    first.delete()
    again = pool_of(small)
    deal_question(pool=again, number=2)
    assert again.questions.get().cards == kept.cards


def test_nothing_is_dealt_for_a_system_that_has_changed(small):
    pool = pool_of(small)
    small.revision += 1
    small.save()
    assert not deal_question(pool=pool, number=1)
    assert not pool.questions.exists()
    make_all_pools()
    assert not DrillPool.objects.filter(pk=pool.pk).exists(), "the new revision has pools of its own"


def test_all_pools_are_filled_and_nothing_twice_when_workers_are_killed(small, monkeypatch):
    """A worker is killed after each third question, in the middle of a pool; the next worker goes on."""
    make_all_pools()
    dealt = 0

    def killed(*arguments):
        nonlocal dealt
        dealt += 1
        if dealt % 3 == 0:
            raise KeyboardInterrupt
        return deal(*arguments)

    monkeypatch.setattr(services, "deal", killed)
    while True:
        try:
            if not fill_a_pool(report=lambda: None):
                break
        except KeyboardInterrupt:
            DrillPool.objects.update(claimed_until=None)  # the lease runs out
            make_all_pools()
    for pool in DrillPool.objects.all():
        assert pool.dry or [question.number for question in pool.questions.all()] == [*range(1, READY + 1)], pool
    assert DrillPool.objects.filter(dry=False).count() >= 4


def test_two_workers_fill_two_pools(small):
    make_all_pools()
    taken = services._lacking().first()
    DrillPool.objects.filter(pk=taken.pk).update(claimed_until=timezone.now() + services.LEASE)
    assert fill_a_pool(report=lambda: None)
    assert [pool.pk == taken.pk for pool in DrillPool.objects.filter(tried__gt=0)] == [False]
    DrillPool.objects.filter(pk=taken.pk).update(claimed_until=timezone.now())  # its worker was killed
    while fill_a_pool(report=lambda: None):
        pass
    assert DrillPool.objects.get(pk=taken.pk).tried == READY


def test_filling_gives_way_at_once_to_somebody_who_waits(small, monkeypatch):
    """Stock waits while a page waits for a worker, and what was dealt before is kept."""
    monkeypatch.setattr(claims, "REPORT_SECONDS", 0)
    asked, _ = runs.ask(KeepStock())
    assert runs.work(), "the first piece makes the pools"

    def asked_meanwhile(dealer, subject, chair, number, report):
        if number == 2:
            runs.ask(DealQuestions(pool=0, numbers=(1,)))
            report()
            raise AssertionError("the report ends the work")
        return deal(dealer, subject, chair, number, report)

    monkeypatch.setattr(services, "deal", asked_meanwhile)
    assert runs.work()
    asked.refresh_from_db()
    assert (asked.state, asked.attempts) == (Run.State.WAITING, 0)
    assert [question.number for question in DrillQuestion.objects.all()] == [1]
    assert not DrillPool.objects.exclude(claimed_until=None).exists(), "the next piece goes on with the same pool"
    runs.work()
    assert Run.objects.get(kind=DealQuestions.kind).state == Run.State.DONE, "whoever waits at a table comes first"


@pytest.mark.parametrize(
    ("waited", "ready", "given", "why"),
    [
        (1, [2], None, "a worker may still come"),
        (5, [2, 3], 3, "the hand that would come last"),
        (5, [], None, "there is no other hand"),
    ],
)
def test_who_waits_for_a_hand_gets_another_one(small, waited, ready, given, why):
    drill = Drill(small.slug, ("Jacoby transfer",), MAKE)
    pool = pool_of(small, chair=MAKE)
    for number in ready:
        deal_question(pool=pool, number=number)
    runs.ask(DealQuestions.of(drill, pool, [1]))
    Run.objects.update(asked_at=timezone.now() - timedelta(seconds=waited))
    try:
        found = ask_question(drill=drill, system=small, number=1)
    except StillWorking:
        found = None
    assert (found.number if found else None) == given, why


def test_who_has_had_all_hands_that_are_there_gets_one_again(small):
    drill = Drill(small.slug, ("Jacoby transfer",), MAKE)
    pool = pool_of(small, chair=MAKE)
    for number in (1, 2):
        deal_question(pool=pool, number=number)
    runs.ask(DealQuestions.of(drill, pool, [9]))
    Run.objects.update(asked_at=timezone.now() - timedelta(seconds=5))
    assert ask_question(drill=drill, system=small, number=9).number in (1, 2)


def test_what_robots_reach_is_found_once_for_a_revision(small, monkeypatch):
    found = services._robot_auctions(bidder_for(small), small.pk, small.revision)
    assert "1N-P-2D" in {str(Auction.of(calls)) for calls in found.calls}
    kept = SystemAuctions.objects.get()
    assert (kept.system, kept.revision) == (small, small.revision)
    monkeypatch.setattr(services, "robot_auctions_of", None)  # another process reads them
    assert services._robot_auctions(bidder_for(small), small.pk, small.revision) == found


def test_a_convention_that_never_comes_up_is_told_and_not_offered(guest, small):
    make_all_pools()
    DrillPool.objects.filter(subject="convention Stayman").update(dry=True)
    page = unescape(guest.get("/drill/").content.decode())
    assert 'value="Stayman"' not in page
    assert re.search(r"Stayman <[^>]*>never comes up", page)
    said = words(guest.get("/system/small/conventions/"))
    assert "Never comes up when robots bid, so it cannot be drilled." in said
    said = guest.get("/drill/next/?system=small&convention=Stayman&role=either")
    assert "Stayman: no hand was found" in words(said)


def test_a_worker_that_starts_fills_all_pools(small, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks():
        keep_stock()
    while runs.work():
        pass
    full = DrillPool.objects.annotate(dealt=Count("questions")).filter(dealt=READY, claimed_until=None)
    assert full.count() + DrillPool.objects.filter(dry=True).count() == DrillPool.objects.count()
    assert full.count() >= 4
    assert runs.ask(KeepStock())[1], "the next start looks again"
