"""Jobs: asked for once, done by one worker at a time, by turns; they end right whatever happens on the way."""

import time
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.utils import timezone

from bidbase_web.jobs import claims, job, services
from bidbase_web.jobs.claims import MAX_ATTEMPTS, UNWATCHED, claim
from bidbase_web.jobs.job import Cancelled, Impossible, Job, JobLine, LongJob, PieceDone, Reporter, StillWorking, know
from bidbase_web.jobs.middleware import JobsMiddleware
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import before, lines_now, result_of
from bidbase_web.jobs.services import TOO_MUCH, TooMuchWork
from tests.site.jobs import AtTable, Counting, InPieces, Watched, kept
from tests.working import do

pytestmark = pytest.mark.django_db

State = Run.State


def age(run: Run, **columns: Any) -> None:
    Run.objects.filter(pk=run.pk).update(**columns)


def state(run: Run) -> str:
    return Run.objects.get(pk=run.pk).state


def ago(seconds: float) -> Any:
    return timezone.now() - timedelta(seconds=seconds)


# --- What a job is ---


@dataclass(frozen=True)
class Place:
    seat: str
    number: int


@dataclass(frozen=True)
class Looking(Job[Place | None]):
    kind: ClassVar[str] = "looking"
    doing: ClassVar[str] = "Looking at {title}"

    place: Place
    cells: dict[str, str] = field(default_factory=dict)
    title: str = field(default="", compare=False)

    def work(self, report: Reporter) -> Place | None:
        return self.place if self.cells else None


def test_rows_keep_what_counts_and_give_it_back(monkeypatch):
    monkeypatch.setitem(job._KINDS, "looking", Looking)
    asked = Looking(Place("S", 3), {"hcp": "12+"}, title="the opening", back="/deal/1/")
    run, _ = services.ask(asked)
    assert run.arguments == {"place": {"seat": "S", "number": 3}, "cells": {"hcp": "12+"}}
    assert run.job == asked, "what is for the page alone does not count"
    assert (asked.heading, run.job.heading) == ("Looking at the opening", "Looking at ")
    with pytest.raises(StillWorking) as working:
        result_of(asked)
    assert working.value.job is asked
    do(asked)
    assert result_of(asked) == Place("S", 3)
    assert result_of(Looking(Place("S", 3), {"hcp": "12+"}, title="another title")) == Place("S", 3)


@pytest.mark.parametrize("arguments", [{}, {"place": 3}, {"place": {"seat": "S"}}])
def test_a_row_from_another_version_of_the_site_says_so(monkeypatch, arguments):
    monkeypatch.setitem(job._KINDS, "looking", Looking)
    run, _ = services.ask(Looking(Place("S", 3)))
    age(run, arguments=arguments)
    services.work()
    run.refresh_from_db()
    assert (run.state, run.why) == (State.FAILED, "The site has changed since this was asked for. Ask for it again.")


# --- Asked for, claimed and ended ---


def test_who_asks_for_the_same_shares_a_row_and_only_the_first_wakes_a_worker(counted):
    (first, wake), (second, wake_again) = services.ask(Counting()), services.ask(Counting())
    assert (first.pk, wake, wake_again) == (second.pk, True, False)
    assert not services.work()
    assert not services.work()
    run, wake = services.ask(Counting())
    assert (run.state, run.result, wake, counted) == (State.DONE, {"number": 1}, False, [1])


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
def test_when_a_worker_is_woken_once_more(state, attempts, seconds, lease_over, woken, why):
    run, _ = services.ask(Counting())
    lease = ago(1 if lease_over else -9) if state == State.WORKING else None
    age(run, state=state, attempts=attempts, updated_at=ago(seconds), claimed_until=lease)
    assert services.ask(Counting())[1] is woken, why
    assert services.ask(Counting())[1] is False, "one is enough"


def test_a_job_that_repeats_is_done_anew(counted, monkeypatch):
    monkeypatch.setattr(Counting, "repeats", True)
    for _ in range(2):
        assert services.ask(Counting())[1]
        services.work()
    assert counted == [1, 1]


def test_one_worker_claims_a_row_and_a_lease_that_ran_out_puts_it_back():
    run, _ = services.ask(Counting())
    assert claim(run.pk) is not None
    assert claim(run.pk) is None, "somebody is at it"
    age(run, claimed_until=ago(1))
    claimed = claim(run.pk)
    assert claimed is not None
    assert claimed.run.attempts == 2


def test_a_worker_that_lost_its_claim_changes_nothing():
    run, _ = services.ask(Counting())
    slow = claim(run.pk)
    age(run, claimed_until=ago(1))
    quick = claim(run.pk)
    slow.piece(PieceDone(None, finished=True), "too late")
    slow.give_up()
    run.refresh_from_db()
    assert (run.state, run.result) == (State.WORKING, None)
    quick.piece(PieceDone(None, finished=True), "in time")
    run.refresh_from_db()
    assert (run.state, run.result) == (State.DONE, "in time")


