"""A drill in a real browser: by mouse, by keyboard, on a phone without a script; and the rows that it leaves."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from practice.boards.models import Verdict
from practice.models import StudentBoard
from tests.practice.test_table_browser import PHONE, expect_calls

DESK = {"viewport": {"width": 1280, "height": 900}}
NARROW = {**PHONE, "viewport": {"width": 360, "height": 780}}
ANSWERS = "system=small&convention=Jacoby+transfer&role=answer"


def assert_saved(calls: str, *made: tuple[int, str, Verdict]) -> None:
    board = StudentBoard.objects.get(drill=ANSWERS, deal_number=1)
    assert (board.calls, board.given, board.seat) == (calls, 6, "S")
    assert [(row.index, row.call, row.verdict) for row in board.student_calls.all()] == list(made)


def choose_transfers(page: Page) -> None:
    page.goto("/drill/")
    page.get_by_label("Jacoby transfer").check()
    page.get_by_label("I answer partner").check()
    page.get_by_role("button", name="Practice these").click()
    expect_calls(page, "P-P-1N-P-2D-P")


def test_a_drill_by_mouse(open_page):
    page = open_page(**DESK)
    choose_transfers(page)
    expect(page).to_have_url(re.compile(rf"/drill/deal/1/\?{re.escape(ANSWERS)}$"))
    expect(page.locator("#drill-score")).to_have_text("Your first deal")
    page.locator("#call-3H").click()
    expect_calls(page, "P-P-1N-P-2D-P-3H-P-P-P")
    expect(page.locator("#drill-score")).to_have_text("0 of 1 right")
    assert_saved("P-P-1N-P-2D-P-3H-P-P-P", (6, "3H", Verdict.DIFFERS))
    page.get_by_role("link", name="Next deal").click()
    expect(page).to_have_url(re.compile(r"/drill/deal/(?!1/)\d+/"))
    expect(page.locator("#drill-score")).to_have_text("0 of 1 right")
    page.get_by_role("link", name="Drill: Jacoby transfer").click()
    expect(page.get_by_role("link", name="Go on with deal")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Jacoby transfer")).to_be_checked()


def test_a_drill_by_keyboard(open_page):
    page = open_page(**DESK)
    page.goto("/drill/")
    page.get_by_label("Jacoby transfer").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("I answer partner")).to_be_checked()
    page.keyboard.press("Enter")
    expect_calls(page, "P-P-1N-P-2D-P")
    page.keyboard.press("2")
    page.keyboard.press("h")
    expect_calls(page, "P-P-1N-P-2D-P-2H-P-P-P")
    expect(page).to_have_url(re.compile("/board/"))
    expect(page.locator("#drill-score")).to_have_text("1 of 1 right")
    assert_saved("P-P-1N-P-2D-P-2H-P-P-P", (6, "2H", Verdict.AGREES))
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(r"/drill/deal/(?!1/)\d+/"))


def test_a_drill_on_a_phone_without_a_script(open_page):
    page = open_page(**NARROW, java_script_enabled=False)
    choose_transfers(page)
    page.locator("#call-2H").click()
    expect_calls(page, "P-P-1N-P-2D-P-2H-P-P-P")
    expect(page.locator("#drill-score")).to_have_text("1 of 1 right")
    assert_saved("P-P-1N-P-2D-P-2H-P-P-P", (6, "2H", Verdict.AGREES))


ADDRESSES = {
    "choice": "/drill/",
    "chosen": f"/drill/?{ANSWERS}",
    "refused": "/drill/next/",
    "nothing": f"/drill/next/?{ANSWERS}&after=999999998",
    "table": f"/drill/deal/1/?{ANSWERS}",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ADDRESSES)
def test_everybody_can_use_it(open_page, name, theme):
    page = open_page(**DESK, color_scheme=theme)
    page.goto(ADDRESSES[name])
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", ADDRESSES)
def test_nothing_is_wider_than_a_narrow_phone(open_page, name):
    page = open_page(**NARROW)
    page.goto(ADDRESSES[name])
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    header = page.locator(".site-header").bounding_box()
    assert header["height"] < 60, "the way round the site stands on one line"


def test_the_button_that_begins_is_always_in_reach(open_page):
    page = open_page(viewport={"width": 360, "height": 360})
    page.goto("/drill/")
    button = page.get_by_role("button", name="Practice these")
    expect(button).to_be_in_viewport(ratio=1)
    page.get_by_label("I answer partner").focus()
    expect(button).to_be_in_viewport(ratio=1)
