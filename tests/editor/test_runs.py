"""Work in the background: asked for once, claimed by one worker, ended right whatever happens on the way."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from editor.runs import kinds, services
from editor.runs.claims import MAX_ATTEMPTS
from editor.runs.kinds import Cancelled, Impossible, PieceDone
from editor.runs.models import Run
from editor.runs.services import TooMuchWork

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
    for _ in range(MAX_ATTEMPTS):
        services.work(run_id=run.pk)
        run.refresh_from_db()
        states.append(run.state)
    assert states == [State.WAITING, State.WAITING, State.FAILED]


def test_a_worker_that_dies_again_and_again_is_the_end_of_it(counting):
    run, _ = ask(deal=1)
    for _ in range(MAX_ATTEMPTS):
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


# --- Long work ---


@pytest.fixture
def long_work(monkeypatch):
    """Long work of so many pieces, which notes whose piece was done and leaves a run of another kind for each."""
    served: list[str] = []

    def handler(arguments, reached, report):
        number = (reached or 0) + 1
        served.append(arguments["name"])

        def keep():
            key = f"{arguments['name']} {number}"
            Run.objects.create(kind="kept", key=key, arguments={}, updated_at=timezone.now())

        finished = number == arguments["pieces"]
        return PieceDone(number, {"done": number}, keep, finished=finished, result=number)

    monkeypatch.setitem(kinds._long_handlers, "long", handler)
    return served


def ask_long(name: str, pieces: int, owner: str = "") -> Run:
    return services.ask(kind="long", arguments={"name": name, "pieces": pieces}, owner=owner)[0]


def kept() -> list[str]:
    return sorted(Run.objects.filter(kind="kept").values_list("key", flat=True))


def test_long_work_is_done_in_pieces_and_each_is_kept_once(long_work):
    run = ask_long("a", 3)
    more = [services.go_on() for _ in range(4)]
    run.refresh_from_db()
    assert more == [True, True, False, False]
    assert (run.state, run.result, run.progress) == (State.DONE, 3, {"done": 3})
    assert kept() == ["a 1", "a 2", "a 3"]


def test_visitors_take_turns_however_much_each_has_asked_for(long_work):
    for number in range(3):
        ask_long(f"anna {number}", 2, "anna")
    services.go_on()
    ask_long("bert", 2, "bert")
    while services.go_on():
        pass
    assert long_work[:4] == ["anna 0", "bert", "anna 1", "bert"]
    assert sorted(long_work) == sorted(["anna 0", "anna 1", "anna 2", "bert"] * 2)


def test_while_others_are_at_it_a_worker_leaves_it_to_them(long_work, settings):
    first, second = ask_long("a", 1), ask_long("b", 1)
    services.claim(run_id=first.pk)
    assert not services.go_on()
    assert not long_work
    settings.LONG_WORK_AT_ONCE = 2
    services.go_on()
    second.refresh_from_db()
    assert (second.state, long_work) == (State.DONE, ["b"])


def test_a_worker_that_has_claimed_at_the_same_moment_as_another_puts_its_run_back(long_work, monkeypatch):
    first, second = ask_long("a", 1), ask_long("b", 1)
    turns = services._turns

    def while_another_claims(now):
        services.claim(run_id=first.pk)
        return turns(now)

    monkeypatch.setattr(services, "_turns", while_another_claims)
    assert services.go_on(), "it waits for its turn"
    second.refresh_from_db()
    assert (second.state, second.attempts, long_work) == (State.WAITING, 0, [])


def test_work_of_a_worker_that_died_goes_on_from_the_last_piece(long_work):
    run = ask_long("a", 2)
    services.go_on()
    services.claim(run_id=run.pk)
    age(run, claimed_until=timezone.now() - timedelta(seconds=1))
    services.go_on()
    run.refresh_from_db()
    assert (run.state, long_work, kept()) == (State.DONE, ["a", "a"], ["a 1", "a 2"])


def test_a_piece_that_was_cancelled_or_taken_over_meanwhile_leaves_nothing(long_work):
    run = ask_long("a", 2)
    claimed = services.claim(run_id=run.pk)
    services.cancel(run=run)
    claimed[1].piece(kinds.long_handler_of("long")(run.arguments, None, claimed[1]))
    run.refresh_from_db()
    assert (run.state, kept()) == (State.CANCELLED, [])


def test_work_that_is_impossible_says_why_and_is_not_tried_again(monkeypatch):
    def handler(arguments, reached, report):
        raise Impossible("The system is gone.")

    monkeypatch.setitem(kinds._long_handlers, "long", handler)
    run = ask_long("a", 1)
    assert not services.go_on()
    run.refresh_from_db()
    assert (run.state, run.why, run.attempts) == (State.FAILED, "The system is gone.", 1)


def test_a_visitor_may_have_only_so_much_under_way(long_work):
    for number in range(services.MAX_LONG):
        ask_long(str(number), 1, "anna")
    with pytest.raises(TooMuchWork, match="You have 10 pieces of long work under way"):
        ask_long("one more", 1, "anna")
    assert ask_long("0", 1, "anna").state == State.WAITING, "what was asked for already may be asked for again"
    ask_long("another's", 1, "bert")
