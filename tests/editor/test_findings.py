"""Sweeps: what is wrong with a system is found in the background, and only what can have changed is checked again."""

import pytest
from django.test import Client
from django.urls import reverse

from bidbase.checks.boards import FIRST_BOARD, board_by_book
from bidbase.checks.survey import BOARDS
from bidbase.checks.sweep import report_on
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.claims import claim
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from editor.prove.findings import work
from editor.prove.findings.presenters import time_left
from editor.prove.findings.work import Sweep
from editor.store.entries.services import remove_entry
from editor.store.findings.models import SweptSection, SweptSystem
from editor.store.findings.selectors import findings_about, findings_known, findings_of
from editor.store.systems.selectors import bidder_for
from editor.write.entry.selectors import cells_of
from tests.editor.sweeping import changed, found, found_by_check

pytestmark = pytest.mark.django_db


def swept(system: SystemRow) -> SystemRow:
    """The system after a sweep of it as it is."""
    system = SystemRow.objects.get(pk=system.pk)
    job = Sweep.of(system)
    run, _ = runs.ask(job)
    while runs.work():
        pass
    run.refresh_from_db()
    assert run.state == Run.State.DONE
    return system


@pytest.fixture
def checked(monkeypatch) -> list[str]:
    """The sections that are checked from now on."""
    names: list[str] = []

    def noting(survey, section):
        names.append(section)
        return report_on(survey, section)

    monkeypatch.setattr(work, "report_on", noting)
    return names


def test_a_sweep_finds_what_the_check_finds(small):
    assert found(swept(small)) == found_by_check(small)
    assert findings_known(small) == len(found_by_check(small))


def test_a_copy_has_the_findings_of_its_base_and_checks_nothing_again(small, own, checked):
    swept(small)
    checked.clear()
    assert found(swept(own)) == found(small)
    assert checked == []
    assert not SweptSection.objects.filter(system=own).exists()


def test_a_base_that_was_never_swept_is_swept_before(small, own, checked):
    swept(own)
    assert sorted(checked) == sorted(bidder_for(small).system.sections)
    assert SweptSystem.objects.get(system=small).revision == small.revision


def test_after_a_change_only_what_it_can_matter_for_is_checked(small, own, anna, checked):
    swept(own)
    checked.clear()
    entry = small.entries.exclude(prior_bids="").exclude(prior_bids__startswith="@").first()
    new = swept(changed(own, entry.ref, anna, test_hand=""))
    assert checked[0] == entry.prior_bids
    assert set(checked) < set(bidder_for(new).system.sections)
    assert found(new) == found_by_check(new)
    assert found(small) != found(new), "the base stays as it is"
    assert [one.rule for one in findings_about(new, entry.ref, entry.prior_bids)] == ["test-hand-missing"]


def test_a_mended_finding_disappears_and_so_do_those_of_a_section_that_is_removed(small, own, anna):
    entry = small.entries.exclude(prior_bids="").first()
    hand = entry.test_hand
    swept(changed(own, entry.ref, anna, test_hand=""))
    mended = swept(changed(SystemRow.objects.get(pk=own.pk), entry.ref, anna, test_hand=hand))
    assert found(mended) == found_by_check(mended) == found(small)
    for row in mended.entries.filter(prior_bids=entry.prior_bids):
        remove_entry(system=SystemRow.objects.get(pk=own.pk), seen=row, by=anna)
    without = swept(own)
    assert found(without) == found_by_check(without)


def test_a_sweep_whose_worker_fails_goes_on_where_it_was(small, checked, monkeypatch):
    job = Sweep.of(small)
    run, _ = runs.ask(job)
    assert runs.work(), "the first piece plans"
    with monkeypatch.context() as failing:
        failing.setattr(work, "report_on", lambda survey, section: 1 / 0)
        assert runs.work(), "the work waits for another attempt"
    run.refresh_from_db()
    assert (run.state, run.attempts, run.progress["done"]) == (Run.State.WAITING, 1, 0)
    assert found(swept(small)) == found_by_check(small)
    assert len(checked) == len(set(checked))


def test_a_copy_hears_of_its_own_changes_before_its_base_is_swept(small, own, anna):
    entry = small.entries.exclude(prior_bids="").first()
    new = changed(own, entry.ref, anna, test_hand="")
    run, _ = runs.ask(Sweep.of(new))
    for _ in range(2):
        claimed = claim(run.pk)
        assert claimed is not None
        runs.do(claimed)
    assert ("test-hand-missing", entry.prior_bids) in {(rule, section) for rule, section, _ in found(new)}
    assert not SweptSection.objects.exclude(system=new).exists(), "no section of the base has been looked at"
    while runs.work():
        pass
    assert found(new) == found_by_check(new)
    assert found(small) == found_by_check(small)


def test_a_sweep_of_a_system_that_is_deleted_says_so(own):
    job = Sweep.of(own)
    run, _ = runs.ask(job)
    own.delete()
    runs.work()
    run.refresh_from_db()
    assert (run.state, run.why) == (Run.State.FAILED, "The system has been deleted.")


def test_a_change_asks_for_a_sweep_and_those_before_are_cancelled(own, anna, small, django_capture_on_commit_callbacks):
    ref = small.entries.first().ref
    for text in ("first", "second"):
        with django_capture_on_commit_callbacks():
            changed(SystemRow.objects.get(pk=own.pk), ref, anna, notes=text)
    states = {run.arguments["system"]["revision"]: run.state for run in Run.objects.filter(kind="sweep")}
    assert states == {2: Run.State.CANCELLED, 3: Run.State.WAITING}


