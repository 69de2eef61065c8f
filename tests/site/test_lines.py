"""The lines of jobs: who is served when, what is dropped, and what is too much."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.utils import timezone

from bidbase_web.jobs import claims, services
from bidbase_web.jobs.claims import UNWATCHED, claim
from bidbase_web.jobs.job import JobLine, StillWorking
from bidbase_web.jobs.middleware import JobsMiddleware
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import before, lines_now
from bidbase_web.jobs.services import TOO_MUCH, TooMuchWork
from tests.site.jobs import AtTable, Counting, InPieces, Watched

pytestmark = pytest.mark.django_db

State = Run.State


def age(run: Run, **columns: Any) -> None:
    Run.objects.filter(pk=run.pk).update(**columns)


def state(run: Run) -> str:
    return Run.objects.get(pk=run.pk).state


def ago(seconds: float) -> Any:
    return timezone.now() - timedelta(seconds=seconds)


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
    assert client.get("/jobs/").status_code == 403
    assert (
        " ".join(admin_client.get("/jobs/").text.split()).count("Tables that cannot go on</th><td>1</td><td>0</td>")
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
