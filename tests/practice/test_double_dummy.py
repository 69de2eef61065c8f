"""Double-dummy analysis in the background: asked for once, and kept for good."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.boards import Board
from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Vulnerability
from bidbase.game.double_dummy import Analysis, ParContract, analyze
from bidbase_web.jobs.job import JobLine
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.pages import ask_for
from bidbase_web.jobs.services import PATIENCE
from practice.double_dummy.selectors import (
    Position,
    analyses_of,
    analysis_in,
    analysis_of,
    key_of,
    par_to_json,
    tricks_to_json,
)
from practice.double_dummy.work import AnalyzeDeal, have_analyzed
from practice.models import DoubleDummy
from tests.conftest import eventually
from tests.working import do, do_all_work


def position(number: int) -> Position:
    """What is analyzed of the deal with this number."""
    board = Board.numbered(number)
    return board.deal, board.dealer, board.vulnerability


def test_the_result_is_what_the_engine_finds(db):
    assert analysis_of(*position(1)) is None
    do(AnalyzeDeal.of(*position(1)))
    assert analysis_of(*position(1)) == analyze(*position(1))


def test_each_deal_is_asked_for_once_however_many_look(db, django_assert_num_queries):
    have_analyzed([position(1), position(2), position(1)])
    assert Run.objects.count() == 2
    with django_assert_num_queries(1):
        have_analyzed([position(1), position(2)])
    do_all_work()
    have_analyzed([position(1), position(3)])
    assert [run.arguments for run in Run.objects.exclude(state=Run.State.DONE)] == [key_of(*position(3))]


def test_a_deal_for_which_nothing_happens_is_asked_for_again(db):
    have_analyzed([position(1)])
    Run.objects.update(updated_at=timezone.now() - PATIENCE - timedelta(seconds=1))
    have_analyzed([position(1)])
    assert Run.objects.get().updated_at > timezone.now() - PATIENCE


def test_work_that_is_done_twice_is_kept_once(db):
    for _ in range(2):
        AnalyzeDeal.of(*position(1)).work(lambda **_: None)
    assert DoubleDummy.objects.count() == 1


def test_the_same_cards_with_another_dealer_or_vulnerability_are_analyzed_for_themselves(db):
    """Tricks depend on the cards alone, par on the rest too."""
    deal, dealer, _ = position(1)
    other = deal, dealer, Vulnerability.BOTH
    have_analyzed([position(1), other])
    do_all_work()
    found = analyses_of([position(1), other])
    assert found[position(1)].tricks == found[other].tricks
    assert found[position(1)].par_score != found[other].par_score


contracts = st.builds(Contract, st.integers(1, 7), st.sampled_from(STRAINS), st.integers(0, 2), st.sampled_from(SEATS))
analyses = st.builds(
    Analysis,
    st.tuples(*[st.tuples(*[st.integers(0, 13)] * 5)] * 4),
    st.integers(-7600, 7600),
    st.lists(st.builds(ParContract, contracts, st.integers(0, 13)), max_size=4).map(tuple),
)


@given(analyses)
def test_what_is_stored_is_what_is_read(analysis):
    assert analysis_in(DoubleDummy(tricks=tricks_to_json(analysis), par=par_to_json(analysis))) == analysis


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_the_analysis(worker):
    with transaction.atomic():
        ask_for(AnalyzeDeal.of(*position(2)), line=JobLine.PAGE)  # as an open review does
    eventually(lambda: analysis_of(*position(2)) is not None)
    assert analysis_of(*position(2)) == analyze(*position(2))


def test_the_web_process_never_loads_the_solver():
    program = (
        "import sys, django; django.setup();"
        "from django.urls import get_resolver; get_resolver().url_patterns;"
        "import practice.tasks;"
        "print('practice.review.views' in sys.modules, 'endplay' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False"]