def test_work_that_fails_is_tried_again_and_given_up_after_the_last_attempt(monkeypatch):
    def fails(self, report):
        raise ValueError("on purpose")

    monkeypatch.setattr(Counting, "work", fails)
    run, _ = services.ask(Counting())
    states = []
    for _ in range(MAX_ATTEMPTS):
        services.work()
        states.append(state(run))
    assert states == [State.WAITING, State.WAITING, State.FAILED]


def test_a_worker_that_dies_again_and_again_is_the_end_of_it(counted):
    run, _ = services.ask(Counting())
    for _ in range(MAX_ATTEMPTS):
        assert claim(run.pk) is not None
        age(run, claimed_until=ago(1))
    assert claim(run.pk) is None
    assert (state(run), counted) == (State.FAILED, [])


def test_progress_is_written_and_the_lease_renewed(monkeypatch):
    monkeypatch.setattr(claims, "REPORT_SECONDS", 0)
    run, _ = services.ask(Counting())
    report = claim(run.pk)
    run.refresh_from_db()
    first = run.claimed_until
    report(tried=100)
    run.refresh_from_db()
    assert run.progress == {"tried": 100}
    assert None not in (first, run.claimed_until)
    assert run.claimed_until > first  # type: ignore[operator]
    report.piece(PieceDone(None, finished=True), None)
    assert state(run) == State.DONE, "the renewed claim counts"


def test_a_cancelled_run_ends_within_a_second(monkeypatch):
    told: list[float] = []

    def endless(self, report):
        assert not told, "it was begun twice"
        begun = time.monotonic()
        services.cancel(run=Run.objects.get())
        while time.monotonic() < begun + 20:
            try:
                report(tried=1)
            except Cancelled:
                told.append(time.monotonic() - begun)
                raise

    monkeypatch.setattr(Counting, "work", endless)
    run, _ = services.ask(Counting())
    services.work()
    services.work()
    run.refresh_from_db()
    assert (run.state, run.result) == (State.CANCELLED, None)
    assert told[0] < 1


def test_a_result_that_nobody_has_asked_for_since_is_forgotten():
    old, _ = services.ask(Counting(1))
    services.work()
    age(old, updated_at=timezone.now() - services.KEPT - timedelta(seconds=1))
    new, _ = services.ask(Counting(2))
    services.stand_still()
    assert [run.pk for run in Run.objects.all()] == [new.pk]


# --- Who is served when ---


def test_the_first_line_is_served_first():
    jobs = [InPieces("a", 1), AtTable(), Counting()]
    runs = [services.ask(InPieces("a", 1)), services.ask(Counting(1), line=JobLine.AHEAD)]
    runs += [services.ask(Counting(2)), services.ask(AtTable())]
    waiting = [run.pk for run, _ in reversed(runs)]
    for _ in range(len(jobs) + 1):
        assert services._turns(timezone.now()) == waiting
        services.work()
        assert state(Run.objects.get(pk=waiting.pop(0))) == State.DONE


def test_visitors_take_turns_in_their_line_however_much_each_has_asked_for(served):
    for number in range(3):
        services.ask(InPieces(f"anna {number}", 2), owner="anna")
    services.work()
    services.ask(InPieces("bert", 2), owner="bert")
    while services.work():
        pass
    assert served[:4] == ["anna 0", "bert", "anna 1", "bert"]
    assert sorted(served) == sorted(["anna 0", "anna 1", "anna 2", "bert"] * 2)


def test_what_somebody_prepared_is_done_first_once_somebody_waits_for_it():
    services.ask(Counting(1), line=JobLine.AHEAD)
    later, _ = services.ask(Counting(2), line=JobLine.AHEAD)
    services.ask(Counting(2), owner="anna", line=JobLine.TABLE)
    later.refresh_from_db()
    assert (later.line, later.owner) == (JobLine.TABLE, "anna")
    assert services._turns(timezone.now())[0] == later.pk


# (what others are at, what waits, the setting: whether it is begun, why)
BESIDE = [
    (Counting(1), Counting(2), 1, False, "one process is free for tables"),
    (Counting(1), AtTable(), 1, True, "whoever waits at a table is served beside it"),
    (AtTable(1), AtTable(2), 1, True, "tables have all processes"),
    (AtTable(1), Counting(2), 1, True, "what tables need does not count"),
    (InPieces("a", 1), InPieces("b", 1), 1, False, "sweeps wait for each other"),
    (InPieces("a", 1), InPieces("b", 1), 2, True, "unless there may be two"),
    (AtTable(1), InPieces("a", 1), 0, False, "no upkeep at all"),
    (AtTable(1), Counting(1), 0, True, "pages are served even then"),
]


