"""Jobs: asked for once, done by one worker at a time, by turns; they end right whatever happens on the way."""

import json
import time
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from django.utils import timezone
from django.utils.safestring import mark_safe

from bidbase.game.auction import Call
from bidbase.game.cards import Seat
from bidbase_web.jobs import claims, job, services
from bidbase_web.jobs.claims import MAX_ATTEMPTS, claim
from bidbase_web.jobs.job import (
    Cancelled,
    Impossible,
    Job,
    LongJob,
    PieceDone,
    Reporter,
    StillWorking,
    know,
    of_json,
    to_json,
)
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import result_of
from tests.site.jobs import Counting, InPieces, kept
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


def test_a_result_from_another_version_of_the_site_is_worked_out_anew(monkeypatch):
    monkeypatch.setitem(job._KINDS, "looking", Looking)
    asked = Looking(Place("S", 3), {"hcp": "12+"})
    do(asked)
    Run.objects.update(result=["S", 3])
    with pytest.raises(StillWorking):
        result_of(asked)
    do(asked)
    assert result_of(asked) == Place("S", 3)


def test_what_was_reached_in_another_version_of_the_site_is_begun_anew():
    run, _ = services.ask(InPieces("anna", 2))
    age(run, reached={"piece": 1})
    while services.work():
        pass
    run.refresh_from_db()
    assert (run.state, run.result, kept()) == (State.DONE, 2, ["anna 1", "anna 2"])


@pytest.mark.parametrize(
    ("value", "kind", "stored"),
    [
        (Call.parse("1N"), Call, "1N"),
        ({Seat.NORTH: (Call.parse("P"),)}, dict[Seat, tuple[Call, ...]], {"0": ["P"]}),
        (mark_safe("<b>"), str, "<b>"),
        (b"file", bytes, "ZmlsZQ=="),
        (None, Place | None, None),
    ],
)
def test_what_is_kept_as_json_is_read_again(value, kind, stored):
    assert json.loads(json.dumps(to_json(value))) == stored
    assert of_json(stored, kind) == value


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
