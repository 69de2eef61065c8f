"""A robot that thinks, in a real browser: it is asked for in the settings, bids when a worker is done, and explains."""

import pytest
from playwright.sync_api import Page, expect

from editor.systems.loading import load_shipped_system
from practice.boards.models import THOUGHT
from practice.models import StudentBoard
from tests.practice.conftest import SMALL
from tests.practice.test_table_browser import expect_calls

DESK = {"viewport": {"width": 1280, "height": 900}}
PARTNER_THINKS = 269
"""South opens 1♠ and has no plain entry after 2♠ by North, the student."""


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
    calls = "P-P-1S-P"
    for call in ("P", "2S"):
        page.locator(f"#call-{call}").click()
        expect_calls(page, calls)
        calls = "P-P-1S-P-2S-P-4S-P"
    board = StudentBoard.objects.get()
    assert (board.robots_think, board.calls, board.sources[-2]) == (True, calls, THOUGHT)
    page.locator("#call-P").click()
    reasons = page.locator("#reasons")
    expect(reasons).to_be_visible()
    page.goto(f"/board/{board.token}/call/6/")
    expect(reasons).to_contain_text("Each call was bid on to the end by the book")
    expect(reasons.get_by_role("row").nth(1)).to_contain_text("4♠")
    page.set_viewport_size({"width": 360, "height": 740})
    if script:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing leaves the screen"
    board.refresh_from_db()
    assert board.finished