@pytest.mark.parametrize(("working", "waiting", "at_once", "begun", "why"), BESIDE)
def test_what_is_done_at_once(settings, working, waiting, at_once, begun, why):
    first, _ = services.ask(working)
    claim(first.pk)
    second, _ = services.ask(waiting)
    settings.LONG_WORK_AT_ONCE = at_once
    services.work()
    assert (state(second) == State.DONE) is begun, why


def test_upkeep_stands_still_while_somebody_waits_at_a_table_but_for_a_piece_now_and_then(served):
    """The other process is at the table's job: the processor is the same for both."""
    upkeep, _ = services.ask(InPieces("a", 9))
    services.work()
    at_table, _ = services.ask(AtTable())
    claim(at_table.pk)
    assert not services.work()
    assert served == ["a"]
    age(upkeep, served_at=ago(20))
    services.work()
    assert served == ["a", "a"]
    services.cancel(run=at_table)
    services.work()
    assert served == ["a", "a", "a"]


def test_a_worker_that_has_claimed_at_the_same_moment_as_another_puts_its_run_back(monkeypatch, served):
    first, _ = services.ask(InPieces("a", 1))
    second, _ = services.ask(InPieces("b", 1))
    turns = services._turns

    def while_another_claims(now):
        found = turns(now)
        claim(first.pk)
        return found

    monkeypatch.setattr(services, "_turns", while_another_claims)
    services.work()
    second.refresh_from_db()
    assert (second.state, second.attempts, served) == (State.WAITING, 0, [])


def test_what_is_prepared_gives_way_to_whoever_waits(monkeypatch):
    """The other process may be about to take it up: only who has waited for a moment counts."""
    monkeypatch.setattr(claims, "REPORT_SECONDS", 0)
    asked: list[Run] = []

    def prepare(self, report):
        report()
        asked.append(services.ask(AtTable())[0])
        report()
        raise AssertionError("it gives way")

    monkeypatch.setattr(Counting, "work", prepare)
    ahead, _ = services.ask(Counting(), line=JobLine.AHEAD)
    services.work()
    ahead.refresh_from_db()
    assert (ahead.state, ahead.attempts, len(asked)) == (State.WAITING, 0, 1)


# --- What nobody waits for any more, and what is too much ---


@pytest.mark.parametrize(
    ("wanted", "line", "seconds", "dropped", "why"),
    [
        (Watched(), None, 1, False, "somebody has looked a moment ago"),
        (Watched(), None, 60, True, "the page is closed"),
        (Counting(), None, 60, False, "it is wanted whoever looks"),
        (Counting(), JobLine.AHEAD, 60, True, "it was to be prepared, and comes too late"),
        (InPieces("a", 1), None, 60, False, "systems are swept whoever looks"),
    ],
)
def test_what_nobody_waits_for_is_dropped(wanted, line, seconds, dropped, why):
    run, _ = services.ask(wanted, line=line)
    age(run, wanted_at=ago(seconds))
    services.stand_still()
    assert (state(run) == State.CANCELLED) is dropped, why
    services.ask(wanted)
    assert state(run) == State.WAITING, "whoever comes back has it begin anew"


def test_work_ends_when_nobody_watches_any_more(monkeypatch):
    monkeypatch.setattr(claims, "REPORT_SECONDS", 0)

    def left(self, report):
        report()
        Run.objects.update(wanted_at=timezone.now() - UNWATCHED - timedelta(seconds=1))
        report()
        raise AssertionError("nobody waits")

    monkeypatch.setattr(Counting, "work", left)
    run, _ = services.ask(Watched())
    services.work()
    assert state(run) == State.CANCELLED


def test_two_pages_of_one_visitor_do_not_end_each_others_work():
    """Each looks once a second, and both are done in the end."""
    runs = [services.ask(Watched(number), owner="me")[0] for number in (1, 2)]
    for number in (1, 2, 1, 2):
        services.ask(Watched(number), owner="me")
    assert [state(run) for run in runs] == [State.WAITING] * 2
    while services.work():
        pass
    assert [state(run) for run in runs] == [State.DONE] * 2


def test_a_page_that_is_not_served_in_time_is_told_so():
    run, _ = services.ask(Watched())
    age(run, asked_at=timezone.now() - services.DEADLINE - timedelta(seconds=1))
    services.stand_still()
    run.refresh_from_db()
    assert (run.state, run.why) == (State.FAILED, TOO_MUCH)


def test_a_line_has_a_bound(monkeypatch):
    monkeypatch.setitem(services.MOST_IN_LINE, JobLine.PAGE, 2)
    for number in (1, 2):
        services.ask(Counting(number))
    with pytest.raises(TooMuchWork, match="too much to do"):
        services.ask(Counting(3))
    assert services.ask(Counting(2))[0].state == State.WAITING, "who waits already may ask again"
    assert services.ask(AtTable())[0].state == State.WAITING, "another line has room"


