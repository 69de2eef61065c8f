"""The limits of an entry: tried in the background, shown with what they gain, and put into its form."""

import pytest
from django.urls import reverse

from bidbase.bidding.teams import Tally
from bidbase.limits.drawn import DrawnTrials
from bidbase.limits.steps import steps_of
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.job import to_json
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import run_of
from editor.models import SystemRow
from editor.prove.limits import step_trial, work
from editor.prove.limits.presenters import limits_of_fields
from editor.prove.limits.step_trial import StepTrial
from editor.prove.limits.work import TryLimits, trials_of
from editor.store.entries.hand_trial import trial_of
from editor.store.systems.selectors import bidder_for

pytestmark = pytest.mark.django_db
GAME = "1N-P/Z00000"  # 3NT with 10 to 15
NO_TEST_HAND = "opening/700000"


@pytest.fixture
def briefly(monkeypatch) -> None:
    """Each step is tried in one round."""
    monkeypatch.setattr(step_trial, "MOST_ROUNDS", 1)


def tried(system: SystemRow, ref: str) -> Run:
    job = TryLimits.of(system, ref)
    run, _ = runs.ask(job, owner="anna")
    while runs.work():
        pass
    run.refresh_from_db()
    return run


def test_the_limits_gain_what_the_engine_finds(small, briefly):
    run, bidder = tried(small, GAME), bidder_for(small)
    entry = bidder.system.by_id[GAME]
    trial = trial_of(bidder, entry)
    assert run.state == Run.State.DONE
    assert run.progress == {"done": 800, "total": 800}
    swings = [DrawnTrials(bidder, trial.place.auction).swings(step, 0) for step in steps_of(entry)]
    assert [(one.tally.boards, one.tally.imps) for one in trials_of(run)] == [(len(of), sum(of)) for of in swings]


def test_a_trial_that_is_cut_off_goes_on_with_the_next_round(small, briefly, monkeypatch):
    monkeypatch.setattr(work, "PIECE_SECONDS", 0)  # one round at a time
    job = TryLimits.of(small, GAME)
    runs.ask(job)
    runs.work()
    first = trials_of(run_of(TryLimits.of(small, GAME)))
    assert len(first) == 1
    with monkeypatch.context() as failing:
        failing.setattr(work, "DrawnTrials", lambda *_: 1 / 0)
        runs.work()
    done = trials_of(tried(small, GAME))
    assert (len(done), done[0]) == (4, first[0])


def test_an_entry_without_a_place_to_try_it_says_so(small):
    run = tried(small, NO_TEST_HAND)
    assert run.state == Run.State.FAILED
    assert run.why == "Its limits can be tried only where its test hand comes out."


# how often and by how much the deals were won, and what becomes of the step
ENDS = [
    ([2] * 59, False, False, "too few deals to be sure"),
    ([2] * 60, True, True, "clear"),
    ([-2] * 60, True, True, "clear the other way"),
    ([5, -5] * 40, False, False, "not clear yet"),
    ([5, -5] * 100, False, True, "not clear after all deals"),
]


@pytest.mark.parametrize(("swings", "clear", "ended", "why"), ENDS)
def test_a_step_is_tried_until_it_is_clear(swings, clear, ended, why):
    trial = StepTrial().with_round(swings)
    assert (trial.clear, trial.ended) == (clear, ended), why


def test_a_step_to_which_no_hand_comes_ends_too():
    trial = StepTrial()
    while not trial.ended:
        trial = trial.with_round([])
    assert trial.rounds == step_trial.MOST_ROUNDS


def test_what_is_shown_of_the_steps(small):
    entry = bidder_for(small).system.by_id[GAME]
    trials = [
        StepTrial(4, Tally(80, 80, 240)),
        StepTrial(4, Tally(80, -80, 240)),
        StepTrial(10, Tally(200, 10, 2000)),
    ]
    (field,) = limits_of_fields(entry, trials)
    assert (field.label, field.says) == ("HCP", "10 to 15 HCP")
    shown = [(step.becomes, step.verdict, step.gain, step.deals, step.gains) for step in field.steps]
    assert shown == [
        ("9 to 15 HCP", "gains", "+1.00 ± 0.16", 80, True),
        ("11 to 15 HCP", "loses", "−1.00 ± 0.16", 80, False),
        ("10 to 16 HCP", "no clear difference", "+0.05 ± 0.22", 200, False),
        ("10 to 14 HCP", "not tried yet", "", 0, False),
    ]


# --- Pages ---


def page_of(client, system: SystemRow, ref: str = GAME):
    return client.get(reverse("editor:limits", args=[system.slug, ref]))


def test_a_guest_has_the_limits_tried(client, small, briefly):
    address = reverse("editor:limits", args=[small.slug, GAME])
    assert "not tried yet" in page_of(client, small).content.decode()
    assert client.post(address).url == address
    assert "The trial waits for its turn." in page_of(client, small).content.decode()
    tried(small, GAME)
    page = page_of(client, small).content.decode()
    assert "All limits have been tried." in page
    assert "not tried yet" not in page


def test_an_entry_that_is_not_there_is_not_found(client, small):
    assert page_of(client, small, "1N-P/999999").status_code == 404


def test_what_gains_is_put_into_the_form_of_the_entry(writer, own):
    run, _ = runs.ask(TryLimits.of(own, GAME))
    trials = to_json([StepTrial(4, Tally(80, 80, 240))])
    Run.objects.filter(pk=run.pk).update(state=Run.State.DONE, result=trials)
    page = page_of(writer, own).content.decode()
    link = f"{reverse('editor:write', args=[own.slug, GAME])}?field=hcp&amp;cell=9-15"
    assert link in page
    form = writer.get(link.replace("&amp;", "&")).content.decode()
    assert 'value="9-15"' in form
    assert own.entries.get(ref=GAME).hcp == "10-15", "nothing is saved yet"


def test_a_field_that_does_not_exist_is_not_put_into_the_form(writer, own):
    page = writer.get(reverse("editor:write", args=[own.slug, GAME]), {"field": "seen", "cell": "1"})
    assert page.status_code == 200
    assert 'value="10-15"' in page.content.decode()
