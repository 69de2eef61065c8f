"""A person has the limits of an entry tried, and takes over what gains, in the browser."""

import pytest
from playwright.sync_api import expect

from bidbase.bidding.teams import Tally
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.job import to_json
from bidbase_web.jobs.models import Run
from bidbase_web.jobs.selectors import run_of
from editor.models import SystemRow
from editor.prove.limits import step_trial
from editor.prove.limits.step_trial import StepTrial
from editor.prove.limits.work import TryLimits
from editor.write.entry.selectors import cells_of
from tests.editor.readers import DESKTOP, WITHOUT_SCRIPT, check

GAME = "1N-P/Z00000"  # 3NT with 10 to 15
READERS = [DESKTOP, WITHOUT_SCRIPT]


@pytest.mark.parametrize("options", READERS)
def test_limits_are_tried_while_one_looks_on_and_one_of_them_is_saved(open_page, anna, own, options, monkeypatch):
    monkeypatch.setattr(step_trial, "MOST_ROUNDS", 1)
    page = open_page(anna, **options)
    page.goto(f"/system/our-system/entry/{GAME}/")
    page.get_by_role("link", name="What a point gains").click()
    expect(page.get_by_text("not tried yet")).to_have_count(4)
    page.get_by_role("button", name="Try the limits").click()
    expect(page.get_by_text("The trial waits for its turn.")).to_be_visible()
    while runs.work():
        pass
    expect(page.get_by_text("All limits have been tried.")).to_be_visible()
    expect(page.get_by_text("on 20 deals")).to_have_count(4)
    check(page, options)

    gained = to_json([StepTrial(4, Tally(80, 80, 240))])
    Run.objects.filter(pk=run_of(TryLimits.of(own, GAME)).pk).update(result=gained)
    page.reload()
    page.get_by_role("link", name="Put it into the form").click()
    expect(page.get_by_label("HCP", exact=True)).to_have_value("9-15")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2")).to_be_visible()
    saved = SystemRow.objects.get(pk=own.pk)
    assert cells_of(saved.entries.get(ref=GAME))["hcp"] == "9-15"
