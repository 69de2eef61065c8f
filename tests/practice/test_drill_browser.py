"""A drill in a real browser: by mouse, by keyboard, on a phone without a script; and the rows that it leaves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from practice.boards.models import Verdict
from practice.models import DrillQuestion, StudentBoard
from tests.accessible import assert_accessible, await_work
from tests.practice.conftest import PHONE

DESK = {"viewport": {"width": 1280, "height": 900}}
NARROW = {**PHONE, "viewport": {"width": 360, "height": 780}}
MAKES = "system=small&convention=Jacoby+transfer&role=make"
ANSWERS = "system=small&convention=Jacoby+transfer&role=answer"


def question(number: int, query: str = MAKES) -> DrillQuestion:
    """The question that the student has before them."""
    board = StudentBoard.objects.get(drill=query, deal_number=number)
    return DrillQuestion.objects.get(cards=board.cards)


def assert_saved(number: int, call: str, verdict: Verdict, query: str = MAKES) -> None:
    board = StudentBoard.objects.get(drill=query, deal_number=number)
    asked = question(number, query)
    assert board.calls.startswith(asked.calls)
    assert (board.cards, board.seat, board.first_verdict) == (asked.cards, "S", verdict)
    first = board.student_calls.first()
    assert (first.index, first.call, first.expected) == (board.given, call, asked.expected)


def choose_transfers(page: Page, part: str = "I make the call") -> None:
    page.goto("/drill/")
    page.get_by_text("After our notrump").click()
    page.get_by_label("Jacoby transfer").check()
    page.get_by_label(part).check()
    page.get_by_role("button", name="Practice these").click()
    expect(page.locator("#drill-score")).to_have_text("Your first hand")


def call_of(text: str) -> str:
    """The button of a call in the bidding box."""
    return f"#call-{text}"


def test_a_drill_by_mouse_with_decoys(open_page):
    """Five hands: those on which the convention comes up, and two on which it does not."""
    page = open_page(**DESK)
    choose_transfers(page)
    decoys = 0
    for number in range(1, 6):
        expect(page).to_have_url(re.compile(rf"/drill/question/{number}/\?{re.escape(MAKES)}$"))
        expect(page.locator(".drill-line")).not_to_contain_text("Jacoby")
        asked = question(number)
        page.locator(call_of(asked.expected)).click()
        expect(page.locator("#drill-score")).to_have_text(f"{number} of {number} right")
        expect(page.locator(".drill-line")).to_contain_text("Drill: Jacoby transfer, you make the call")
        assert_saved(number, asked.expected, Verdict.AGREES)
        assert (asked.expected in ("2D", "2H")) is not asked.decoy
        decoys += asked.decoy
        page.locator("#next").click()
    assert decoys == 2
    page.get_by_role("link", name="Drill", exact=True).first.click()


def test_a_call_that_is_always_the_same_is_not_always_right(open_page):
    page = open_page(**DESK)
    choose_transfers(page)
    for number in range(1, 4):
        expect(page).to_have_url(re.compile(rf"/drill/question/{number}/"))
        page.locator(call_of("2D")).click()
        expect(page.locator(".drill-line")).to_contain_text("Jacoby transfer")
        verdict = Verdict.AGREES if question(number).expected == "2D" else Verdict.DIFFERS
        assert_saved(number, "2D", verdict)
        page.locator("#next").click()
    assert StudentBoard.objects.filter(first_verdict=Verdict.DIFFERS).exists()


def test_a_drill_by_keyboard(open_page):
    page = open_page(**DESK)
    page.goto("/drill/")
    page.get_by_label("Find a convention").focus()
    page.keyboard.type("jac")
    box = page.get_by_label("Jacoby transfer")
    expect(box).to_be_visible()
    expect(page.get_by_text("Strong 2C")).to_have_count(0)
    box.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("I answer partner")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#drill-score")).to_have_text("Your first hand")
    page.wait_for_load_state()  # from then on its scripts listen to the keyboard
    expected = question(1, ANSWERS).expected
    for key in {"P": "p", "X": "x"}.get(expected, expected.lower()):
        page.keyboard.press(key)
    expect(page.locator("#drill-score")).to_have_text("1 of 1 right")
    assert_saved(1, expected, Verdict.AGREES, ANSWERS)


def test_a_drill_on_a_phone_without_a_script(open_page):
    page = open_page(**NARROW, java_script_enabled=False)
    choose_transfers(page)
    expected = question(1).expected
    page.locator(call_of(expected)).click()
    expect(page.locator("#drill-score")).to_have_text("1 of 1 right")
    assert_saved(1, expected, Verdict.AGREES)


def test_a_convention_is_found_without_a_script(open_page):
    page = open_page(**NARROW, java_script_enabled=False)
    page.goto("/drill/")
    page.get_by_label("Find a convention").fill("stay")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_label("Stayman")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(1)


def test_an_auction_is_typed_and_practiced(open_page):
    page = open_page(**DESK)
    page.goto("/drill/")
    page.get_by_label("Or practice the next call of an auction").fill("1N-P")
    page.get_by_role("button", name="Practice this auction").click()
    page.get_by_role("link", name="First hand").click()
    expect(page.locator("#drill-score")).to_have_text("Your first hand")
    board = StudentBoard.objects.get()
    assert (board.drill, board.calls[-4:]) == ("system=small&auction=1N-P&role=make", "1N-P")


def test_what_is_chosen_stays_while_something_else_is_looked_for(open_page):
    page = open_page(**DESK)
    page.goto("/drill/")
    page.get_by_text("Opening bids").click()
    page.get_by_label("Strong 2C").check()
    page.get_by_label("Find a convention").fill("stay")
    expect(page.get_by_label("Stayman")).to_be_visible()
    expect(page.get_by_label("Strong 2C")).to_be_checked()
    page.get_by_label("Stayman").check()
    page.get_by_label("Find a convention").fill("")
    expect(page.get_by_label("Stayman")).to_be_checked()
    expect(page.get_by_label("Strong 2C")).to_be_checked()


ADDRESSES = {
    "choice": "/drill/",
    "found": "/drill/?q=a",
    "chosen": f"/drill/?{ANSWERS}",
    "refused": "/drill/next/",
    "nothing": "/drill/next/?system=small&convention=Strong+2C&role=answer",
    "table": f"/drill/question/1/?{ANSWERS}",
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_everybody_can_use_it(open_page, name):
    page = open_page(**DESK)
    page.goto(ADDRESSES[name])
    await_work(page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize("name", ADDRESSES)
def test_nothing_is_wider_than_a_narrow_phone(open_page, name):
    page = open_page(**NARROW)
    page.goto(ADDRESSES[name])
    await_work(page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    header = page.locator(".site-header").bounding_box()
    assert header["height"] < 60, "the way round the site stands on one line"


def test_the_button_that_begins_is_always_in_reach_and_over_nothing(open_page):
    page = open_page(viewport={"width": 360, "height": 420})
    page.goto("/drill/?q=a")
    button, bar = page.get_by_role("button", name="Practice these"), page.locator(".begin")
    expect(button).to_be_in_viewport(ratio=1)
    for name in ("Jacoby transfer", "Stayman", "I answer partner"):
        page.get_by_label(name).focus()
        expect(button).to_be_in_viewport(ratio=1)
        focused = page.get_by_label(name).locator("xpath=..").bounding_box()
        assert focused["y"] + focused["height"] <= bar.bounding_box()["y"] + 1, name
