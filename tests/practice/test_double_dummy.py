"""Double-dummy analysis in the background: asked for once, claimed by one worker at a time, taken up when one dies."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.boards import Board
from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.double_dummy import Analysis, ParContract, analyze
from editor.runs.claims import MAX_ATTEMPTS
from practice.double_dummy import services
from practice.double_dummy.selectors import PATIENCE, analysis_of, double_dummy_of, key_of, par_to_json, tricks_to_json
from practice.double_dummy.services import LEASE, analyze_deal, claim_row, keep, request_analysis
from practice.models import DoubleDummy
from practice.tasks import analyze_deal as task
from tests.conftest import eventually

State = DoubleDummy.State


def position(number: int) -> dict:
    """What is analyzed of the deal with this number."""
    board = Board.numbered(number)
    return {"deal": board.deal, "dealer": board.dealer, "vulnerability": board.vulnerability}


def row() -> DoubleDummy:
    return DoubleDummy.objects.get()


def ask() -> int | None:
    return request_analysis(**position(1))


def move_back(by: timedelta) -> None:
    """Let time pass for the row."""
    found = row()
    found_until = found.claimed_until and found.claimed_until - by
    DoubleDummy.objects.update(updated_at=found.updated_at - by, claimed_until=found_until)


@pytest.fixture
def asked(db):
    """Deal 1 has been asked for."""
    assert ask() == row().pk


def test_a_deal_waits_when_it_is_asked_for(asked):
    assert row().state == State.WAITING
    assert analysis_of(row()) is None


def test_only_the_first_to_ask_wakes_a_worker(asked):
    assert ask() is None
    assert DoubleDummy.objects.count() == 1


def test_a_deal_that_waits_too_long_wakes_a_worker_again_once(asked):
    move_back(PATIENCE + timedelta(seconds=1))
    assert [ask() for _ in range(3)] == [row().pk, None, None]


def test_only_one_worker_claims_a_deal(asked):
    assert claim_row(row=row().pk) is not None
    assert claim_row(row=row().pk) is None
    assert row().attempts == 1


def test_nobody_is_woken_while_a_worker_is_at_it(asked):
    claim_row(row=row().pk)
    move_back(PATIENCE + timedelta(seconds=1))
    assert ask() is None


def test_a_lease_that_runs_out_puts_the_deal_back(asked):
    claim_row(row=row().pk)
    move_back(LEASE + timedelta(seconds=1))
    assert [ask() for _ in range(2)] == [row().pk, None]
    assert claim_row(row=row().pk) is not None
    assert row().attempts == 2


def test_who_lost_the_lease_keeps_nothing(asked):
    analysis = Analysis(((0,) * 5,) * 4, 0, ())
    lost = claim_row(row=row().pk)
    move_back(LEASE + timedelta(seconds=1))
    held = claim_row(row=row().pk)
    assert lost
    assert held
    assert not keep(held=lost, analysis=analysis)
    assert row().state == State.WORKING
    assert keep(held=held, analysis=analysis)
    assert row().state == State.DONE


def test_the_result_is_what_the_engine_finds(asked):
    analyze_deal(row=row().pk)
    assert row().state == State.DONE
    assert analysis_of(row()) == analyze(numbered_deal(1), board_dealer(1), board_vulnerability(1))


def test_a_result_stays(asked):
    analyze_deal(row=row().pk)
    done = row()
    move_back(timedelta(days=400))
    analyze_deal(row=row().pk)
    assert ask() is None
    assert (row().attempts, row().tricks) == (1, done.tricks)


def break_down(*args: object) -> None:
    raise RuntimeError("the solver broke down")


def test_an_analysis_that_fails_is_tried_again_and_given_up_in_the_end(asked, monkeypatch, caplog):
    monkeypatch.setattr(services, "analyze", break_down)
    states = []
    for _ in range(MAX_ATTEMPTS):
        analyze_deal(row=row().pk)
        states.append(row().state)
    assert states == [State.WAITING, State.WAITING, State.FAILED]
    assert "the solver broke down" in caplog.text
    move_back(timedelta(days=1))
    assert ask() is None
    assert claim_row(row=row().pk) is None


def test_an_analysis_that_kills_its_workers_is_given_up(asked, caplog):
    for _ in range(MAX_ATTEMPTS):
        assert claim_row(row=row().pk) is not None
        move_back(LEASE + timedelta(seconds=1))
    assert claim_row(row=row().pk) is None
    assert row().state == State.FAILED
    assert "never ended" in caplog.text


def test_the_same_cards_with_another_dealer_or_vulnerability_are_analyzed_for_themselves(asked):
    """Tricks depend on the cards alone, par on the rest too."""
    other = request_analysis(**position(1) | {"vulnerability": Vulnerability.BOTH})
    first, second = DoubleDummy.objects.order_by("pk")
    assert (first.cards, first.vulnerability, second.vulnerability) == (second.cards, "None", "Both")
    assert second.pk == other


def test_nothing_is_claimed_that_nobody_asked_for(db):
    assert claim_row(row=1) is None
    assert double_dummy_of(**position(1)) is None


contracts = st.builds(Contract, st.integers(1, 7), st.sampled_from(STRAINS), st.integers(0, 2), st.sampled_from(SEATS))
analyses = st.builds(
    Analysis,
    st.tuples(*[st.tuples(*[st.integers(0, 13)] * 5)] * 4),
    st.integers(-7600, 7600),
    st.lists(st.builds(ParContract, contracts, st.integers(0, 13)), max_size=4).map(tuple),
)


@given(analyses)
def test_what_is_stored_is_what_is_read(analysis):
    stored = DoubleDummy(state=State.DONE, tricks=tricks_to_json(analysis), par=par_to_json(analysis))
    assert analysis_of(stored) == analysis


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_the_analysis(worker):
    task.delay_on_commit(request_analysis(**position(2)))
    eventually(lambda: double_dummy_of(**position(2)).state == State.DONE)
    analysis = analysis_of(double_dummy_of(**position(2)))
    assert analysis == analyze(numbered_deal(2), board_dealer(2), board_vulnerability(2))


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_up_what_a_killed_one_left(worker):
    left = DoubleDummy.objects.create(
        **key_of(**position(3)),
        state=State.WORKING,
        attempts=1,
        claimed_until=timezone.now() - timedelta(seconds=1),
    )
    task.delay_on_commit(left.pk)
    eventually(lambda: row().state == State.DONE)
    assert row().attempts == 2


def test_the_web_process_never_loads_the_solver():
    program = (
        "import sys, django; django.setup();"
        "from django.urls import get_resolver; get_resolver().url_patterns;"
        "import practice.tasks;"
        "print('practice.review.views' in sys.modules, 'endplay' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False"]
