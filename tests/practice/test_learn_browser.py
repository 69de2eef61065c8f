"""Learning in a real browser: from a topic through a round of ten hands to its summary; and the rows that it leaves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from practice.boards.board import TableBoard
from practice.learn.charts import FEWEST
from practice.learn.standing import standings
from practice.models import JudgedCall, Round, StudentBoard
from tests.accessible import assert_accessible
from tests.practice.conftest import PHONE
from tests.practice.finishing import systems_decision

DESK = {"viewport": {"width": 1280, "height": 800}}
NARROW = {**PHONE, "viewport": {"width": 360, "height": 740}}


def begin_stayman(page: Page) -> Round:
    page.goto("/learn/")
    expect(page.get_by_role("link", name="Stayman", exact=True)).to_be_hidden()
    page.get_by_text("First conventions").click()
    page.get_by_role("link", name="Stayman", exact=True).click()
    page.get_by_role("button", name="Practice ten hands").click()
    expect(page.get_by_text("hand 1 of 10")).to_be_visible()
    return Round.objects.get()


def answer(page: Page, place: int, *, right: bool) -> None:
    """Call what the system calls, or something that nobody would, and go on once this hand of the round counts."""
    board = TableBoard.of(StudentBoard.objects.latest("started_at"))
    page.locator(f"#call-{systems_decision(board).call if right else '7N'}").click()
    expect(page.locator("#round-score")).to_have_text(re.compile(rf"\d of {place} right"))
    page.get_by_role("link", name="Next").click()


def test_a_round_from_the_topic_to_its_summary(open_page):
    page = open_page(**DESK)
    found = begin_stayman(page)
    for hand in range(1, 11):
        expect(page.get_by_text(f"hand {hand} of 10")).to_be_visible()
        answer(page, hand, right=hand not in (2, 5))
    expect(page).to_have_url(re.compile(f"/learn/round/{found.token}/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Your round is done: Stayman")
    expect(page.get_by_role("heading", name="8 of 10 right")).to_be_visible()
    expect(page.get_by_role("link", name="Another hand like this")).to_have_count(2)
    counted = JudgedCall.objects.filter(topic="stayman").values_list("topic", "right")
    assert standings(counted)["stayman"].right == 8
    page.get_by_role("link", name="Stayman", exact=True).first.click()
    expect(page.locator("#standing")).to_contain_text("8 of 10 right")


def test_a_round_on_a_phone_without_a_script(open_page):
    page = open_page(**NARROW, java_script_enabled=False)
    found = begin_stayman(page)
    answer(page, 1, right=True)
    expect(page.get_by_text("hand 2 of 10")).to_be_visible()
    page.get_by_role("link", name="Round", exact=True).click()
    expect(page.get_by_role("heading", name="1 of 1 right")).to_be_visible()
    assert [row.right for row in JudgedCall.objects.filter(board__drill__in=Round.objects.get().drills)] == [True]
    page.get_by_role("link", name="Next hand").click()
    expect(page.get_by_text("hand 2 of 10")).to_be_visible()
    assert Round.objects.get() == found


PLAIN = {**NARROW, "java_script_enabled": False}
ALL = pytest.mark.parametrize("options", [DESK, NARROW, PLAIN], ids=["desk", "phone", "without a script"])


@ALL
@pytest.mark.parametrize("address", ["/", "/learn/"])
def test_one_button_begins_the_hands_for_today_and_goes_on_with_them(open_page, options, address):
    page = open_page(**options)
    page.goto(address)
    expect(page.locator("#plan")).to_have_text("10 new: Opening the bidding.")
    page.locator("#today").click()
    expect(page.get_by_text("hand 1 of 10")).to_be_visible()
    found = Round.objects.get()
    assert (found.kind, found.size, found.plan[0]) == ("today", 10, ["opening-bids", 1, ""])
    call = systems_decision(TableBoard.of(StudentBoard.objects.get())).call
    page.locator(f"#call-{call}").click()
    if (confirm := page.locator("#confirm")).is_visible():
        confirm.click()
    expect(page.locator("#round-score")).to_have_text("1 of 1 right")
    page.goto(address)
    expect(page.locator(".today")).to_contain_text("Your round: Mixed hands. 1 of 10 hands so far.")
    page.get_by_role("link", name="Go on", exact=True).click()
    expect(page.get_by_text("hand 2 of 10")).to_be_visible()
    assert Round.objects.get() == found


@ALL
def test_the_path_and_a_placement(open_page, options):
    page = open_page(**options)
    page.goto("/learn/")
    expect(page.locator("#place")).to_contain_text("You are at Opening the bidding.")
    expect(page.locator(".topic-line[aria-current=step]")).to_contain_text("You are here")
    page.get_by_role("button", name="Place me: 15 hands").click()
    expect(page.get_by_text("hand 1 of 15")).to_be_visible()
    found = Round.objects.get()
    assert (found.kind, found.size, found.placed) == ("placement", 15, [])


@pytest.mark.parametrize("options", [DESK, NARROW], ids=["desk", "phone"])
def test_the_curve_and_its_numbers(open_page, options):
    page = open_page(**options)
    begin_stayman(page)
    answer(page, 1, right=True)
    expect(page.get_by_text("hand 2 of 10")).to_be_visible()
    counted = JudgedCall.objects.get()
    assert counted.strength is not None, "the answer was a game"
    same = {"owner_key": counted.owner_key, "system": counted.system, "topic": "stayman", "right": True}
    for index in range(1, FEWEST):
        JudgedCall.objects.create(board=counted.board, index=100 + index, strength=20.0 + index, doubt=3.0, **same)
    page.goto("/learn/")
    expect(page.locator("#curve-words")).to_contain_text("You now get most plain hands right.")
    expect(page.locator("svg.curve polyline")).to_be_visible()
    page.get_by_text("The curve in numbers").click()
    expect(page.get_by_role("row")).to_have_count(FEWEST + 1)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]


def test_topics_are_found_while_one_types(open_page):
    page = open_page(**DESK)
    page.goto("/learn/")
    expect(page.get_by_role("heading", name="Overcalls")).to_be_visible()
    page.get_by_label("Find a topic").press_sequentially("stay")
    expect(page.get_by_role("heading", name="Overcalls")).to_have_count(0)
    expect(page.get_by_role("heading", name="Stayman")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/learn/\?.*q=stay"))
    expect(page.get_by_label("Find a topic")).to_be_focused()


def test_topics_are_found_without_a_script(open_page):
    page = open_page(**NARROW, java_script_enabled=False)
    page.goto("/learn/")
    page.get_by_label("Find a topic").fill("stay")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", name="Overcalls")).to_have_count(0)
    expect(page.get_by_role("heading", name="Stayman")).to_be_visible()


def test_the_title_of_a_chapter_and_its_number_of_topics_stand_under_each_other_on_a_phone(open_page):
    page = open_page(**NARROW)
    page.goto("/learn/")
    chapter = page.locator(".chapter-topics > summary").first
    chapter.locator("h2").evaluate("title => { title.textContent = 'Conventions for a regular partnership'; }")
    title, count = (chapter.locator(part).bounding_box() for part in ("h2", ".small"))
    assert count["y"] >= title["y"] + title["height"] - 1
    assert count["x"] == title["x"]


def test_the_answer_of_the_example_is_told_when_it_is_asked_for(open_page):
    page = open_page(**DESK)
    page.goto("/learn/overcalls/")
    answer = page.get_by_text("Ten points and five good spades.")
    expect(answer).to_be_hidden()
    page.get_by_text("What do you call?").press("Enter")
    expect(answer).to_be_visible()


PAGES = ["/learn/", "/learn/?q=xyzzy", "/learn/stayman/", "/learn/misses/", "round"]


def visit(page: Page, address: str) -> None:
    """Open a page with a miss in it."""
    begin_stayman(page)
    answer(page, 1, right=False)
    expect(page.get_by_text("hand 2 of 10")).to_be_visible()
    page.goto(f"/learn/round/{Round.objects.get().token}/" if address == "round" else address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for closed in page.locator("main details:not([open]) > summary").all():
        closed.click()


@pytest.mark.parametrize("address", PAGES)
def test_everybody_can_use_it(open_page, address):
    page = open_page(**DESK)
    visit(page, address)
    assert_accessible(page)


@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_wider_than_a_narrow_phone(open_page, address):
    page = open_page(**NARROW, java_script_enabled=False)
    visit(page, address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
