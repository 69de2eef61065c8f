"""A robot that has to simulate, in a real browser: the table says that it thinks, and goes on when a worker is done."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from bidbase_web.jobs.models import Run
from editor.store.systems.loading import load_shipped_system
from practice.boards.robots import Weighing
from practice.models import StudentBoard
from tests.practice.conftest import SMALL
from tests.practice.test_table_browser import expect_calls

DESK = {"viewport": {"width": 1280, "height": 900}}
PARTNER_SIMULATES = 708
"""South opens 1♠ and has no entry after 2♠ by North, the student: a simulation finds 4♠."""


@pytest.fixture
def simulating(open_page, monkeypatch):
    """Opens the table of the deal, with the student as North and silent opponents."""
    monkeypatch.setattr("practice.boards.services.ROBOT_PATIENCE", timedelta(minutes=1))  # on a busy machine too
    load_shipped_system(name=SMALL.parent / "simulating")

    def open_table(**options) -> Page:
        page = open_page(**options)
        page.goto(f"/settings/?deal={PARTNER_SIMULATES}")
        page.get_by_label("North").check()
        page.get_by_label("Stay silent").check()
        page.get_by_label("I play").select_option("simulating")
        page.get_by_label("The opponents play").select_option("simulating")
        page.get_by_role("button", name="Bid").click()
        return page

    return open_table


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without a script"])
def test_a_robot_thinks_and_then_bids(simulating, script):
    page = simulating(**DESK, java_script_enabled=script)
    page.locator("#call-P").click()
    expect_calls(page, "P-P-P-1S-P")
    page.locator("#call-2S").click()
    expect(page.locator("#turn")).to_contain_text("South is thinking")
    expect_calls(page, "P-P-P-1S-P-2S-P-4S-P")
    expect(page.locator("#turn")).to_contain_text("Your turn")
    board = StudentBoard.objects.get()
    assert board.calls == "P-P-P-1S-P-2S-P-4S-P"
    assert Run.objects.get(kind=Weighing.kind).state == Run.State.DONE
