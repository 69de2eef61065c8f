"""Contests: two systems play the same boards in the background, until it is clear who is better."""

from random import Random

import pytest
from django.urls import reverse

from bidbase.bidding.boards import Board, mean_and_error
from bidbase.bidding.teams import Tally, play_match
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from editor.prove.contests import work
from editor.prove.contests.models import Contest
from editor.prove.contests.presenters import swings_of, verdict
from editor.prove.contests.services import begin_contest
from editor.prove.contests.work import PlayContest
from editor.store.entries.services import save_entry
from editor.store.systems.selectors import bidder_for
from editor.write.entry.selectors import cells_of

pytestmark = pytest.mark.django_db
BOARDS = 12


@pytest.fixture
def other(small, own, anna) -> SystemRow:
    """Anna's system with a notrump opening that hardly any hand has."""
    row = small.entries.get(prior_bids="", bid="1N")
    return save_entry(system=own, texts={**cells_of(row), "hcp": "25+", "test_hand": ""}, seen=row, by=anna)[0]


@pytest.fixture
def contest(small, other) -> Contest:
    return begin_contest(owner_key="anna", first=small, second=other, boards=BOARDS)


def played(contest: Contest) -> Contest:
    job = PlayContest.of(contest)
    run, _ = runs.ask(job, owner=contest.owner_key)
    while runs.work():
        pass
    run.refresh_from_db()
    assert run.state == Run.State.DONE
    contest.refresh_from_db()
    return contest


def test_a_contest_counts_what_a_match_of_the_engine_counts(contest, small, other):
    numbers = range(contest.seed * 10_000 + 1, contest.seed * 10_000 + 1 + BOARDS)
    boards = [Board.numbered(number) for number in numbers]
    won = [match.imps for match in play_match(bidder_for(small), bidder_for(other), boards)]
    result = played(contest).tally
    assert (result.boards, result.imps) == (BOARDS, sum(won))
    assert (result.mean, result.error) == pytest.approx(mean_and_error(won))
    assert {swing["number"]: swing["imps"] for swing in contest.swings} == {
        number: imps for number, imps in zip(numbers, won, strict=True) if imps
    }
    assert contest.ended_at is not None
    assert not contest.clear


def test_a_swing_shows_where_the_tables_part(contest):
    for swing in swings_of(played(contest)):
        ours, theirs = swing.tables
        assert ours.calls[:1] != theirs.calls[:1]
        assert {ours.north_south, theirs.north_south} == {"Small system", contest.second.title}


def test_a_contest_that_is_cut_off_goes_on_with_the_next_board(contest, monkeypatch):
    monkeypatch.setattr(work, "PIECE_SECONDS", 0)  # one board at a time
    job = PlayContest.of(contest)
    runs.ask(job)
    while not contest.played:  # the sweep after the change takes its turns
        runs.work()
        contest.refresh_from_db()
    assert contest.played < BOARDS
    with monkeypatch.context() as failing:
        failing.setattr(work, "play_match", lambda *_: 1 / 0)
        runs.work()
    assert played(contest).played == BOARDS


def test_equal_teams_are_seldom_told_apart_however_often_one_looks():
    random, alarms = Random(7), 0
    for _ in range(300):
        tally = Tally()
        while tally.boards < 2_000 and not tally.clear:
            tally = tally.with_board(random.choice((-10, -6, -1, 0, 0, 0, 0, 1, 6, 10)))
        alarms += tally.clear
    assert alarms <= 15, "five percent"


def test_a_clear_match_is_stopped_early(contest, monkeypatch):
    monkeypatch.setattr(work, "BOARDS_OF_A_SEED", 10_000)
    random = Random(1)
    Contest.objects.filter(pk=contest.pk).update(boards=5_000)

    class Won:
        imps = property(lambda self: random.choice((0, 1, 5)))

    monkeypatch.setattr(work, "play_match", lambda *_: [Won()])
    monkeypatch.setattr(work, "_swing", lambda match: {"number": 1, "imps": match.imps, "tables": []})
    result = played(contest)
    assert (result.played, result.clear) == (100, True)
    assert verdict(result).startswith("Small system is clearly better")


# --- Pages ---


def test_a_person_begins_reads_and_deletes_a_contest(client, anna, small, own, other):
    client.force_login(anna)
    address = reverse("editor:contests", args=[own.slug])
    begun = client.post(address, {"against": small.slug, "boards": 10})
    found = Contest.objects.get()
    assert begun.url == reverse("editor:contest", args=[own.slug, found.pk])
    assert (found.first_id, found.first_revision, found.second_id, found.boards) == (own.pk, 2, small.pk, 10)
    assert "No board has been played yet." in client.get(begun.url).content.decode()
    played(found)
    page = client.get(begun.url).content.decode()
    assert "10 of 10 boards" in page
    assert "10 of 10 boards" in client.get(address).content.decode()
    client.post(reverse("editor:delete_contest", args=[own.slug, found.pk]))
    assert not Contest.objects.exists()


# what is sent, and what the person is told
REFUSED = [
    ({"against": "our-system", "boards": 10}, "A system does not play against itself as it is."),
    ({"against": "our-system", "revision": 9, "boards": 10}, "has no revision 9. The last one is 2."),
    ({"against": "nothing", "boards": 10}, "Select a valid choice."),
    ({"against": "small", "boards": 9}, "greater than or equal to 10"),
    ({"against": "small", "boards": 5_001}, "less than or equal to 5000"),
]


@pytest.mark.parametrize(("given", "told"), REFUSED)
def test_what_cannot_be_played_is_refused(client, anna, own, other, given, told):
    client.force_login(anna)
    page = client.post(reverse("editor:contests", args=[own.slug]), given)
    assert page.status_code == 400
    assert told in page.content.decode()
    assert not Contest.objects.exists()


def test_an_earlier_revision_may_be_played_against(client, anna, own, other):
    client.force_login(anna)
    client.post(reverse("editor:contests", args=[own.slug]), {"against": own.slug, "revision": 1, "boards": 10})
    found = Contest.objects.get()
    assert (found.first_revision, found.second_revision) == (2, 1)
    assert "revision 2 against" in client.get(reverse("editor:contests", args=[own.slug])).content.decode()


def test_the_contest_of_another_is_not_shown(client, anna, contest, own):
    client.force_login(anna)
    for name, method in (("contest", client.get), ("continue_contest", client.post), ("delete_contest", client.post)):
        assert method(reverse(f"editor:{name}", args=[own.slug, contest.pk])).status_code == 404