def test_a_visitor_may_have_only_so_much_upkeep_under_way():
    for number in range(services.MOST_OF_A_VISITOR):
        services.ask(InPieces(str(number), 1), owner="anna")
    with pytest.raises(TooMuchWork, match="You have 10 pieces of long work under way"):
        services.ask(InPieces("one more", 1), owner="anna")
    assert services.ask(InPieces("0", 1), owner="anna")[0].state == State.WAITING, (
        "what was asked for may be asked again"
    )
    services.ask(InPieces("another's", 1), owner="bert")


def test_a_page_is_told_its_place_and_the_site_how_long_the_oldest_has_waited():
    first, _ = services.ask(Counting(1))
    second, _ = services.ask(Counting(2))
    services.ask(InPieces("a", 1))
    assert (before(first), before(second)) == (0, 1)
    services.ask(AtTable())
    assert before(second) == 2
    age(first, updated_at=ago(30))
    claim(second.pk)
    now = {state.line: (state.waiting, state.working, state.seconds >= 30) for state in lines_now()}
    assert now == {
        JobLine.TABLE: (1, 0, False),
        JobLine.VERDICT: (0, 0, False),
        JobLine.PAGE: (1, 1, True),
        JobLine.AHEAD: (0, 0, False),
        JobLine.UPKEEP: (1, 0, False),
    }


def test_the_staff_sees_how_the_lines_stand(client, admin_client):
    services.ask(AtTable())
    assert client.get("/work/").status_code == 403
    assert (
        " ".join(admin_client.get("/work/").text.split()).count("at a table, and cannot go on</th><td>1</td><td>0</td>")
        == 1
    )


def test_a_page_that_waits_says_its_place_and_one_for_which_there_is_no_room_why(client, rf, monkeypatch):
    services.ask(Counting(1))
    middleware = JobsMiddleware(lambda request: HttpResponse())

    def answer():
        request = rf.get("/somewhere/")
        request.session, request.user, request.htmx = client.session, AnonymousUser(), None
        return middleware.process_exception(request, StillWorking(Counting(2)))

    assert (answer().status_code, "1 other waits in front of you." in answer().text) == (202, True)
    monkeypatch.setitem(services.MOST_IN_LINE, JobLine.PAGE, 1)
    Run.objects.filter(arguments__deal=2).delete()
    refused = answer()
    assert (refused.status_code, TOO_MUCH in refused.text) == (503, True)
    assert "Counting deal 2" in refused.text


# --- Long jobs ---


def test_long_work_is_done_in_pieces_and_each_is_kept_once():
    run, _ = services.ask(InPieces("a", 3))
    more = [services.work() for _ in range(4)]
    run.refresh_from_db()
    assert more == [True, True, False, False]
    assert (run.state, run.result, run.progress) == (State.DONE, 3, {"done": 3})
    assert kept() == ["a 1", "a 2", "a 3"]


def test_work_of_a_worker_that_died_goes_on_from_the_last_piece(served):
    run, _ = services.ask(InPieces("a", 2))
    services.work()
    claim(run.pk)
    age(run, claimed_until=ago(1))
    services.work()
    assert (state(run), served, kept()) == (State.DONE, ["a", "a"], ["a 1", "a 2"])


def test_a_piece_that_was_cancelled_meanwhile_leaves_nothing():
    run, _ = services.ask(InPieces("a", 2))
    claimed = claim(run.pk)
    services.cancel(run=run)
    assert claimed is not None
    claimed.piece(InPieces("a", 2).piece(None, claimed), 1)
    assert (state(run), kept()) == (State.CANCELLED, [])


def test_work_that_is_impossible_says_why_and_is_not_tried_again(monkeypatch):
    def gone(self, reached, report):
        raise Impossible("The system is gone.")

    monkeypatch.setattr(InPieces, "piece", gone)
    run, _ = services.ask(InPieces("a", 1))
    assert not services.work()
    run.refresh_from_db()
    assert (run.state, run.why, run.attempts) == (State.FAILED, "The system is gone.", 1)


def test_what_was_reached_comes_back_as_it_was(monkeypatch):
    @dataclass(frozen=True)
    class Walking(LongJob[Place, None]):
        kind: ClassVar[str] = "walking"

        def piece(self, reached: Place | None, report: Reporter) -> PieceDone[Place, None]:
            seen.append(reached)
            return PieceDone(Place("N", 1), finished=reached is not None)

    seen: list[Place | None] = []
    know(Walking)
    services.ask(Walking())
    while services.work():
        pass
    assert seen == [None, Place("N", 1)]
