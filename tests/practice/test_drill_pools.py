"""The pools of questions: what is dealt, when, and by whom."""

import re
from html import unescape

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from bidbase.game.auction import Auction
from editor.runs.models import Run
from editor.selectors import bidder_for
from editor.work import StillWorking, prepare
from practice.drill import services
from practice.drill.services import READY, deal_question, fill_a_pool, make_all_pools
from practice.drill.work import deal
from practice.models import DrillPool, DrillQuestion, StudentBoard, SystemAuctions
from practice.tasks import make_pools
from tests.conftest import eventually
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
            if fill_a_pool() is None:
                break
        except KeyboardInterrupt:
            DrillPool.objects.update(claimed_until=None)  # the lease runs out
            make_all_pools()
    for pool in DrillPool.objects.all():
        assert pool.dry or [question.number for question in pool.questions.all()] == [*range(1, READY + 1)], pool
    assert DrillPool.objects.filter(dry=False).count() >= 4


def test_one_worker_at_a_time_fills_pools_and_the_other_comes_back(small):
    make_all_pools()
    pool = services._claim_pool(timezone.now())
    assert pool
    assert fill_a_pool() == services.OTHER_SECONDS
    assert not DrillQuestion.objects.exists()
    DrillPool.objects.filter(pk=pool.pk).update(claimed_until=timezone.now())  # its worker was killed
    assert fill_a_pool() == 0
    assert DrillPool.objects.filter(tried__gt=0).exists()


def test_pools_wait_while_somebody_waits_for_a_worker(small):
    make_all_pools()
    prepare(StillWorking("something", {}, "Waiting"))
    assert fill_a_pool() == services.YIELD_SECONDS
    assert not DrillQuestion.objects.exists()
    Run.objects.update(state=Run.State.WORKING)
    assert fill_a_pool() == 0
    assert DrillPool.objects.filter(tried__gt=0).exists()


def test_a_piece_of_filling_ends_when_somebody_begins_to_wait(small, monkeypatch):
    make_all_pools()
    monkeypatch.setattr(services, "LOOK_SECONDS", 0)

    def asked_meanwhile(dealer, subject, chair, number, report):
        prepare(StillWorking("something", {}, "Waiting"))
        report()
        raise AssertionError("the report ends the work")

    monkeypatch.setattr(services, "deal", asked_meanwhile)
    assert fill_a_pool() == 0
    assert not DrillPool.objects.exclude(claimed_until=None).exists()
    assert fill_a_pool() == services.YIELD_SECONDS


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


@pytest.mark.django_db(transaction=True)
def test_a_worker_fills_the_pools_by_itself(worker, small):
    make_pools.delay()
    full = DrillPool.objects.annotate(dealt=Count("questions")).filter(dealt=READY, claimed_until=None)
    eventually(lambda: full.count() + DrillPool.objects.filter(dry=True).count() == 6)
    assert full.count() >= 4


@pytest.mark.django_db(transaction=True)
def test_pages_wait_no_longer_while_pools_are_filled(worker, small):
    """The worker of the tests does one thing at a time: between two pieces of filling it deals what a page asks for."""
    make_pools.delay()
    impatient = Client()
    eventually(lambda: impatient.get("/drill/next/?system=small&section=1N-P&role=make").status_code == 302)
    assert StudentBoard.objects.count() == 0
