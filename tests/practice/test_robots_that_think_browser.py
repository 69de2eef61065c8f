"""Robots that think, in real browsers: asked for in the settings, in a set and in Ask, and heard of from a worker."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from bidbase_web.jobs.models import Run
from editor.store.systems.loading import load_shipped_system
from practice.boards.models import THOUGHT
from practice.boards.robots import RollingOut
from practice.models import BoardSet, StudentBoard
from tests.practice.conftest import SMALL
from tests.practice.test_table_browser import expect_calls

DESK = {"viewport": {"width": 1280, "height": 900}}
PARTNER_THINKS = 426
"""South opens 1♠ and has no plain entry after 2♠ by North, the student."""


@pytest.fixture(autouse=True)
def patient_robots(monkeypatch):
    """Robots wait for a worker on a busy machine too."""
    monkeypatch.setattr("practice.boards.services.ROBOT_PATIENCE", timedelta(minutes=1))


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without a script"])
def test_partner_thinks_and_the_review_shows_what_about(open_page, script):
    load_shipped_system(name=SMALL.parent / "simulating")
    page: Page = open_page(**DESK, java_script_enabled=script)
    page.goto(f"/settings/?deal={PARTNER_THINKS}")
    page.get_by_label("North").check()
    page.get_by_label("Stay silent").check()
    page.get_by_label("Thinking").check()
    page.get_by_label("I play").select_option("simulating")
    page.get_by_label("The opponents play").select_option("simulating")
    page.get_by_role("button", name="Bid").click()
    page.locator("#call-2S").click()
    calls = "P-1S-P-2S-P-4S-P"
    expect_calls(page, calls)
    board = StudentBoard.objects.get()
    assert (board.robots_think, board.calls, board.sources[-2]) == (True, calls, THOUGHT)
    page.locator("#call-P").click()
    reasons = page.locator("#reasons")
    expect(reasons).to_be_visible()
    page.goto(f"/board/{board.token}/call/5/")
    expect(reasons).to_contain_text("Each call was bid on to the end by the book")
    expect(reasons.get_by_role("row").nth(1)).to_contain_text("4♠")
    page.set_viewport_size({"width": 360, "height": 740})
    if script:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing leaves the screen"
    board.refresh_from_db()
    assert board.finished


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without a script"])
def test_the_robots_of_a_set_think_if_its_owner_says_so(open_page, script):
    load_shipped_system(name=SMALL.parent / "simulating")
    teacher: Page = open_page(**DESK, java_script_enabled=script)
    teacher.goto("/sets/new/")
    teacher.get_by_label("Title").fill("Club night")
    teacher.get_by_label("Deals by number").fill(str(PARTNER_THINKS))
    teacher.get_by_label("North").check()
    teacher.get_by_label("System of the students").select_option("Simulating system")
    teacher.get_by_label("System of the opponents").select_option("Simulating system")
    teacher.get_by_label("Stay silent").check()
    teacher.get_by_label("Thinking").check()
    teacher.get_by_role("button", name="Make the set").click()
    link = teacher.get_by_label("Link for those who bid").input_value()
    assert BoardSet.objects.get().robots_think

    student: Page = open_page(**DESK, java_script_enabled=script)
    student.goto(link)
    expect(student.get_by_text("robots think")).to_be_visible()
    student.get_by_label("Your name in this set").fill("Ann")
    student.get_by_role("button", name="Take part").click()
    student.get_by_role("link", name="Bid board 1").click()
    student.locator("#call-2S").click()
    expect_calls(student, "P-1S-P-2S-P-4S-P")
    board = StudentBoard.objects.get()
    assert (board.robots_think, board.calls, board.sources[-2]) == (True, "P-1S-P-2S-P-4S-P", THOUGHT)


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without a script"])
def test_ask_shows_what_a_robot_that_thinks_would_bid(open_page, script):
    load_shipped_system(name=SMALL.parent / "simulating")
    page: Page = open_page(viewport={"width": 360, "height": 740}, java_script_enabled=script)
    page.goto("/ask/")
    page.get_by_label("Hand", exact=True).fill("KJ5432.J.5.AKJT6")
    page.get_by_label("Auction", exact=True).fill("1S-P-2S-P")
    page.get_by_label("System", exact=True).select_option("Simulating system")
    page.get_by_role("button", name="Ask").click()  # by the book there is a simulation to wait for, at #answer
    page.get_by_role("link", name="Weigh the calls over many deals").click()
    answer = page.locator("#answer")
    expect(answer.get_by_role("heading", level=2)).to_contain_text("North bids 4♠")
    expect(answer.get_by_role("table", name="The calls, the best first").get_by_role("row").nth(1)).to_contain_text(
        "4♠"
    )
    expect(page.get_by_label("The answer is")).to_have_value("think")
    assert (Run.objects.get(kind=RollingOut.kind).result or {})["chosen"] == "4S"
    if script:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing leaves the screen"