# --- Boards ---


def test_a_sweep_bids_boards_and_a_finding_has_the_board_that_shows_it(small, bid_anew):
    swept(small)
    assert bid_anew == [*range(BOARDS)]
    force = next(one for one in findings_of(small) if one.rule == "unanswered-force")
    board = board_by_book(bidder_for(small), force.proof.board - FIRST_BOARD)
    assert force.proof.calls == board.calls
    assert any((fault.rule, fault.turn) == (force.rule, force.proof.turn) for fault in board.faults)


# the entry, what is said of it otherwise, and why it matters for boards
EDITS = [
    ("1N-P/Z00000", {"hcp": "30+"}, "a section to which some boards come"),
    ("opening/132000", {"hcp": "16-18"}, "an opening: all boards come to its section"),
    ("opening/500000", {"asks": ""}, "1S does not force any more"),
    ("1N-P/a00000", {"notes": "Ours"}, "nothing is bid otherwise"),
    ("1N-P/a00000", {"bid": "2N"}, "the force is answered on some boards"),
]


def test_after_each_change_boards_are_only_bid_again_and_all_findings_are_those_of_the_check(
    small, own, anna, bid_anew
):
    swept(own)
    assert len(bid_anew) == BOARDS, "the base has bid them, and the copy takes them from it"
    bid_anew.clear()
    for ref, cells, why in EDITS:
        new = swept(changed(SystemRow.objects.get(pk=own.pk), ref, anna, **cells))
        assert found(new) == found_by_check(new), why
    assert bid_anew == []
    assert found(small) == found_by_check(small), "the base stays as it is"


# --- The page ---


@pytest.fixture
def annas(client: Client, anna) -> Client:
    client.force_login(anna)
    return client


def test_the_page_says_how_far_it_is_and_what_was_found(annas, own, small, anna):
    address = reverse("editor:sweep", args=[own.slug])
    shown = annas.get(address).content.decode()
    assert "has not been swept yet" in shown
    assert "only the sections and boards that it can affect are looked at again" in shown
    assert annas.post(reverse("editor:begin_sweep", args=[own.slug])).url == address
    assert "waits for its turn" in annas.get(address).content.decode()
    runs.work()
    assert " checked, 0 findings so far" in annas.get(address).content.decode()
    while runs.work():
        pass
    entry = small.entries.exclude(prior_bids="").first()
    new = swept(changed(own, entry.ref, anna, test_hand=""))
    page = annas.get(address)
    assert page.context["count"] == len(found_by_check(new))
    assert "it has no test hand." in page.content.decode()
    assert annas.get(address, {"rule": "gap"}).context["shown"] == sum(rule == "gap" for rule, *_ in found(new))
    assert annas.get(address, {"text": entry.ref}).context["shown"] >= 1
    assert annas.get(address, {"rule": "none"}).status_code == 400


def test_only_who_has_asked_for_a_sweep_may_cancel_it(annas, small):
    address, job = reverse("editor:sweep", args=[small.slug]), Sweep.of(small)
    run, _ = runs.ask(job)
    assert not Client().get(address).context["may_cancel"], "nobody has asked for it, and this visitor has no key yet"
    runs.cancel(run=run)
    annas.post(reverse("editor:begin_sweep", args=[small.slug]))
    assert annas.get(address).context["may_cancel"]
    assert not Client().get(address).context["may_cancel"]


def test_a_finding_is_accepted_with_a_reason_that_the_entry_says(annas, own, small, anna):
    new = swept(changed(own, "1N-P/Z00000", anna, expected_points="20+"))
    warning = next(one for one in findings_of(new) if one.severity == "warning")
    row = new.entries.get(ref=warning.ref) if warning.ref else new.entries.filter(prior_bids=warning.section).first()
    given = {"rule": warning.rule, "entry": row.pk, "reason": "we like it\nso"}
    annas.post(reverse("editor:accept_finding", args=[own.slug]), given)
    accepted = swept(new)
    saved = accepted.entries.get(ref=row.ref)
    assert f"{warning.rule}: we like it so" in cells_of(saved)["excuses"]
    assert warning not in findings_of(accepted)
    revision = accepted.revisions.first()
    assert (revision.by, revision.why) == (anna, f"Accepted a finding of the rule {warning.rule}: we like it so")


# what is sent, and what the person is told
REFUSED = [
    ({"rule": "test-hand", "reason": "so"}, "The finding is not accepted"),  # an error is never accepted
    ({"rule": "gap", "reason": ""}, "The finding is not accepted"),
    ({"rule": "gap", "reason": "so", "entry": 10**9}, "Somebody has changed the entry"),
]


@pytest.mark.parametrize(("given", "told"), REFUSED)
def test_what_cannot_be_accepted_is_refused(annas, own, small, given, told):
    entry = {"entry": small.entries.first().pk}
    page = annas.post(reverse("editor:accept_finding", args=[own.slug]), {**entry, **given}, follow=True)
    assert told in page.content.decode()
    assert SystemRow.objects.get(pk=own.pk).revision == own.revision


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "about 0 seconds left"),
        (99, "about 99 seconds left"),
        (100, "about 2 minutes left"),
        (851, "about 14 minutes left"),
    ],
)
def test_the_time_left_is_told_in_seconds_or_minutes(seconds, words):
    assert time_left(seconds) == words
