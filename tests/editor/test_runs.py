"""Work in the background: asked for once, claimed by one worker, ended right whatever happens on the way."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from editor.runs import kinds, services
from editor.runs.kinds import Cancelled
from editor.runs.models import Run

pytestmark = pytest.mark.django_db

State = Run.State


@pytest.fixture
def counting(monkeypatch):
    """A kind of work that counts how often it is done."""
    done: list[dict] = []

    def handler(arguments, report):
        done.append(arguments)
        return {"number": len(done)}

    monkeypatch.setitem(kinds._handlers, "counting", handler)
    return done


def ask(owner: str = "", **arguments) -> tuple[Run, bool]:
    return services.ask(kind="counting", arguments=arguments, owner=owner)


def age(run: Run, **columns) -> None:
    Run.objects.filter(pk=run.pk).update(**columns)


def test_who_asks_for_the_same_shares_a_row_and_only_the_first_wakes_a_worker(counting):
    (first, wake), (second, wake_again) = ask(deal=1), ask(deal=1)
    assert (first.pk, wake, wake_again) == (second.pk, True, False)
    services.work(run_id=first.pk)
    services.work(run_id=first.pk)
    run, wake = ask(deal=1)
    assert (run.state, run.result, wake, counting) == (State.DONE, {"number": 1}, False, [{"deal": 1}])


# (state, attempts, seconds since the last sign of life, lease over: woken once more, why)
STANDING = [
    (State.WAITING, 0, 5, False, False, "the worker that was woken may still come"),
    (State.WAITING, 0, 20, False, True, "nothing has happened: the message may be lost"),
    (State.WORKING, 1, 20, False, False, "a worker holds the lease"),
    (State.WORKING, 1, 20, True, True, "its worker has died"),
    (State.FAILED, 3, 5, False, False, "a page that waits for it is told so"),
    (State.FAILED, 3, 20, False, True, "it begins anew for whoever asks again later"),
    (State.CANCELLED, 1, 0, False, True, "it begins anew at once"),
]


@pytest.mark.parametrize(("state", "attempts", "seconds", "lease_over", "woken", "why"), STANDING)
def test_when_a_worker_is_woken_once_more(counting, state, attempts, seconds, lease_over, woken, why):
    run, _ = ask(deal=1)
    now = timezone.now()
    lease = now + timedelta(seconds=-1 if lease_over else 9) if state == State.WORKING else None
    age(run, state=state, attempts=attempts, updated_at=now - timedelta(seconds=seconds), claimed_until=lease)
    assert ask(deal=1)[1] is woken, why
    assert ask(deal=1)[1] is False, "one is enough"


def test_one_worker_claims_a_row_and_a_lease_that_ran_out_puts_it_back(counting):
    run, _ = ask(deal=1)
    assert services.claim(run_id=run.pk) is not None
    assert services.claim(run_id=run.pk) is None, "somebody is at it"
    age(run, claimed_until=timezone.now() - timedelta(seconds=1))
    claimed = services.claim(run_id=run.pk)
    assert claimed is not None
    assert claimed[0].attempts == 2


def test_a_worker_that_lost_its_claim_changes_nothing(counting):
    run, _ = ask(deal=1)
    _, slow = services.claim(run_id=run.pk)
    age(run, claimed_until=timezone.now() - timedelta(seconds=1))
    _, quick = services.claim(run_id=run.pk)
    slow.done("too late")
    slow.give_up()
    run.refresh_from_db()
    assert (run.state, run.result) == (State.WORKING, None)
    quick.done("in time")
    run.refresh_from_db()
    assert (run.state, run.result) == (State.DONE, "in time")


def test_work_that_fails_is_tried_again_and_given_up_after_the_last_attempt(monkeypatch):
    def fails(arguments, report):
        raise ValueError("on purpose")

    monkeypatch.setitem(kinds._handlers, "counting", fails)
    run, _ = ask(deal=1)
    states = []
    for _ in range(services.MAX_ATTEMPTS):
        services.work(run_id=run.pk)
        run.refresh_from_db()
        states.append(run.state)
    assert states == [State.WAITING, State.WAITING, State.FAILED]


def test_a_worker_that_dies_again_and_again_is_the_end_of_it(counting):
    run, _ = ask(deal=1)
    for _ in range(services.MAX_ATTEMPTS):
        assert services.claim(run_id=run.pk) is not None
        age(run, claimed_until=timezone.now() - timedelta(seconds=1))
    assert services.claim(run_id=run.pk) is None
    run.refresh_from_db()
    assert (run.state, counting) == (State.FAILED, [])


def test_progress_is_written_and_the_lease_renewed(counting, monkeypatch):
    monkeypatch.setattr(services, "REPORT_SECONDS", 0)
    run, _ = ask(deal=1)
    _, report = services.claim(run_id=run.pk)
    run.refresh_from_db()
    before = run.claimed_until
    report(tried=100)
    run.refresh_from_db()
    assert run.progress == {"tried": 100}
    assert None not in (before, run.claimed_until)
    assert run.claimed_until > before  # type: ignore[operator]
    report.done(None)
    run.refresh_from_db()
    assert run.state == State.DONE, "the renewed claim counts"


def test_a_cancelled_run_ends_within_a_second(monkeypatch):
    told: list[float] = []

    def endless(arguments, report):
        if told:
            raise AssertionError("it was begun twice")
        begun = time.monotonic()
        services.cancel(run=Run.objects.get())
        while time.monotonic() < begun + 20:
            try:
                report(tried=1)
            except Cancelled:
                told.append(time.monotonic() - begun)
                raise
        return

    monkeypatch.setitem(kinds._handlers, "counting", endless)
    run, _ = ask(deal=1)
    services.work(run_id=run.pk)
    services.work(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.result) == (State.CANCELLED, None)
    assert told[0] < 1


def test_a_visitor_waits_for_one_run_of_a_kind(counting):
    mine, _ = ask(owner="me", deal=1)
    others, _ = ask(owner="you", deal=2)
    ask(owner="me", deal=3)
    states = {run.pk: run.state for run in Run.objects.all()}
    assert (states[mine.pk], states[others.pk]) == (State.CANCELLED, State.WAITING)


def test_a_result_that_nobody_has_asked_for_since_is_forgotten(counting):
    old, _ = ask(deal=1)
    services.work(run_id=old.pk)
    age(old, updated_at=timezone.now() - services.KEPT - timedelta(seconds=1))
    new, _ = ask(deal=2)
    services.work(run_id=new.pk)
    assert [run.pk for run in Run.objects.all()] == [new.pk]
